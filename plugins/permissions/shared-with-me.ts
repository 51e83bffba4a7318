// Pages that were shared with somebody: how guests find what they may see, and members what was opened to them.

import { momentText } from '../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { grantStore } from './store.ts';

const SHOWN = 200;

/** Live pages on which a grant of somebody else reaches the actor, changed last first. */
export async function sharedWithMe(ctx: Ctx) {
  const { id: me } = userOf(ctx);
  const scope = await ctx.app.access.scope(ctx);
  const rows = await grantStore.givenTo(ctx, me, SHOWN, (query) => ctx.use(pages).narrow(ctx, query, scope));
  const paths = await ctx.use(pages).paths(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title, kind, updated_at }) => ({
    id,
    title,
    kind,
    path: paths.get(id) ?? [],
    at: momentText(ctx, updated_at),
    updated_at,
  }));
}
