// The search itself: all words must be found, the last one may be unfinished, better matches come first.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/context.ts';
import type { SearchTerm } from '../../core/dialect.ts';
import { words } from '../../core/text.ts';
import { pages } from '../pages/contract.ts';
import type { SearchQuery, SearchResult } from './contract.ts';
import { SNIPPET_LOOKS_AT, snippet } from './snippet.ts';

const TERMS_MAX = 12;

interface Hit {
  id: number;
  kind: 'page' | 'folder' | 'file' | 'collection';
  title: string;
  original: string;
  workspace_id: number;
  updated_at: string;
  total: number;
}

const kinds: Record<SearchResult['type'], string[]> = {
  page: ['page', 'folder'],
  file: ['file'],
  collection: ['collection'],
  row: [],
};

/** The last word is a prefix unless a space follows it; CJK pairs are never prefixes, a single letter is. */
function termsOf(q: string): SearchTerm[] {
  const found = words(q).slice(0, TERMS_MAX);
  const open = /[\p{L}\p{N}\p{M}_]$/u.test(q);
  return found.map((text, index) => ({ text, prefix: open && index === found.length - 1 }));
}

export async function find(ctx: Ctx, query: SearchQuery): Promise<{ results: SearchResult[]; total: number }> {
  const terms = termsOf(query.q);
  if (!terms.length) return { results: [], total: 0 };
  const scope = await ctx.app.access.scope(ctx, query.workspaceId);
  const found = ctx.dialect
    .matchSearch(ctx.db('search_entries'), terms)
    // Not .join(): SQLite keeps the order of cross joins, so the few hits are looked up, not the many pages walked.
    .crossJoin('pages' as never)
    .whereRaw('pages.id = search_entries.page_id');
  ctx.use(pages).narrow(ctx, found, scope);
  if (query.workspaceId !== undefined) found.where('pages.workspace_id', query.workspaceId);
  if (query.type) found.whereIn('pages.kind', kinds[query.type]);
  const ranked = found
    .select({ entry: 'search_entries.id' }, ctx.db.raw('count(*) over () as total'))
    .orderBy([
      { column: 'rank', order: 'desc' },
      { column: 'pages.id', order: 'asc' },
    ])
    .limit(query.limit)
    .offset(query.offset ?? 0);
  const hits = (await readWhole(ctx, ranked)) as Hit[];
  return { results: await present(ctx, hits, query.q), total: Number(hits[0]?.total ?? 0) };
}

/** Only the hits that are shown are read whole: sorting carries as little as possible. */
const readWhole = (ctx: Ctx, ranked: Knex.QueryBuilder) =>
  ctx.db
    .from(ranked.as('found'))
    .join('search_entries', 'search_entries.id', 'found.entry')
    .join('pages', 'pages.id', 'search_entries.page_id')
    .select('found.total', 'pages.id', 'pages.kind', 'pages.title', 'pages.workspace_id', 'pages.updated_at')
    .select(ctx.db.raw(`substr(search_entries.original, 1, ${SNIPPET_LOOKS_AT}) as original`))
    .orderBy([
      { column: 'found.rank', order: 'desc' },
      { column: 'pages.id', order: 'asc' },
    ]);

async function present(ctx: Ctx, hits: Hit[], q: string): Promise<SearchResult[]> {
  const paths = await ctx.use(pages).paths(
    ctx,
    hits.map(({ id }) => id),
  );
  return hits.map(({ id, kind, title, original, workspace_id, updated_at }) => ({
    type: kind === 'folder' ? 'page' : kind,
    id,
    title,
    snippet: snippet(original, q),
    url: `/pages/${id}`,
    workspace_id,
    path: paths.get(id) ?? [],
    updated_at,
  }));
}
