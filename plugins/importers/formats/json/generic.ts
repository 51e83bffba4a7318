// JSON without a shape of its own: lists of objects and objects of objects become databases, all else pages that show it.
import type { Item, PageItem } from '../../contract.ts';
import { valueAsText } from '../../tables/columns.ts';
import { gridItems } from '../../tables/grid.ts';

export type JsonFields = Record<string, unknown>;

export const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const COLUMNS_MAX = 200;
/** Objects in objects become columns `a.b` down to here. */
const DEPTH_MAX = 3;
/** More of a value than this is not shown. */
const SHOWN_MAX = 100_000;
/** Longer texts do not fit into the table of properties. */
const PROPERTY_MAX = 5000;
const TITLE = /^(title|name|label|summary|subject|titel)$/i;

/** What one document holds. `id` is its path. */
export function* jsonItems(id: string, title: string, value: unknown, parent?: string): Generator<Item> {
  const table = tableIn(value);
  if (table) return yield* tableItems(id, title, table, parent);
  if (!isFields(value)) return yield* pageItems(id, title, value, parent);
  const parts = Object.entries(value).map(([name, inner]) => ({ name, inner, table: tableIn(inner) }));
  const tables = parts.flatMap((part) => (part.table ? [{ name: part.name, table: part.table }] : []));
  const rest = Object.fromEntries(parts.flatMap((part) => (part.table ? [] : [[part.name, part.inner]])));
  // A single list is the document itself; names beside it describe it.
  const [only] = tables;
  if (tables.length === 1 && only && !Object.keys(rest).length) return yield* tableItems(id, title, only.table, parent);
  yield* pageItems(id, title, rest, parent);
  for (const { name, table: inner } of tables) yield* tableItems(`${id}#${name}`, name, inner, id);
}

interface Table {
  names: string[];
  rows: Map<string, unknown>[];
  /** place of the column that names the rows */
  title: number;
}

function tableIn(value: unknown): Table | undefined {
  const objects = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  if (!objects.length || !objects.every(isFields) || !objects.some((one) => Object.keys(one).length)) return undefined;
  const rows = objects.map((one) => new Map(flattened(one)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  if (Array.isArray(value)) return { names, rows, title: titleOf(names.slice(0, COLUMNS_MAX), rows) };
  // One object in another one is a part of it, and what has that many names is no table.
  if (rows.length < 2 || names.length >= COLUMNS_MAX) return undefined;
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let key = 'Key';
  for (let more = 2; taken.has(key.toLowerCase()); more++) key = `Key ${more}`;
  const keys = Object.keys(value as JsonFields);
  return { names: [key, ...names], rows: rows.map((row, at) => row.set(key, keys[at])), title: 0 };
}

function* tableItems(id: string, title: string, { names, rows, title: at }: Table, parent?: string): Generator<Item> {
  const cut = names.length > COLUMNS_MAX;
  if (cut)
    yield {
      type: 'problem',
      at: id,
      kind: 'more_columns',
      because: `It has more than ${COLUMNS_MAX} different names.`,
    };
  const shown = names.slice(0, COLUMNS_MAX);
  yield* gridItems({
    ...{ id, title, names: shown, ...(parent && { parent }) },
    rows: rows.map((row) => shown.map((name) => row.get(name))),
    title_column: at,
  });
}

function* flattened(fields: JsonFields, before = '', depth = 1): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(fields)) {
    const name = before ? `${before}.${key}` : key;
    if (isFields(value) && depth < DEPTH_MAX && Object.keys(value).length) yield* flattened(value, name, depth + 1);
    else yield [name, value];
  }
}

/** A name that says so, else the first that holds texts in most rows, else the first. */
function titleOf(names: string[], rows: Map<string, unknown>[]): number {
  const called = names.findIndex((name) => TITLE.test(name));
  if (called >= 0) return called;
  const some = rows.slice(0, 100);
  const texts = names.findIndex(
    (name) => some.filter((row) => typeof row.get(name) === 'string').length * 2 > some.length,
  );
  return Math.max(0, texts);
}

/** A page, and the fault of one that shows a part of the value only. */
function* pageItems(id: string, title: string, value: unknown, parent?: string): Generator<Item> {
  const page: PageItem = { type: 'page', id, title, ...(parent && { parent }) };
  const isPlain = (one: unknown) =>
    one === null || typeof one !== 'object' || (Array.isArray(one) && one.every(isPlain));
  const isShort = (one: unknown) => isPlain(one) && valueAsText(one).length <= PROPERTY_MAX;
  if (isFields(value) && Object.values(value).every(isShort) && Object.keys(value).length <= COLUMNS_MAX)
    return yield { ...page, properties: value };
  if (Array.isArray(value) && value.every(isPlain) && value.length <= 1000)
    return yield { ...page, markdown: value.map((one) => `- ${lineOf(one)}`).join('\n') };
  if (!isFields(value) && !Array.isArray(value)) return yield { ...page, markdown: lineOf(value) };
  const text = JSON.stringify(value, null, 2);
  yield { ...page, markdown: fenced(text.slice(0, SHOWN_MAX)) };
  if (text.length <= SHOWN_MAX) return;
  const because = `Its page shows the first ${SHOWN_MAX} characters only; the file is kept beside it.`;
  yield { type: 'problem', at: id, kind: 'too_large', because };
}

const lineOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');

const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
};
