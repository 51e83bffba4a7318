// Tokens of directories as the page of administrators shows them.
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { scimGroupStore } from './group-store.ts';
import { scimTokenStore } from './token-store.ts';
import { SCIM_PATH } from './user-resource.ts';
import { scimUserStore } from './user-store.ts';

export async function directoryOverview(ctx: Ctx) {
  const [tokens, people, groups] = await Promise.all([
    scimTokenStore.all(ctx),
    scimUserStore.count(ctx),
    scimGroupStore.count(ctx),
  ]);
  return {
    address: `${ctx.app.baseUrl}${SCIM_PATH}`,
    people,
    groups,
    tokens: tokens
      .filter(({ revoked_at }) => !revoked_at)
      .map(({ id, name, token_prefix, created_at, last_used_at }) => ({
        ...{ id, name, prefix: token_prefix },
        created: momentText(ctx, created_at),
        used: last_used_at ? momentText(ctx, last_used_at) : '',
      })),
  };
}
