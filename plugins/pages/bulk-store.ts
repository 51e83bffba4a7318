// SQL of many pages at once, for imports and whole subtrees.

import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { insertRows } from '../../core/database/query-cache.ts';
import { sortKey } from '../../core/i18n/text-normalization.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { type NewPage, type PageRow, pageColumns, pageFields } from './store.ts';

/** What a reserved page is filled with. */
export type Filling = Pick<PageRow, 'id' | 'parent_id' | 'position' | 'access_root_id' | 'title'> & { content: string };

const FILLED_AT_ONCE = 100;
const valuesOf = ({ id, parent_id, position, access_root_id, title, content }: Filling) => [
  ...[id, parent_id, position, access_root_id],
  ...[title, sortKey(title), content],
];

/** Of a body that the database would hold several times at once if others were written with it. */
const LONG_BODY = 262_144;
const isLong = ({ content }: Filling): boolean => content.length > LONG_BODY;

async function fillSome(ctx: Ctx, changes: Filling[], updated_at: string): Promise<PageRow[]> {
  const marks = '(cast(? as integer), cast(? as integer), cast(? as integer), cast(? as integer), ?, ?, ?)';
  // Not as `is null`: SQLite would look through all pages that are in no trash.
  const answer = await ctx.db.raw(
    `update pages set parent_id = given.column2, position = given.column3, access_root_id = given.column4,
       title = given.column5, title_key = given.column6, content = given.column7, updated_at = ?, deleted_at = null
     from (values ${changes.map(() => marks)}) as given
     where pages.id = given.column1 and coalesce(pages.deleted_with, 0) = 0 and pages.deleted_at is not null
     returning ${pageFields.map((name) => `"${name}"`)}`,
    [updated_at, ...changes.flatMap((one) => valuesOf(one) as Knex.RawBinding[])],
  );
  return (Array.isArray(answer) ? answer : answer.rows) as PageRow[];
}

/** Nothing is copied on its way into the row. */
function fillLong(ctx: Ctx, change: Filling, updated_at: string): Promise<PageRow[]> {
  const { id, parent_id, position, access_root_id, title, content } = change;
  return ctx
    .db('pages')
    .where({ id })
    .whereRaw('coalesce(deleted_with, 0) = 0 and deleted_at is not null')
    .update({
      ...{ parent_id, position, access_root_id, title, title_key: sortKey(title), content },
      ...{ updated_at, deleted_at: null },
    })
    .returning(pageFields as string[]) as never;
}

/** Rows that exist before their page does: in the trash of nothing, so that no list and no look-up shows them. */
export const bulkStore = {
  /** live pages; returns their ids in the order of the rows */
  async insert(ctx: Ctx, rows: NewPage[]): Promise<number[]> {
    if (!rows.length) return [];
    const by = actorId(ctx);
    const full = rows.map((row) => ({ created_by: by, updated_by: by, ...row, title_key: sortKey(row.title) }));
    const made = await insertRows<{ id: number }>(ctx.db, 'pages', full, 'returning id');
    return made.map(({ id }) => id).sort((a, b) => a - b);
  },
  async reserve(ctx: Ctx, rows: NewPage[]): Promise<number[]> {
    const by = actorId(ctx);
    const hidden = { created_by: by, updated_by: by, deleted_at: ctx.now() };
    const full = rows.map((row) => ({ ...row, title_key: sortKey(row.title), ...hidden }));
    const made = await insertRows<{ id: number }>(ctx.db, 'pages', full, 'returning id');
    // RETURNING promises no order, but ids are given in the order of the rows.
    return made.map(({ id }) => id).sort((a, b) => a - b);
  },
  /** makes pages of them that change at the same moment; in the order of `changes` */
  async fillTogether(ctx: Ctx, changes: Filling[], updated_at: string): Promise<PageRow[]> {
    const found = new Map<number, PageRow>();
    const keep = (rows: PageRow[]): void => {
      for (const row of rows) found.set(row.id, row);
    };
    const short = changes.filter((change) => !isLong(change));
    for (const some of portions(short, FILLED_AT_ONCE)) keep(await fillSome(ctx, some, updated_at));
    for (const change of changes.filter(isLong)) keep(await fillLong(ctx, change, updated_at));
    if (found.size !== changes.length) throw new Error('a page is not reserved');
    return changes.map(({ id }) => found.get(id) as PageRow);
  },
  /** makes pages of reserved ones, or the other way round, which is no change of what they say */
  async setPending(ctx: Ctx, ids: number[], deleted_at: string | null): Promise<void> {
    for (const some of portions(ids)) await ctx.db('pages').whereIn('id', some).update({ deleted_at });
  },
  /** fills many that are alike, in one statement */
  async fillMany(ctx: Ctx, rows: (NewPage & { id: number })[]): Promise<void> {
    if (!rows.length) return;
    const by = actorId(ctx);
    const full = rows.map((row) => ({
      ...{ created_by: by, updated_by: by, ...row },
      ...{ title_key: sortKey(row.title), deleted_at: null },
    }));
    const columns = Object.keys(full[0] as object).filter((name) => name !== 'id');
    const made = await insertRows(
      ctx.db,
      'pages',
      full,
      `on conflict (id) do update set ${columns.map((name) => `${name} = excluded.${name}`)}
       where pages.deleted_with is null and pages.deleted_at is not null returning id`,
    );
    if (made.length !== rows.length) throw new Error('a page is not reserved');
  },
  /** these, held until the transaction ends, in the order in which all hold many; those that are not there are absent */
  async holdMany(ctx: Ctx, ids: number[]): Promise<PageRow[]> {
    const held: PageRow[] = [];
    for (const some of portions(ids.toSorted((a, b) => a - b)))
      held.push(
        ...((await ctx.db('pages').whereIn('id', some).orderBy('id').forUpdate().select(pageColumns)) as never[]),
      );
    return held;
  },

  /** into the trash, each by itself */
  async trashEach(ctx: Ctx, ids: number[]): Promise<void> {
    for (const some of portions(ids))
      await ctx
        .db('pages')
        .whereIn('id', some)
        .update({
          deleted_at: ctx.now(),
          deleted_with: ctx.db.ref('id'),
          sync_version: ctx.db.raw('sync_version + 1'),
        });
  },

  /** of these pages, those with something below them, trashed things included */
  async parentsAmong(ctx: Ctx, ids: number[]): Promise<Set<number>> {
    const found = new Set<number>();
    for (const some of portions(ids))
      for (const one of await ctx.db('pages').whereIn('parent_id', some).distinct().pluck('parent_id')) found.add(one);
    return found;
  },

  async byIds(ctx: Ctx, ids: number[]): Promise<PageRow[]> {
    const found: PageRow[] = [];
    for (const some of portions(ids)) found.push(...(await ctx.db('pages').whereIn('id', some).select(pageColumns)));
    return found;
  },
  async keep(
    ctx: Ctx,
    links: { source_page_id: number; target_page_id: number }[],
    versions: { page_id: number; title: string; blocks_json: string; note: string }[],
  ): Promise<void> {
    for (const some of portions(links)) await ctx.db('page_links').insert(some);
    await ctx.db('page_versions').insert(versions);
  },
  discard: (ctx: Ctx, ids: number[]) =>
    ctx.db('pages').whereIn('id', ids).whereNotNull('deleted_at').where({ content: '', deleted_with: null }).delete(),
  previous: (ctx: Ctx, pageId: number): Promise<{ title: string; blocks_json: string } | undefined> =>
    ctx
      .db('page_versions')
      .where({ page_id: pageId })
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .select('title', 'blocks_json')
      .then((rows) => rows[0]),
};
