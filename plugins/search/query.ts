// The search itself: all words must be found, the last one may be unfinished, better matches come first.
import type { Ctx } from '../../core/context.ts';
import type { SearchTerm } from '../../core/dialect.ts';
import { words } from '../../core/text.ts';
import { pages } from '../pages/contract.ts';
import type { SearchQuery, SearchResult } from './contract.ts';
import { snippet } from './snippet.ts';

const TERMS_MAX = 12;
/** Pages further down are not counted: nobody reads them, and counting them costs as much as ranking. */
const TOTAL_MAX = 10_000;

interface Hit {
  id: number;
  kind: 'page' | 'folder' | 'file' | 'collection';
  title: string;
  original: string;
  workspace_id: number;
  updated_at: string;
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
  const matching = () => {
    const found = ctx.dialect
      .matchSearch(ctx.db('search_entries'), terms)
      .join('pages', 'pages.id', 'search_entries.page_id');
    ctx.use(pages).narrow(ctx, found, scope);
    if (query.workspaceId !== undefined) found.where('pages.workspace_id', query.workspaceId);
    if (query.type) found.whereIn('pages.kind', kinds[query.type]);
    return found;
  };
  const ranked = matching()
    .select('pages.id', 'pages.kind', 'pages.title', 'pages.workspace_id', 'pages.updated_at', {
      entry: 'search_entries.id',
    })
    .orderBy([
      { column: 'rank', order: 'desc' },
      { column: 'pages.id', order: 'asc' },
    ])
    .limit(query.limit)
    .offset(query.offset ?? 0);
  const counted = ctx.db.count({ total: '*' }).from(matching().limit(TOTAL_MAX).as('found'));
  const [hits, counts] = await Promise.all([
    ranked as unknown as Promise<(Hit & { entry: number })[]>,
    counted as unknown as Promise<{ total: number }[]>,
  ]);
  return { results: await present(ctx, hits, query.q), total: Number(counts[0]?.total ?? 0) };
}

async function present(ctx: Ctx, hits: (Hit & { entry: number })[], q: string): Promise<SearchResult[]> {
  if (!hits.length) return [];
  const entries = hits.map(({ entry }) => entry);
  const [texts, paths] = await Promise.all([
    ctx.db('search_entries').whereIn('id', entries).select('id', ctx.db.raw('substr(original, 1, 20000) as original')),
    ctx.use(pages).paths(
      ctx,
      hits.map(({ id }) => id),
    ),
  ]);
  const originals = new Map((texts as { id: number; original: string }[]).map(({ id, original }) => [id, original]));
  return hits.map(({ id, kind, title, workspace_id, updated_at, entry }) => ({
    type: kind === 'folder' ? 'page' : kind,
    id,
    title,
    snippet: snippet(originals.get(entry) ?? '', q),
    url: `/pages/${id}`,
    workspace_id,
    path: paths.get(id) ?? [],
    updated_at,
  }));
}
