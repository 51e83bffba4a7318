// Search by words and by meaning together: what both find comes first, and what only means the same is there as well.
import type { Knex } from 'knex';
import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { meaningIndex, type NearPage, type SearchQuery } from './contract.ts';
import { fused, MERGED_MAX } from './fusion.ts';
import { findHits, type Hit, hitColumns, hitsOf, narrowSearch, presentHits, type SearchPart } from './query.ts';
import { SNIPPET_LOOKS_AT } from './snippet.ts';

/** Pages that no word has found, with their text from where it is about the question. */
async function nearHits(ctx: Ctx, near: NearPage[], narrow: (found: Knex.QueryBuilder) => void): Promise<Hit[]> {
  if (!near.length) return [];
  const starts = near.map(() => 'WHEN CAST(? AS integer) THEN CAST(? AS integer)').join(' ');
  const query = ctx
    .db('pages')
    .join('search_entries', 'search_entries.page_id', 'pages.id')
    .whereNull('search_entries.property_id')
    .whereIn(
      'pages.id',
      near.map(({ id }) => id),
    )
    .select(hitColumns(ctx))
    .select(
      ctx.db.raw(
        `substr(search_entries.original, CASE pages.id ${starts} END, ${SNIPPET_LOOKS_AT}) as original`,
        near.flatMap(({ id, start }) => [id, start + 1]),
      ),
    );
  // Whatever the index names, nobody is shown what they may not see.
  narrow(query);
  return hitsOf(ctx, await query);
}

/** @throws Problem unavailable */
export async function findByMeaning(ctx: Ctx, query: SearchQuery): Promise<SearchPart> {
  const index = ctx.find(meaningIndex);
  if (!index) throw new Problem('unavailable', 'Search by meaning is not set up here.');
  const { limit, offset = 0, q } = query;
  const scope = await ctx.app.access.scope(ctx, query.workspaceId);
  const narrow = (found: Knex.QueryBuilder) => narrowSearch(ctx, found, scope, query);
  const [words, near] = await Promise.all([
    findHits(ctx, { ...query, limit: MERGED_MAX, offset: 0 }),
    index.nearest(ctx, q, narrow),
  ]);
  const byWords = new Map(words.hits.map((hit) => [hit.id, hit]));
  const others = near.filter(({ id }) => !byWords.has(id));
  const hits = new Map([...byWords, ...(await nearHits(ctx, others, narrow)).map((hit) => [hit.id, hit] as const)]);
  const order = fused([...byWords.keys()], near).filter((id) => hits.has(id));
  const shown = order.slice(offset, offset + limit).map((id) => hits.get(id) as Hit);
  const behind = Math.max(0, words.total - MERGED_MAX);
  if (shown.length < limit && behind) {
    const rest = { limit: limit - shown.length, offset: MERGED_MAX + Math.max(0, offset - order.length) };
    const more = await findHits(ctx, { ...query, ...rest });
    shown.push(...more.hits.filter(({ id }) => !hits.has(id)));
  }
  return { results: await presentHits(ctx, shown, q), total: order.length + behind };
}
