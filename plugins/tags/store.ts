// SQL of tags and of the pages that carry them.
import type { Knex } from 'knex';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface TagRow {
  id: number;
  user_id: number;
  name: string;
  name_key: string;
  color: string;
  is_imported: number;
}

/** One tag on one page. */
export interface Pair {
  tag_id: number;
  page_id: number;
  name_key: string;
}

/** Narrows a query over `pages` to what may be counted. */
export type NarrowQuery = (query: Knex.QueryBuilder) => void;

/** Apart from the numbers of other locks; those of workspaces lie below and far above. */
const FIRST_LOCK = 100_000_000;

const columns = ['tags.id', 'tags.user_id', 'tags.name', 'tags.name_key', 'tags.color', 'tags.is_imported'];

export const tagStore = {
  /** Until the transaction ends, nobody else makes, names or removes tags of this person: a name is given once. */
  lock: (ctx: Ctx, userId: number): Promise<void> =>
    ctx.dialect.advisoryLock(ctx.db as never, FIRST_LOCK + (userId % FIRST_LOCK)),

  byId: (ctx: Ctx, id: number): Promise<TagRow | undefined> => ctx.db('tags').where({ id }).first(columns) as never,

  byKey: (ctx: Ctx, userId: number, key: string): Promise<TagRow | undefined> =>
    ctx.db('tags').where({ user_id: userId, name_key: key }).first(columns) as never,

  byKeys: async (ctx: Ctx, userId: number, keys: string[]): Promise<TagRow[]> =>
    keys.length
      ? ((await ctx.db('tags').where({ user_id: userId }).whereIn('name_key', keys).select(columns)) as TagRow[])
      : [],

  /** by name */
  of: (ctx: Ctx, userId: number): Promise<TagRow[]> =>
    ctx.db('tags').where({ user_id: userId }).orderBy('name_key').select(columns) as never,

  async page(ctx: Ctx, userId: number, limit: number, offset: number): Promise<{ rows: TagRow[]; total: number }> {
    const own = () => ctx.db('tags').where({ user_id: userId });
    const [rows, counts] = await Promise.all([
      own().orderBy('name_key').limit(limit).offset(offset).select(columns) as Promise<TagRow[]>,
      own().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { rows, total: Number(counts[0]?.total ?? 0) };
  },

  async insert(ctx: Ctx, row: Omit<TagRow, 'id'>): Promise<TagRow> {
    const now = ctx.now();
    const [made] = await ctx
      .db('tags')
      .insert({ ...row, created_at: now, updated_at: now })
      .returning(['id', 'user_id', 'name', 'name_key', 'color', 'is_imported']);
    return made as TagRow;
  },

  change: (ctx: Ctx, id: number, change: Partial<Pick<TagRow, 'name' | 'name_key' | 'color' | 'is_imported'>>) =>
    ctx
      .db('tags')
      .where({ id })
      .update({ ...change, updated_at: ctx.now() }),

  remove: (ctx: Ctx, ids: number[]) => ctx.db('tags').whereIn('id', ids).delete(),

  /** A subquery: some tag on the page whose id is in this column, whosever it is, or null. */
  oneOn: (ctx: Ctx, page: { id: string }) =>
    ctx.db('page_tags').whereRaw('page_tags.page_id = ??', [page.id]).limit(1).select('tag_id'),

  /** Of a person's tags on one page, by name. */
  onPage: (ctx: Ctx, userId: number, pageId: number): Promise<TagRow[]> =>
    cachedQuery<TagRow>(ctx.db, 'tags on a page', [pageId, userId], ([page, user]) =>
      ctx
        .db('page_tags')
        .join('tags', 'tags.id', 'page_tags.tag_id')
        .where('page_tags.page_id', page)
        .where('tags.user_id', user)
        .orderBy('tags.name_key')
        .select(columns),
    ),

  /** Of a person's tags on many pages, by name. */
  async onPages(ctx: Ctx, userId: number, pageIds: number[]): Promise<(TagRow & { page_id: number })[]> {
    return ctx
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .whereIn('page_tags.page_id', pageIds)
      .where('tags.user_id', userId)
      .orderBy('tags.name_key')
      .select(...columns, 'page_tags.page_id');
  },

  /** The names on many pages, in order: of one person's tags, or of everybody's. */
  namesOn: async (
    ctx: Ctx,
    userId: number | undefined,
    pageIds: number[],
  ): Promise<{ page_id: number; name: string }[]> =>
    ctx
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .whereIn('page_tags.page_id', pageIds)
      .where(userId === undefined ? {} : { 'tags.user_id': userId })
      .orderBy('tags.name_key')
      .select('page_tags.page_id', 'tags.name'),

  carriers: (ctx: Ctx, userId: number, tagId: number): Knex.QueryBuilder =>
    ctx
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .where({ 'tags.id': tagId, 'tags.user_id': userId })
      .select('page_tags.page_id'),

  /** How many of the pages that `narrow` leaves carry each tag; tags without any are absent. */
  async counts(ctx: Ctx, tagIds: number[], narrow: NarrowQuery): Promise<Map<number, number>> {
    if (!tagIds.length) return new Map();
    const query = ctx
      .db('page_tags')
      .join('pages', 'pages.id', 'page_tags.page_id')
      .whereIn('page_tags.tag_id', tagIds);
    narrow(query);
    const rows: { tag_id: number; total: number }[] = await query
      .groupBy('page_tags.tag_id')
      .select('page_tags.tag_id')
      .count({ total: '*' });
    return new Map(rows.map(({ tag_id, total }) => [tag_id, Number(total)]));
  },

  /** Narrows a query over `pages` to those that carry all of these tags. */
  carrying(ctx: Ctx, query: Knex.QueryBuilder, tagIds: number[]): Knex.QueryBuilder {
    const found = ctx
      .db('page_tags')
      .whereIn('tag_id', tagIds)
      .groupBy('page_id')
      .havingRaw('count(*) = ?', [tagIds.length])
      .select('page_id');
    return query.whereIn('pages.id', found);
  },

  put: (ctx: Ctx, pairs: Pick<Pair, 'tag_id' | 'page_id'>[], isImported: number) =>
    ctx
      .db('page_tags')
      .insert(pairs.map((pair) => ({ ...pair, is_imported: isImported, created_at: ctx.now() })))
      .onConflict(['tag_id', 'page_id'])
      .ignore(),

  carriersOf: (ctx: Ctx, tagId: number): Promise<number[]> =>
    ctx.db('page_tags').where({ tag_id: tagId }).pluck('page_id'),

  takeOff: (ctx: Ctx, tagId: number, pageId: number): Promise<number> =>
    ctx.db('page_tags').where({ tag_id: tagId, page_id: pageId }).delete(),

  /** What imports put on these pages under these names, whoever imported. */
  imported: (ctx: Ctx, pageIds: number[], keys: string[]): Promise<Pair[]> =>
    ctx
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .whereIn('page_tags.page_id', pageIds)
      .whereIn('tags.name_key', keys)
      .where('page_tags.is_imported', 1)
      .select('page_tags.tag_id', 'page_tags.page_id', 'tags.name_key') as never,

  takeOffMany: (ctx: Ctx, tagId: number, pageIds: number[]) =>
    ctx.db('page_tags').where({ tag_id: tagId }).whereIn('page_id', pageIds).delete(),

  /** Of these, the ones that an import made and no page carries. */
  leftOver: (ctx: Ctx, ids: number[]): Promise<number[]> =>
    ctx
      .db('tags')
      .whereIn('id', ids)
      .where({ is_imported: 1 })
      .whereNotExists(ctx.db('page_tags').whereRaw('page_tags.tag_id = tags.id').select('tag_id'))
      .pluck('id'),
};
