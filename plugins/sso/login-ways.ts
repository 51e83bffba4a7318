// What the login page shows of single sign-on: a link for each provider, and why somebody was sent back.
import type { Ctx } from '../../core/kernel/context.ts';
import type { LoginWays } from '../auth/contract.ts';
import { currentSettings } from './configuration/current.ts';
import { someLetsIn } from './identity/disconnection.ts';
import { explainRefusal } from './identity/refusals.ts';
import { identityStore } from './identity/store.ts';
import { enabledProviders } from './provider-list.ts';

const usable = async (ctx: Ctx) => {
  const { settings, isReadable } = await currentSettings(ctx);
  return isReadable
    ? enabledProviders(settings).map((provider) => ({ provider, name: provider.nameOf(settings) }))
    : [];
};

export const signOnWays: LoginWays = {
  list: async (ctx) =>
    (await usable(ctx)).map(({ provider: { id }, name }) => ({ id, type: id, name, login_url: `/auth/${id}/login` })),
  async proofs(ctx, userId, next) {
    const own = new Set((await identityStore.of(ctx, userId)).map(({ provider }) => provider));
    return (await usable(ctx))
      .filter(({ provider }) => own.has(provider.id))
      .map(({ provider: { id }, name }) => ({
        name,
        href: `/auth/sso/${id}/reauth?next=${encodeURIComponent(next)}`,
      }));
  },
  letsIn: async (ctx, userId) => someLetsIn(ctx, await identityStore.of(ctx, userId)),
  explain: explainRefusal,
};
