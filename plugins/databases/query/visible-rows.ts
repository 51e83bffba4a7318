// Which rows the actor may see, whatever names them: relations, filters and lists of ids.
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';

const AT_ONCE = 1000;

/** Of these ids, the live rows that the actor may see, each with its database. */
export async function visibleRows(ctx: Ctx, ids: number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const { id, collection_id } of await named(ctx, ids)) found.set(id, collection_id);
  return found;
}

/** The same with their titles. */
export async function visibleRowTitles(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  return new Map((await named(ctx, ids)).map(({ id, title }) => [id, title]));
}

async function named(ctx: Ctx, ids: number[]): Promise<{ id: number; title: string; collection_id: number }[]> {
  const found: { id: number; title: string; collection_id: number }[] = [];
  if (!ids.length) return found;
  const scope = await ctx.app.access.scope(ctx);
  const wanted = [...new Set(ids)];
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const query = ctx
      .db('pages')
      .whereIn('pages.id', wanted.slice(at, at + AT_ONCE))
      .whereNotNull('pages.collection_id')
      .select('pages.id', 'pages.title', 'pages.collection_id');
    ctx.use(pages).narrow(ctx, query, scope);
    found.push(...(await query));
  }
  return found;
}
