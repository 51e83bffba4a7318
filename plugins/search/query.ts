// The search itself: all words must be found, the last one may be unfinished, better matches come first.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../core/access/access-control.ts';
import { scopeValues } from '../../core/access/scope-bindings.ts';
import type { SearchTerm } from '../../core/database/dialect.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import { Problem } from '../../core/http/problem.ts';
import { words } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type OpeningRow, pages, type TrailRow } from '../pages/contract.ts';
import { tagNames } from '../tags/contract.ts';
import { meaningIndex, type SearchQuery, type SearchResult } from './contract.ts';
import { holdsHit, SNIPPET_LOOKS_AT, snippet } from './snippet.ts';

const TERMS_MAX = 12;
/** Of what is found, the newest are put in order by how well they match: a letter stands in nearly every page. */
export const RANKED_MAX = 10_000;

export interface Hit extends TrailRow, OpeningRow {
  kind: 'page' | 'folder' | 'file' | 'collection';
  title: string;
  original: string;
  collection_id: number | null;
  page_icon: string;
  updated_at: string;
  total: number;
}

const kinds: Record<SearchResult['type'], Hit['kind'][]> = {
  page: ['page', 'folder'],
  file: ['file'],
  collection: ['collection'],
  row: ['page'],
};

/** The last word is a prefix unless a space follows it; CJK pairs are never prefixes, a single letter is. */
function termsOf(q: string): SearchTerm[] {
  const found = words(q).slice(0, TERMS_MAX);
  const open = /[\p{L}\p{N}\p{M}_]$/u.test(q);
  return found.map((text, index) => ({ text, prefix: open && index === found.length - 1 }));
}

export interface SearchPart {
  results: SearchResult[];
  total: number;
}

/** What words find, in a window on it. */
export async function findHits(ctx: Ctx, query: SearchQuery): Promise<{ hits: Hit[]; total: number }> {
  const phrase = ctx.dialect.searchPhrase(termsOf(query.q), query.isOfTitle);
  if (phrase === null) return { hits: [], total: 0 };
  const scope = await ctx.app.access.scope(ctx, query.workspaceId);
  const hits = await best(ctx, phrase, scope, query);
  const total = hits[0]?.total ?? (query.offset ? await countAll(ctx, phrase, scope, query) : 0);
  return { hits, total: Number(total) };
}

export async function find(ctx: Ctx, query: SearchQuery): Promise<SearchPart> {
  if (query.meaning) return (await import('./meaning.ts')).findByMeaning(ctx, query);
  const { hits, total } = await findHits(ctx, query);
  return { results: await presentHits(ctx, hits, query.q), total };
}

/** See `Search.findWidely`. */
export async function findWidely(ctx: Ctx, query: SearchQuery): Promise<SearchPart & { isByMeaning: boolean }> {
  const byWords = async () => ({ ...(await find(ctx, query)), isByMeaning: false });
  if (!ctx.find(meaningIndex)?.isOn()) return byWords();
  try {
    return { ...(await find(ctx, { ...query, meaning: true })), isByMeaning: true };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
    return byWords();
  }
}

const MOMENTS = { edited: 'pages.updated_at', created: 'pages.created_at' };

/** The visible entries that the phrase finds, up to `RANKED_MAX`: `rank`, `entry` and `page`, `moment` where it orders. */
function visible(ctx: Ctx, phrase: Knex.Value, scope: VisibilityScope, query: SearchQuery): Knex.QueryBuilder {
  const found = ctx.dialect
    .matchSearch(ctx.db('search_entries'), phrase)
    // Not .join(): SQLite keeps the order of cross joins, so the few hits are looked up, not the many pages walked.
    .crossJoin(ctx.dialect.covered(ctx.db, 'pages', 'pages_visibility_index') as never)
    .whereRaw('pages.id = search_entries.page_id');
  narrowSearch(ctx, found, scope, query);
  if (query.order) found.select({ moment: MOMENTS[query.order] });
  return ctx.dialect.newestFound(found.select({ entry: 'search_entries.id', page: 'pages.id' }), RANKED_MAX);
}

/** Narrows a query over `pages` to what the scope shows of what is searched. */
export function narrowSearch(
  ctx: Ctx,
  query: Knex.QueryBuilder,
  scope: VisibilityScope,
  { workspaceId, type, by, since, tag }: SearchQuery,
): void {
  ctx.use(pages).narrow(ctx, query, scope);
  if (workspaceId !== undefined) query.where('pages.workspace_id', workspaceId);
  if (type) query.whereIn('pages.kind', kinds[type]);
  if (type === 'row') query.whereNotNull('pages.collection_id');
  if (type === 'page') query.whereNull('pages.collection_id');
  if (by !== undefined) query.where('pages.updated_by', by);
  if (since !== undefined) query.where('pages.updated_at', '>=', since);
  if (tag !== undefined) query.whereIn('pages.id', ctx.use(tagNames).carrying(ctx, tag));
}

/** A page behind the last one has no hits that could tell how many there are. */
const countAll = async (ctx: Ctx, phrase: string, scope: VisibilityScope, query: SearchQuery): Promise<number> =>
  ((await visible(ctx, phrase, scope, query)) as unknown[]).length;

/** The text of this query is long: it is written once for each shape of scope and question. */
async function best(ctx: Ctx, phrase: string, scope: VisibilityScope, query: SearchQuery): Promise<Hit[]> {
  const { limit, offset = 0, type = '', workspaceId } = query;
  // What few ask for is written when it is asked.
  if (query.by ?? query.since ?? query.tag ?? query.order)
    return hitsOf(ctx, await ranked(ctx, visible(ctx, phrase, scope, query), limit, offset, query.order && 'moment'));
  const { shape, values, marked } = scopeValues(scope);
  const key = `search ${shape} ${type} ${workspaceId === undefined} ${limit} ${offset}`;
  const all = [phrase, ...values, ...(workspaceId === undefined ? [] : [workspaceId])];
  const rows = await cachedQuery<object>(ctx.db, key, all, ([wanted, ...marks]) => {
    const narrow = marked(marks);
    return ranked(ctx, visible(ctx, wanted as number, narrow, { ...query, workspaceId: marks[0] }), limit, offset);
  });
  return hitsOf(ctx, rows);
}

const HIT_COLUMNS = [
  ...['pages.id', 'pages.kind', 'pages.title', 'pages.workspace_id', 'pages.parent_id'],
  ...['pages.collection_id', 'pages.page_icon', 'pages.updated_at'],
];

/** What is shown of a page that was found, beside its text; `hitsOf` reads it. */
export const hitColumns = (ctx: Ctx) => [
  ...(ctx.dialect.pack(ctx.db, HIT_COLUMNS) as string[]),
  ...[{ trail: ctx.use(pages).trail(ctx) }, ctx.use(pages).beginning(ctx)],
];

export const hitsOf = (ctx: Ctx, rows: object[]): Hit[] => ctx.dialect.unpack<Hit>(rows, HIT_COLUMNS);

/**
 * Sorts as little as possible and reads only the hits that are shown whole. The visible ones are kept for counting:
 * a window function would cost as much as finding them.
 */
const ranked = (
  ctx: Ctx,
  found: Knex.QueryBuilder,
  limit: number,
  offset: number,
  first: 'rank' | 'moment' = 'rank',
): Knex.QueryBuilder =>
  ctx.db
    .withMaterialized('visible', found as never)
    .from(
      ctx
        .db('visible')
        .orderBy([
          { column: first, order: 'desc' },
          { column: 'page', order: 'asc' },
        ])
        .limit(limit)
        .offset(offset)
        .as('best'),
    )
    .join('search_entries', 'search_entries.id', 'best.entry')
    .join('pages', 'pages.id', 'best.page')
    .select(hitColumns(ctx))
    .select(ctx.db.raw('(select count(*) from visible) as total'))
    .select(ctx.db.raw(`substr(search_entries.original, 1, ${SNIPPET_LOOKS_AT}) as original`))
    .orderBy([
      { column: `best.${first}`, order: 'desc' },
      { column: 'pages.id', order: 'asc' },
    ]);

export async function presentHits(ctx: Ctx, hits: Hit[], q: string): Promise<SearchResult[]> {
  const paths = await ctx.use(pages).pathsAlong(ctx, hits);
  // What is kept for searching leaves out the names of what a text mentions.
  const named = await ctx.use(pages).openings(ctx, hits);
  const textOf = ({ id, original }: Hit) => {
    const opening = named.get(id);
    return opening && (holdsHit(opening, q) || !holdsHit(original, q)) ? opening : original;
  };
  return hits.map((hit) => {
    const { id, kind, title, workspace_id, collection_id, page_icon, updated_at } = hit;
    return {
      type: collection_id !== null ? 'row' : kind === 'folder' ? 'page' : kind,
      ...{ id, title, snippet: snippet(textOf(hit), q), url: `/pages/${id}` },
      ...{ workspace_id, path: paths.get(id) ?? [], page_icon, updated_at },
    };
  });
}

/** See `PageWords`. */
export function pagesWith(ctx: Ctx, q: string): Knex.QueryBuilder | null {
  const phrase = ctx.dialect.searchPhrase(termsOf(q));
  if (phrase === null) return null;
  const entries = ctx.dialect.matchSearch(ctx.db('search_entries'), phrase).whereNull('search_entries.property_id');
  return ctx.db.from(entries.select('search_entries.page_id').as('entries')).select('entries.page_id');
}

export async function indexedTexts(ctx: Ctx, ids: number[]): Promise<Map<number, { title: string; text: string }>> {
  const rows: { page_id: number; title: string; text: string }[] = await ctx
    .db('search_entries')
    .join('pages', 'pages.id', 'search_entries.page_id')
    .whereIn('search_entries.page_id', ids)
    .whereNull('search_entries.property_id')
    .whereNull('pages.deleted_at')
    .select('search_entries.page_id', 'pages.title', { text: 'search_entries.original' });
  return new Map(rows.map(({ page_id, ...row }) => [page_id, row]));
}

const EXCERPT = 160;

export async function excerpts(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows: (OpeningRow & { text: string })[] = await ctx
    .db('search_entries')
    .join('pages', 'pages.id', 'search_entries.page_id')
    .whereIn('search_entries.page_id', ids)
    .whereNull('search_entries.property_id')
    .select('pages.id', 'pages.workspace_id', ctx.use(pages).beginning(ctx))
    .select({ text: ctx.db.raw(`substr(search_entries.original, 1, ${EXCERPT * 2})`) });
  const named = await ctx.use(pages).openings(ctx, rows);
  return new Map(
    rows.flatMap(({ id, text }) => {
      const line = (named.get(id) ?? text).replace(/\s+/g, ' ').trim();
      const cut = line.length > EXCERPT ? `${line.slice(0, EXCERPT).trimEnd().toWellFormed()}…` : line;
      return line ? [[id, cut] as const] : [];
    }),
  );
}
