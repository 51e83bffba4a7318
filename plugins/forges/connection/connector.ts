// Forges as connectors that everybody has: somebody who is connected with one reads from its programming interface.
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { adding } from '../../../core/kernel/plugin.ts';
import {
  addressBelow,
  type NativeConnector,
  nativeConnectors,
  readConnectorText,
} from '../../agent-connectors/contract.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { type ForgeKey, forgeStore, KEYS } from '../registration/store.ts';
import { problemOf, withForge } from './access-token.ts';
import { FORGE_ACCOUNTS_PAGE } from './sign-in.ts';
import { connectionStore } from './store.ts';

const REGISTRATION_PAGE = '/admin/forges';

/** Whoever can change that is not sent to somebody else. */
export const noForge = (ctx: Ctx): string => (userOf(ctx).isAdmin ? 'forges.account.none_yet' : 'forges.account.none');

async function known(ctx: Ctx, key: ForgeKey) {
  const forge = await forgeStore.byKey(ctx, key);
  return { forge, connection: forge && (await connectionStore.one(ctx, userOf(ctx).id, forge.id)) };
}

const connectorOf = (kind: ForgeKey): NativeConnector => ({
  kind,
  async describe(ctx) {
    const t = ctx.app.messages.in(ctx.locale);
    const { forge, connection } = await known(ctx, kind);
    if (!forge) return { detail: t(noForge(ctx)) };
    const about = { name: forge.name, url: forge.base_url };
    if (!connection) return { ...about, detail: t('forges.connector.open') };
    return connection.status === 'ok'
      ? { ...about, status: 'ok', detail: connection.login }
      : { ...about, detail: t('forges.account.revoked') };
  },
  async connecting(ctx) {
    const t = ctx.app.messages.in(ctx.locale);
    const { forge, connection } = await known(ctx, kind);
    if (!forge) return userOf(ctx).isAdmin ? { href: REGISTRATION_PAGE, label: t('forges.connector.register') } : null;
    const label = t(connection ? 'forges.account.again' : 'forges.account.connect', { name: forge.name });
    return { href: FORGE_ACCOUNTS_PAGE, label };
  },
  async fetch(ctx, path, query) {
    const forge = await forgeStore.byKey(ctx, kind);
    if (!forge) throw new Problem('conflict', 'No code hosting service is connected.');
    const address = addressBelow(adapterOf(forge).api(forge.base_url), path, query);
    const answer = await withForge(ctx, forge, userOf(ctx).id, (api) => api.read(address)).catch((error: unknown) => {
      throw problemOf(error, forge);
    });
    return readConnectorText(ctx, answer);
  },
});

export const forgeConnectors = KEYS.map((key) => adding(nativeConnectors, connectorOf(key)));
