// SQL of rows: their values as JSON for reading, as typed cells for queries, and the hashes of those that are unique.
import type { Knex } from 'knex';
import { portions } from '../../../core/database/chunks.ts';
import { cachedQuery, insertRows } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { PAGE_FIELDS, type Page } from '../../pages/contract.ts';
import { type Property, storageOf, type Value } from '../model.ts';
import type { Schema } from '../schema/schema.ts';
import type { ValueCell } from '../schema/types/property-type.ts';

/** A row as it is stored; `values` are those it keeps, by property id. */
export interface StoredRow {
  page_id: number;
  collection_id: number;
  number: number;
  values_json: string;
  /** settings as clients send them; empty: none */
  calendar_json: string;
  /** the same as RFC 5545 text, with the occurrences that differ */
  calendar_text: string;
}

export interface StoredCell extends ValueCell {
  property_id: number;
  row_id: number;
  ord: number;
}

export type RowValues = Record<string, Value>;

/** Values by property; those of `moved` properties are kept under another id. */
export function parseRowValues(
  { values_json }: Pick<StoredRow, 'values_json'>,
  { moved }: Pick<Schema, 'moved'>,
): RowValues {
  const values = JSON.parse(values_json) as RowValues;
  return moved.length ? exchanged(values, moved) : values;
}

/** The same as they are kept. */
export const keptValues = (values: RowValues, { moved }: Pick<Schema, 'moved'>): string =>
  JSON.stringify(moved.length ? exchanged(values, moved) : values);

/** What stands under either id goes under the other, so that nothing is lost on the way there and back. */
function exchanged(values: RowValues, moved: Property[]): RowValues {
  const found = { ...values };
  for (const property of moved) {
    const { id } = property;
    const storage = storageOf(property);
    const [own, kept] = [found[id], found[storage]];
    for (const [key, value] of [
      [id, kept],
      [storage, own],
    ] as const)
      if (value === undefined) delete found[key];
      else found[key] = value;
  }
  return found;
}

/** Rows read in one go, and rows in one insert: SQLite takes a limited number of values. */
const AT_ONCE = 1000;
const INSERTED_AT_ONCE = 500;

/** What a row shows of its page, and of itself. */
export const ROW_COLUMNS = [
  ...PAGE_FIELDS.map((name) => `pages.${name}`),
  'pages.access_root_id',
  'collection_rows.collection_id',
  'collection_rows.number',
  'collection_rows.values_json',
  'collection_rows.calendar_json',
  'collection_rows.calendar_text',
];

/** Where the rows of a database lie. */
export interface RowAccessRoots {
  /** access roots of those that are live, each once; null: such as have none */
  roots: (number | null)[];
  hasTrash: boolean;
}

export type RowRecord = Page & Omit<StoredRow, 'page_id'> & { access_root_id: number | null };

export const rowStore = {
  async byId(ctx: Ctx, pageId: number): Promise<StoredRow | undefined> {
    const [row] = await cachedQuery<StoredRow>(ctx.db, 'row by page', [pageId], ([wanted]) =>
      ctx.db('collection_rows').where({ page_id: wanted }).select('*'),
    );
    return row;
  },

  byIds: async (ctx: Ctx, ids: number[]): Promise<StoredRow[]> => {
    const found: StoredRow[] = [];
    for (const some of portions(ids)) found.push(...(await ctx.db('collection_rows').whereIn('page_id', some)));
    return found;
  },

  /** with their pages, in the trash too */
  async records(ctx: Ctx, ids: number[]): Promise<RowRecord[]> {
    const found: RowRecord[] = [];
    for (const some of portions(ids))
      found.push(
        ...(await ctx
          .db('collection_rows')
          .join('pages', 'pages.id', 'collection_rows.page_id')
          .whereIn('collection_rows.page_id', some)
          .select(ROW_COLUMNS)),
      );
    return found;
  },

  /** what decides who may change these rows */
  async guards(
    ctx: Ctx,
    ids: number[],
  ): Promise<Pick<RowRecord, 'id' | 'access_root_id' | 'is_locked' | 'locked_by'>[]> {
    const found = [];
    for (const some of portions(ids))
      found.push(
        ...(await ctx.db('pages').whereIn('id', some).select('id', 'access_root_id', 'is_locked', 'locked_by')),
      );
    return found;
  },

  /** the same, held until the transaction ends */
  hold: async (ctx: Ctx, ids: number[]): Promise<StoredRow[]> => {
    const found: StoredRow[] = [];
    for (const some of portions(ids.toSorted((a, b) => a - b)))
      found.push(...(await ctx.db('collection_rows').whereIn('page_id', some).orderBy('page_id').forUpdate()));
    return found;
  },

  /** every row of a database, in the trash too, `after` this one */
  some: (ctx: Ctx, collectionId: number, after: number, limit = AT_ONCE): Promise<StoredRow[]> =>
    ctx
      .db('collection_rows')
      .where({ collection_id: collectionId })
      .where('page_id', '>', after)
      .orderBy('page_id')
      .limit(limit),

  /** every row of these databases, in the trash too */
  async idsIn(ctx: Ctx, collectionIds: number[]): Promise<number[]> {
    const found: number[] = [];
    for (const some of portions(collectionIds))
      for (const id of await ctx.db('collection_rows').whereIn('collection_id', some).pluck('page_id')) found.push(id);
    return found;
  },

  count: async (ctx: Ctx, collectionId: number): Promise<number> => {
    const [row] = (await ctx.db('collection_rows').where({ collection_id: collectionId }).count({ n: '*' })) as {
      n: number;
    }[];
    return Number(row?.n ?? 0);
  },

  /** Walks from root to root by the index: there are few of them, and many rows below each. */
  async places(ctx: Ctx, collectionId: number): Promise<RowAccessRoots> {
    const live = 'from pages where collection_id = ? and deleted_at is null and access_root_id';
    const answer = await ctx.db.raw(
      `with recursive found (root) as (
         select (select min(access_root_id) ${live} > 0)
         union all select (select min(access_root_id) ${live} > found.root) from found where found.root is not null
       )
       select root, 1 as is_live from found where root is not null
       union all select null, 1 where exists (select 1 ${live} is null)
       union all select null, 0 where exists (select 1 from pages where collection_id = ? and deleted_at is not null)`,
      [collectionId, collectionId, collectionId, collectionId],
    );
    const rows: { root: number | null; is_live: number }[] = Array.isArray(answer) ? answer : answer.rows;
    const roots = rows.filter((one) => one.is_live).map(({ root }) => root);
    return { roots, hasTrash: roots.length < rows.length };
  },

  async insert(ctx: Ctx, rows: StoredRow[]): Promise<void> {
    for (const some of portions(rows, INSERTED_AT_ONCE)) await insertRows(ctx.db, 'collection_rows', some);
  },

  async setValues(ctx: Ctx, rows: Pick<StoredRow, 'page_id' | 'values_json'>[]): Promise<void> {
    for (const some of portions(rows, INSERTED_AT_ONCE))
      await ctx.db.raw(
        `update collection_rows set values_json = given.column2
         from (values ${some.map(() => '(cast(? as integer), ?)')}) as given
         where collection_rows.page_id = given.column1`,
        some.flatMap(({ page_id, values_json }) => [page_id, values_json]),
      );
  },

  setCalendar: (ctx: Ctx, pageId: number, columns: Pick<StoredRow, 'calendar_json' | 'calendar_text'>) =>
    ctx.db('collection_rows').where({ page_id: pageId }).update(columns),

  /** of these rows, those that are live pages */
  live: async (ctx: Ctx, ids: number[]): Promise<Set<number>> => {
    const found = new Set<number>();
    for (const some of portions(ids))
      for (const id of await ctx.db('pages').whereIn('id', some).whereNull('deleted_at').pluck('id')) found.add(id);
    return found;
  },

  /** rows of databases among these pages, by database */
  ofPages: async (ctx: Ctx, pageIds: number[]): Promise<Map<number, number[]>> => {
    const found = new Map<number, number[]>();
    for (const some of portions(pageIds)) {
      const rows = await ctx.db('collection_rows').whereIn('page_id', some).select('page_id', 'collection_id');
      for (const { page_id, collection_id } of rows) {
        const known = found.get(collection_id);
        if (known) known.push(page_id);
        else found.set(collection_id, [page_id]);
      }
    }
    return found;
  },
};

export const cellStore = {
  async insert(ctx: Ctx, cells: StoredCell[]): Promise<void> {
    for (const some of portions(cells, INSERTED_AT_ONCE))
      await insertRows(
        ctx.db,
        'row_value',
        some.map(({ property_id, row_id, ord, text_key, num, at_start, at_end, ref_id }) => ({
          ...{ property_id, row_id, ord, text_key: text_key ?? null, num: num ?? null },
          ...{ at_start: at_start ?? null, at_end: at_end ?? null, ref_id: ref_id ?? null },
        })),
      );
  },

  /** those of these properties of each row */
  async remove(ctx: Ctx, cells: { row_id: number; property_ids: number[] }[]): Promise<void> {
    const alike = Map.groupBy(cells, ({ property_ids }) => property_ids.toSorted((a, b) => a - b).join());
    for (const rows of alike.values())
      for (const some of portions(rows))
        await ctx
          .db('row_value')
          .whereIn(
            'row_id',
            some.map(({ row_id }) => row_id),
          )
          .whereIn('property_id', some[0]?.property_ids ?? [])
          .delete();
  },

  /** after those of a whole property were written */
  analyze: (ctx: Ctx): Promise<void> => ctx.dialect.analyze(ctx.db, 'row_value'),

  /** rows whose value of any of these properties names one of these ids */
  naming: async (
    ctx: Ctx,
    propertyIds: number[],
    refIds: number[],
  ): Promise<{ property_id: number; row_id: number; ref_id: number }[]> => {
    const found: { property_id: number; row_id: number; ref_id: number }[] = [];
    if (!propertyIds.length) return found;
    for (const some of portions(refIds))
      found.push(
        ...(await ctx
          .db('row_value')
          .whereIn('property_id', propertyIds)
          .whereIn('ref_id', some)
          .select('property_id', 'row_id', 'ref_id')),
      );
    return found;
  },

  /** rows that rows of these databases name in their relations */
  async related(ctx: Ctx, collectionIds: number[]): Promise<number[]> {
    const found: number[] = [];
    for (const some of portions(collectionIds)) {
      const own = ctx.db('collection_properties').whereIn('collection_id', some).where({ type: 'relation' });
      const cells = ctx.db('row_value').whereIn('property_id', own.select('id')).whereNotNull('ref_id');
      found.push(...(await cells.distinct('ref_id').pluck('ref_id')));
    }
    return found;
  },

  /** how many rows have a value of this property, and of this option of it; `narrow` says which rows count */
  used: async (
    ctx: Ctx,
    propertyId: number,
    option: string | undefined,
    narrow: (query: Knex.QueryBuilder) => void,
  ): Promise<number> => {
    const query = ctx.db('row_value').join('pages', 'pages.id', 'row_value.row_id').where({ property_id: propertyId });
    narrow(query);
    if (option !== undefined) query.where({ text_key: option });
    const [row] = (await query.countDistinct({ total: 'row_id' })) as { total: number }[];
    return Number(row?.total ?? 0);
  },
};

/** The hashes that keep values apart; a row in the trash holds none. */
export const uniqueStore = {
  /** Returns the rows that got their value; of the others somebody else has it. */
  async take(ctx: Ctx, property_id: number, wanted: { row_id: number; value_hash: string }[]): Promise<Set<number>> {
    const taken = new Set<number>();
    for (const some of portions(wanted, INSERTED_AT_ONCE)) {
      const made: { row_id: number }[] = await ctx
        .db('row_unique')
        .insert(some.map((one) => ({ property_id, ...one })))
        .onConflict(['property_id', 'value_hash'])
        .ignore()
        .returning('row_id');
      for (const { row_id } of made) taken.add(row_id);
    }
    return taken;
  },
  /** of these hashes, those that rows hold already */
  taken: async (ctx: Ctx, property_id: number, hashes: string[]): Promise<Set<string>> => {
    const found = new Set<string>();
    for (const some of portions(hashes))
      for (const hash of await ctx
        .db('row_unique')
        .where({ property_id })
        .whereIn('value_hash', some)
        .pluck('value_hash'))
        found.add(hash);
    return found;
  },
  async release(ctx: Ctx, rowIds: number[], propertyIds?: number[]): Promise<void> {
    for (const some of portions(rowIds)) {
      const query = ctx.db('row_unique').whereIn('row_id', some);
      if (propertyIds) query.whereIn('property_id', propertyIds);
      await query.delete();
    }
  },
  releaseAll: (ctx: Ctx, propertyId: number) => ctx.db('row_unique').where({ property_id: propertyId }).delete(),
};
