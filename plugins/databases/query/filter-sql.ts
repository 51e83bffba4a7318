// Filters as SQL over pages of rows: every leaf is a look-up in the typed cells, by an index.
import { invalid } from '../../../core/http/problem.ts';
import { likeLiteral } from '../../../core/i18n/text-normalization.ts';
import { addDays, localToUtc } from '../calendar/zoned-dates.ts';
import { type Filter, type FilterLeaf, type Property, seenAs } from '../model.ts';
import { isRowNumber } from '../schema/property-traits.ts';
import { CHUNK, chunksOf, foldSearchText, NEEDLE_MAX } from '../schema/types/bases/text.ts';
import type { Comparison } from '../schema/types/property-type.ts';
import { propertyTypeOf, typeNamed } from '../schema/types/registry.ts';
import { among, type FilterContext, has, isSingle, type SqlQuery, unknown, wrong } from './cell-sql.ts';
import { opOf } from './filter.ts';
import { dayNamed, isMomentText, RANGE_NAMES, rangeNamed } from './relative-days.ts';

/** Adds the filter to a query over `pages`. @throws Problem validation_failed */
export function applyFilter(asking: FilterContext, query: SqlQuery, filter: Filter): void {
  if ('and' in filter) for (const one of filter.and) query.where((inner) => void applyFilter(asking, inner, one));
  else if ('or' in filter) {
    if (!filter.or.length) return;
    query.where((any) => {
      for (const one of filter.or) any.orWhere((inner) => void applyFilter(asking, inner, one));
    });
  } else applyLeaf(asking, query, filter);
}

function applyLeaf(asking: FilterContext, query: SqlQuery, leaf: FilterLeaf): void {
  const property = asking.schema.byId.get(leaf.property_id);
  if (!property) {
    if (asking.isSaved) return;
    throw invalid(
      ['body', 'filter'],
      'names a property that this database does not have',
      'value_error',
      leaf.property_id,
    );
  }
  try {
    BY_COMPARISON[propertyTypeOf(property).compares](asking, query, property, opOf(leaf), leaf.value);
  } catch (problem) {
    // The property was changed since the view was saved.
    if (!asking.isSaved) throw problem;
  }
}

type Apply = (asking: FilterContext, query: SqlQuery, property: Property, op: string, value: unknown) => void;

/**
 * The cells that match, one a row, when the filter is nothing but a range of numbers or days: where every row is there
 * for the reader they are counted by themselves.
 */
export function rangeOf(asking: FilterContext, filter: Filter): SqlQuery | undefined {
  const list = 'and' in filter ? filter.and : 'or' in filter ? filter.or : undefined;
  if (list) return list.length === 1 ? rangeOf(asking, list[0] as Filter) : undefined;
  const property = asking.schema.byId.get((filter as FilterLeaf).property_id);
  if (!property || !isSingle(property)) return undefined;
  let range: SqlQuery | undefined;
  const onRange = (cells: SqlQuery) => {
    range = cells;
  };
  applyLeaf({ ...asking, onRange }, asking.db('pages'), filter as FilterLeaf);
  return range;
}

/** What every type knows; false: the operator is another one. */
function emptiness(asking: FilterContext, query: SqlQuery, property: Property, op: string): boolean {
  if (op !== 'is_empty' && op !== 'is_not_empty') return false;
  has(asking, query, property, op === 'is_not_empty');
  return true;
}

const text: Apply = (asking, query, property, op, value) => {
  if (emptiness(asking, query, property, op)) return;
  if (typeof value !== 'string') throw wrong(property, 'is filtered by text');
  const wanted = foldSearchText(value);
  const matches = (pattern: string) => (cells: SqlQuery) =>
    void cells.whereRaw("cell.text_key like ? escape '\\'", [pattern]);
  if (op === 'equals' || op === 'does_not_equal') {
    equalText(asking, query, property, op === 'equals', value);
    return;
  }
  if (wanted.length > NEEDLE_MAX) throw wrong(property, `is filtered by at most ${NEEDLE_MAX} characters`);
  const all = likeLiteral(wanted);
  const part = `%${all}%`;
  if (op === 'contains') return among(asking, query, property, true, matches(part));
  if (op === 'does_not_contain') return among(asking, query, property, false, matches(part));
  if (op === 'starts_with')
    return among(asking, query, property, true, (cells) => matches(`${all}%`)(cells.where('cell.ord', 0)));
  if (op !== 'ends_with') throw unknown(property, op);
  among(asking, query, property, true, (cells) => {
    matches(`%${all}`)(cells);
    cells.whereNotExists(
      asking
        .db('row_value as later')
        .whereRaw('later.row_id = cell.row_id and later.property_id = cell.property_id and later.ord > cell.ord')
        .select(asking.db.raw('1')),
    );
  });
};

/** Long texts lie in several cells, and all of them must be equal. */
function equalText(asking: FilterContext, query: SqlQuery, property: Property, isEqual: boolean, value: string): void {
  const chunks = chunksOf(value);
  const same = (at: number) => (cells: SqlQuery) => void cells.where({ 'cell.ord': at, 'cell.text_key': chunks[at] });
  const isShort = chunks.length === 1 && (chunks[0] as string).length < CHUNK;
  if (isShort) {
    has(asking, query, property, isEqual, same(0));
    return;
  }
  const all = (inner: SqlQuery) => {
    for (const at of chunks.keys()) has(asking, inner, property, true, same(at));
    has(asking, inner, property, false, (cells) => void cells.where('cell.ord', chunks.length));
  };
  if (isEqual) query.where((inner) => all(inner));
  else query.whereNot((inner) => all(inner));
}

const SIGNS: Record<string, string> = { equals: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

const number: Apply = (asking, query, property, op, value) => {
  if (isRowNumber(property)) return rowNumber(asking, query, property, op, value);
  if (emptiness(asking, query, property, op)) return;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(property, 'is filtered by a number');
  const isThere = op !== 'does_not_equal' && op !== 'does_not_contain';
  const sign = SIGNS[op] ?? (/^(contains|does_not_contain|does_not_equal)$/.test(op) ? '=' : undefined);
  if (!sign) throw unknown(property, op);
  among(asking, query, property, isThere, (cells) => void cells.where('cell.num', sign, value));
};

function rowNumber({ db }: FilterContext, query: SqlQuery, property: Property, op: string, value: unknown): void {
  if (op === 'is_not_empty') return;
  if (op === 'is_empty') return void query.whereRaw('1 = 0');
  const wanted = typeof value === 'string' ? Number(/(\d{1,10})$/.exec(value)?.[1] ?? Number.NaN) : value;
  const sign = op === 'does_not_equal' ? '<>' : SIGNS[op];
  if (!sign) throw unknown(property, op);
  if (!Number.isInteger(wanted)) throw wrong(property, 'is filtered by a number');
  query.whereExists(
    db('collection_rows as numbered')
      .whereRaw('numbered.page_id = pages.id')
      .where('numbered.number', sign, wanted as number)
      .select(db.raw('1')),
  );
}

/** One option, or one of several. */
const option: Apply = (asking, query, property, op, value) => {
  if (emptiness(asking, query, property, op)) return;
  const isThere = op === 'equals' || op === 'contains';
  if (!isThere && op !== 'does_not_equal' && op !== 'does_not_contain') throw unknown(property, op);
  const wanted = Array.isArray(value) ? value : [value];
  const known = wanted.every((id) => property.config.options?.some((one) => one.id === id));
  if (!known) throw wrong(property, 'is filtered by ids of its options');
  has(asking, query, property, isThere, (cells) => void cells.whereIn('cell.text_key', wanted as string[]));
};

const refs: Apply = (asking, query, property, op, value) => {
  const { pageColumn: column } = propertyTypeOf(property);
  if (column && op === 'is_empty') return void query.whereNull(column);
  if (column && op === 'is_not_empty') return void query.whereNotNull(column);
  if (emptiness(asking, query, property, op)) return;
  const isThere = op === 'contains' || op === 'equals';
  if (!isThere && op !== 'does_not_contain' && op !== 'does_not_equal') throw unknown(property, op);
  const isPerson = typeNamed(seenAs(property).type).names === 'people';
  const wanted = value === 'me' && isPerson ? asking.userId : value;
  if (wanted === null) return void query.whereRaw('1 = 0');
  if (!Number.isInteger(wanted))
    throw wrong(property, isPerson ? 'is filtered by an id or me' : 'is filtered by an id');
  if (!column)
    return has(asking, query, property, isThere, (cells) => void cells.where('cell.ref_id', wanted as number));
  if (isThere) query.where(column, wanted as number);
  else query.where((any) => any.whereNot(column, wanted as number).orWhereNull(column));
};

const flag: Apply = (asking, query, property, op, value) => {
  if (emptiness(asking, query, property, op)) return;
  if (op !== 'equals' && op !== 'does_not_equal' && op !== 'contains') throw unknown(property, op);
  if (typeof value !== 'boolean') throw wrong(property, 'is filtered by true or false');
  has(asking, query, property, (op !== 'does_not_equal') === value);
};

/** How a day is compared: the least one, and the one before which it must be. */
function bounds(op: string, day: string): { from?: string; until?: string; outside?: true } | undefined {
  const next = addDays(day, 1);
  if (op === 'equals' || op === 'contains') return { from: day, until: next };
  if (op === 'does_not_equal' || op === 'does_not_contain') return { from: day, until: next, outside: true };
  if (op === 'before' || op === 'lt') return { until: day };
  if (op === 'after' || op === 'gt') return { from: next };
  if (op === 'on_or_before' || op === 'lte') return { until: next };
  return op === 'on_or_after' || op === 'gte' ? { from: day } : undefined;
}

function daysOf({ today }: FilterContext, property: Property, op: string, value: unknown) {
  const range = rangeNamed(op, today);
  if (range) return { from: range[0], until: range[1] };
  const day = dayNamed(value, today);
  if (!day) throw wrong(property, `is filtered by a day, or by ${RANGE_NAMES.join(', ')}`);
  const found = bounds(op, day);
  if (!found) throw unknown(property, op);
  return found as { from?: string; until?: string; outside?: true };
}

const MOMENT_SIGNS: Record<string, string> = {
  ...{ equals: '=', before: '<', lt: '<', after: '>', gt: '>' },
  ...{ on_or_before: '<=', lte: '<=', on_or_after: '>=', gte: '>=' },
};

/** A day is that of the value, wherever its clock is; a value with a time is compared as a moment. */
const date: Apply = (asking, query, property, op, value) => {
  if (emptiness(asking, query, property, op)) return;
  if (isMomentText(value)) {
    const sign = MOMENT_SIGNS[op];
    if (!sign) throw unknown(property, op);
    const at = new Date(/Z$|[+-]\d{2}:?\d{2}$/.test(value) ? value : localToUtc(value, asking.zone)).toISOString();
    return among(asking, query, property, true, (cells) => void cells.where('cell.at_start', sign, at));
  }
  const { from, until, outside } = daysOf(asking, property, op, value);
  among(asking, query, property, !outside, (cells) => {
    if (from) cells.where('cell.text_key', '>=', from);
    if (until) cells.where('cell.text_key', '<', until);
  });
};

/** When a row was made or changed: the days of the reader. */
const moment: Apply = (asking, query, property, op, value) => {
  const column = propertyTypeOf(property).pageColumn as string;
  if (op === 'is_not_empty') return;
  if (op === 'is_empty') return void query.whereRaw('1 = 0');
  const { from, until, outside } = daysOf(asking, property, op, isMomentText(value) ? value.slice(0, 10) : value);
  const start = (day: string) => localToUtc(`${day}T00:00:00`, asking.zone);
  const within = (inner: SqlQuery) => {
    if (from) inner.where(column, '>=', start(from));
    if (until) inner.where(column, '<', start(until));
  };
  if (outside) query.whereNot((inner) => within(inner));
  else query.where((inner) => within(inner));
};

const none: Apply = (_asking, _query, property) => {
  throw wrong(property, 'is nothing to filter by');
};

const BY_COMPARISON: Record<Comparison, Apply> = {
  text,
  number,
  option,
  options: option,
  refs,
  flag,
  date,
  moment,
  none,
};
