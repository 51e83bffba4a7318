// Lists of rows: filtered, sorted, narrowed to what the actor may see, and cut into pages, all in one statement.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../../core/access/access-control.ts';
import { scopeValues } from '../../../core/access/scope-bindings.ts';
import { cachedQuery } from '../../../core/database/query-cache.ts';
import { writeListCursor } from '../../../core/http/pagination.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { pages } from '../../pages/contract.ts';
import type { Filter, Sort } from '../model.ts';
import { ROW_COLUMNS, type RowRecord } from '../rows/store.ts';
import type { Schema } from '../schema/schema.ts';
import { seesEveryRow } from '../visibility/per-reader-rollups.ts';
import { type FilterContext, filterContext } from './cell-sql.ts';
import { applyFilter, rangeOf } from './filter-sql.ts';
import type { KnownTotal, RowQuery, RowWindow } from './row-query.ts';
import { searchRows } from './row-search.ts';
import { after, joinCells, type Order, orderBy, ordersOf, type RowCursor, sortsKey } from './sort-sql.ts';

/** One list as it is asked for: what changes its text, and what is put into that. */
class Listing {
  readonly ctx: Ctx;
  readonly asking: FilterContext;
  readonly filter: Filter | null;
  readonly ids: number[] | undefined;
  readonly search: string;
  readonly sorts: Sort[];
  readonly orders: Order[];
  readonly scope: VisibilityScope;
  /** the direction in which equal rows follow each other: an index is read in one direction */
  readonly last: 'asc' | 'desc';
  /** whether the rows come with their records, which for those that are skipped would be read in vain */
  readonly bringsRecords: boolean;

  constructor(ctx: Ctx, schema: Schema, query: RowQuery, scope: VisibilityScope, window?: RowWindow & KnownTotal) {
    this.ctx = ctx;
    this.asking = filterContext(ctx, schema, query.isSaved);
    this.filter = query.filter ?? null;
    this.ids = query.ids;
    this.search = query.search ?? '';
    this.sorts = query.sorts ?? [];
    this.orders = ordersOf(this.asking, this.sorts);
    this.scope = scope;
    this.last = this.orders.length === 1 && this.orders[0]?.isDescending ? 'desc' : 'asc';
    if (window && this.#isDense(window)) this.asking.isDense = true;
    this.bringsRecords = this.isInOrder && (window?.offset ?? 0) < SKIPPED_MAX;
  }

  /** Whether an index gives the rows one after the other, so that nothing is read of those behind the page. */
  get isInOrder(): boolean {
    return !this.orders.length || (this.leading !== undefined && this.orders.length === 1);
  }

  /** Whether a page is full sooner by walking the rows in their order than by collecting all that match. */
  #isDense({ limit, offset = 0, total = 0 }: RowWindow & KnownTotal): boolean {
    const walked = ((offset + limit) * this.asking.schema.collection.last_number) / Math.max(total, 1);
    return this.ids !== undefined || (this.isInOrder && walked < total);
  }

  /** The sort whose index gives the rows that have a value; those without follow. */
  get leading(): Order | undefined {
    const [first] = this.orders;
    return first?.cell && first.isNullable ? first : undefined;
  }

  get key(): string {
    const { filter, sorts, asking } = this;
    const { collection, hiddenKey } = asking.schema;
    const means = filter ? [asking.userId, asking.today, asking.zone] : [];
    const { id, workspace_id, page_id, sync_version } = collection;
    const place = [this.ctx.app.instance, id, workspace_id, page_id, sync_version];
    return JSON.stringify([...place, hiddenKey, filter, sorts, ...means]);
  }

  /** Visible rows that the filter lets through; `part` is one half of those that are sorted by a leading cell. */
  base(scope: VisibilityScope, part: 'all' | 'led' | 'rest', trashed = false): Knex.QueryBuilder {
    const { db, schema } = this.asking;
    const { id, workspace_id, page_id } = schema.collection;
    const query = part === 'led' ? this.#led(db) : db('pages');
    query.where({ 'pages.collection_id': id, 'pages.workspace_id': workspace_id, 'pages.parent_id': page_id });
    this.ctx.use(pages).narrow(this.ctx, query, scope, { trashed });
    if (part === 'rest') {
      const { propertyId } = (this.leading as Order).cell as { propertyId: number };
      const { dialect } = this.ctx;
      const first = { row_id: 'pages.id', property_id: propertyId, ord: 0 };
      const led = dialect.rowsByKey(db, 'row_value', 'none', first).select(db.raw('1'));
      dialect.whereApart(query, false, db.raw('exists ?', [led]));
    }
    const narrow = (related: Knex.QueryBuilder) =>
      this.ctx.use(pages).narrow(this.ctx, related, scope, { alias: 'related' });
    if (this.filter) applyFilter(scope.everything ? this.asking : { ...this.asking, narrow }, query, this.filter);
    if (this.search.trim()) searchRows(this.ctx, schema, query, this.search, scope);
    if (this.ids) query.whereIn('pages.id', this.ids);
    return query;
  }

  #led(db: Knex): Knex.QueryBuilder {
    const { alias, propertyId } = (this.leading as Order).cell as { alias: string; propertyId: number };
    const query = db(`row_value as ${alias}`).where({ [`${alias}.property_id`]: propertyId, [`${alias}.ord`]: 0 });
    this.ctx.dialect.followByKey(query, 'pages', { id: `${alias}.row_id` });
    return query;
  }

  /** Ids of all rows in their order. */
  whole(): Knex.QueryBuilder {
    const query = this.base(this.scope, 'all');
    joinCells(this.ctx.dialect, query, this.orders);
    this.#inOrder(query, 'all', this.orders);
    return query.select('pages.id');
  }

  #inOrder(query: Knex.QueryBuilder, part: 'all' | 'led' | 'rest', sorted: Order[]): void {
    const id = part === 'led' ? `${this.leading?.cell?.alias}.row_id` : 'pages.id';
    if (sorted.length || part === 'rest') orderBy(query, sorted, this.last, id);
    else query.orderBy('pages.position').orderBy('pages.id');
  }

  /** Ids and sort values of one page of a part. */
  page(
    scope: VisibilityScope,
    part: 'all' | 'led' | 'rest',
    { limit, offset = 0, cursor }: RowWindow,
  ): Knex.QueryBuilder {
    const query = this.base(scope, part);
    const rest = part === 'rest' ? this.orders.slice(1) : this.orders;
    joinCells(this.ctx.dialect, query, part === 'led' ? this.orders.slice(1) : rest);
    const sorted =
      part === 'led' ? [{ ...(this.orders[0] as Order), isNullable: false }, ...this.orders.slice(1)] : rest;
    if (cursor)
      after(query, sorted, part === 'rest' ? { ...cursor, values: cursor.values.slice(1) } : cursor, this.last);
    this.#inOrder(query, part, sorted);
    query.limit(limit).offset(offset);
    if (this.bringsRecords) withRecords(this.ctx, query);
    else query.select('pages.id');
    for (const [at, { expression }] of this.orders.entries())
      query.select(this.ctx.db.raw(part === 'rest' && at === 0 ? `null as key${at}` : `${expression} as key${at}`));
    return query.select('pages.position as place');
  }
}

/** Joined last, whatever a planner would rather do. */
const withRecords = (ctx: Ctx, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .crossJoin('collection_rows' as never)
    .whereRaw('collection_rows.page_id = pages.id')
    .select(ctx.dialect.pack(ctx.db, ROW_COLUMNS) as string[]);

const SKIPPED_MAX = 1000;
/** Of a list that is read to its end. */
const WHOLE_AT_ONCE = 200;

/** With the whole record where the list brings it. */
type Found = { id: number; place: number } & Partial<RowRecord> & Record<`key${number}`, string | number | null>;

/** Hot lists are saved views: their text is written once. Any other is asked as it is. */
async function found(listing: Listing, part: 'all' | 'led' | 'rest', window: RowWindow): Promise<Found[]> {
  if (window.limit < 1) return [];
  const isOnce = !listing.asking.isSaved || window.cursor || listing.ids || listing.search;
  const rows = await (isOnce ? listing.page(listing.scope, part, window) : knownPage(listing, part, window));
  return listing.bringsRecords ? listing.ctx.dialect.unpack(rows, ROW_COLUMNS) : (rows as never);
}

function knownPage(listing: Listing, part: 'all' | 'led' | 'rest', window: RowWindow): Promise<object[]> {
  const { shape, values, marked } = scopeValues(listing.scope);
  const way = [part, listing.asking.isDense, listing.bringsRecords];
  const key = `rows ${listing.key} ${shape} ${way} ${window.limit} ${window.offset ?? 0}`;
  return cachedQuery(listing.ctx.db, key, values, (marks) => listing.page(marked([...marks]), part, window));
}

const scopeIn = (ctx: Ctx, { collection }: Schema): Promise<VisibilityScope> =>
  ctx.app.access.scope(ctx, collection.workspace_id, collection.epoch);

export interface RowListPage {
  records: RowRecord[];
  /** where the list goes on, null at its end */
  cursor: string | null;
}

export async function listRows(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  window: RowWindow & KnownTotal,
): Promise<RowListPage> {
  const scope = await scopeIn(ctx, schema);
  const listing = new Listing(ctx, schema, query, scope, window);
  // One more than is shown: whether the list goes on is known, and not guessed.
  const asked = { ...window, limit: window.limit + 1 };
  const read = await (listing.leading ? ledPage(listing, asked) : plainPage(listing, asked));
  const rows = read.slice(0, window.limit);
  const ids = rows.map(({ id }) => id);
  const records = listing.bringsRecords ? (rows as unknown as RowRecord[]) : await recordsOf(ctx, ids);
  const last = read.length > rows.length ? rows.at(-1) : undefined;
  return { records, cursor: last ? cursorAt(listing, last) : null };
}

/** Without sorts rows stand in the order of their places, which a cursor remembers like a sort. */
const placed: Order = { expression: 'pages.position', isDescending: false, isNullable: false };

async function plainPage(listing: Listing, window: RowWindow): Promise<Found[]> {
  if (listing.orders.length || !window.cursor) return found(listing, 'all', window);
  const { ctx, scope } = listing;
  const query = withRecords(ctx, listing.base(scope, 'all')).select('pages.position as place').limit(window.limit);
  after(query, [placed], window.cursor, 'asc');
  return ctx.dialect.unpack(await query.orderBy('pages.position').orderBy('pages.id'), ROW_COLUMNS);
}

async function ledPage(listing: Listing, window: RowWindow): Promise<Found[]> {
  const { limit, offset = 0, cursor } = window;
  const led = cursor?.isRest ? [] : await found(listing, 'led', window);
  if (led.length === limit) return led;
  if (cursor) {
    const rest = await found(listing, 'rest', { limit: limit - led.length, ...(cursor.isRest ? { cursor } : {}) });
    return [...led, ...rest];
  }
  const before = led.length || !offset ? offset + led.length : await count(listing, 'led');
  const rest = await found(listing, 'rest', { limit: limit - led.length, offset: Math.max(0, offset - before) });
  return [...led, ...rest];
}

function cursorAt({ sorts, orders, leading }: Listing, row: Found): string {
  const values = orders.length ? orders.map((_order, at) => row[`key${at}`] ?? null) : [row.place];
  const isRest = Boolean(leading) && values[0] === null;
  return writeListCursor({ key: sortsKey(sorts), isRest, values, id: row.id } satisfies RowCursor);
}

/**
 * All rows of a list in its order, in portions. Their ids are found once: a list that is sorted or filtered is collected
 * as a whole for each page of it. What is deleted or hidden meanwhile is left out.
 */
export async function wholeList(ctx: Ctx, schema: Schema, query: RowQuery): Promise<AsyncGenerator<RowRecord[]>> {
  const listing = new Listing(ctx, schema, query, await scopeIn(ctx, schema));
  const [listed] = await ctx.dialect.rowsAsText(ctx.db, listing.whole(), ['id']);
  const ids = Int32Array.from((JSON.parse(listed.rows) as [number][]).flat());
  async function* read(): AsyncGenerator<RowRecord[]> {
    for (let at = 0; at < ids.length; at += WHOLE_AT_ONCE)
      yield recordsOf(ctx, [...ids.subarray(at, at + WHOLE_AT_ONCE)], await scopeIn(ctx, schema));
  }
  return read();
}

/** Of these rows, those that are within the scope; without one, all. */
async function recordsOf(ctx: Ctx, ids: number[], scope: VisibilityScope = { everything: true }): Promise<RowRecord[]> {
  if (!ids.length) return [];
  const { shape, values, marked } = scopeValues(scope);
  const rows = await cachedQuery<object>(ctx.db, `records ${ids.length} ${shape}`, [...ids, ...values], (marks) => {
    const query = ctx
      .db('pages')
      .crossJoin('collection_rows' as never)
      .whereRaw('collection_rows.page_id = pages.id')
      .whereIn('pages.id', marks.slice(0, ids.length))
      .select(ctx.dialect.pack(ctx.db, ROW_COLUMNS) as string[]);
    ctx.use(pages).narrow(ctx, query, marked(marks.slice(ids.length)));
    return query;
  });
  const byId = new Map(ctx.dialect.unpack<RowRecord>(rows, ROW_COLUMNS).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** By all that changes them: any change of a row, a schema or of rights makes another key. */
const counts = new LruCache<number>(2_000_000, () => 8);

async function count(listing: Listing, part: 'all' | 'led'): Promise<number> {
  const { ctx, asking, scope } = listing;
  const { rows_version, epoch } = asking.schema.collection;
  const key = `${ctx.app.instance} ${part} ${rows_version} ${epoch} ${listing.key} ${JSON.stringify(scope)}`;
  // The text of a row is no part of what makes the key another one.
  const isKept = !ctx.inTransaction && !listing.search;
  const kept = isKept ? counts.peek(key) : undefined;
  if (kept !== undefined) return kept;
  const cells = part === 'all' && listing.filter && !listing.search ? rangeOf(asking, listing.filter) : undefined;
  const isWhole = cells !== undefined && (await seesEveryRow(ctx, asking.schema.collection));
  const rows = isWhole ? cells : listing.base(scope, part);
  const [row] = (await rows.count({ total: '*' })) as { total: number }[];
  const total = Number(row?.total ?? 0);
  return isKept ? counts.getOrCreate(key, () => total) : total;
}

export async function countRows(ctx: Ctx, schema: Schema, query: RowQuery): Promise<number> {
  const scope = await scopeIn(ctx, schema);
  return count(new Listing(ctx, schema, { ...query, ids: undefined }, scope), 'all');
}

/** A page of rows, and how many match in all, whichever ids are asked for: how many there are says how to find them. */
export async function listCounted(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  window: RowWindow,
): Promise<RowListPage & { total: number }> {
  const counted = countRows(ctx, schema, query);
  if (query.filter)
    return { ...(await listRows(ctx, schema, query, { ...window, total: await counted })), total: await counted };
  const [listed, total] = await Promise.all([listRows(ctx, schema, query, window), counted]);
  return { ...listed, total };
}

/** Visible rows that the filter lets through, as a query over `pages`; `trashed`: of those in the trash instead. */
export async function matching(
  ctx: Ctx,
  schema: Schema,
  query: RowQuery,
  trashed = false,
): Promise<{ query: Knex.QueryBuilder; asking: FilterContext }> {
  const scope = await scopeIn(ctx, schema);
  const listing = new Listing(ctx, schema, { ...query, sorts: [] }, scope);
  return { query: listing.base(scope, 'all', trashed), asking: listing.asking };
}
