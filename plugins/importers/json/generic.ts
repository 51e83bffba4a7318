// JSON without a shape of its own: lists of objects become databases, all else pages that show it.
import type { Item, PageItem } from '../contract.ts';
import { gridItems } from '../tables/grid.ts';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const COLUMNS_MAX = 200;
/** Objects in objects become columns `a.b` down to here. */
const DEPTH_MAX = 3;
/** More of a value than this is shown as a file. */
const SHOWN_MAX = 100_000;
const TITLE = /^(title|name|label|summary|subject|titel)$/i;

/** What one document holds. `id` is its path. */
export function* jsonItems(id: string, title: string, value: unknown, parent?: string): Generator<Item> {
  if (isTable(value)) return yield* tableItems(id, title, value, parent);
  if (!isFields(value)) return yield pageOf(id, title, value, parent);
  const tables = Object.entries(value).filter(([, inner]) => isTable(inner));
  const rest = Object.fromEntries(Object.entries(value).filter(([, inner]) => !isTable(inner)));
  // A single list is the document itself; names beside it describe it.
  const [only] = tables;
  if (tables.length === 1 && only && !Object.keys(rest).length)
    return yield* tableItems(id, title, only[1] as Fields[], parent);
  yield pageOf(id, title, rest, parent);
  for (const [name, rows] of tables) yield* tableItems(`${id}#${name}`, name, rows as Fields[], id);
}

const isTable = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields) && value.some((one) => Object.keys(one).length);

function* tableItems(id: string, title: string, objects: Fields[], parent?: string): Generator<Item> {
  const rows = objects.map((one) => new Map(flattened(one)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
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
    title_column: titleOf(shown, rows),
  });
}

function* flattened(fields: Fields, before = '', depth = 1): Generator<[string, unknown]> {
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

function pageOf(id: string, title: string, value: unknown, parent?: string): PageItem {
  const page: PageItem = { type: 'page', id, title, ...(parent && { parent }) };
  const text = JSON.stringify(value, null, 2);
  const isPlain = (one: unknown) =>
    one === null || typeof one !== 'object' || (Array.isArray(one) && one.every(isPlain));
  if (isFields(value) && Object.values(value).every(isPlain) && Object.keys(value).length <= COLUMNS_MAX)
    return { ...page, properties: value };
  if (Array.isArray(value) && value.every(isPlain) && value.length <= 1000)
    return { ...page, markdown: value.map((one) => `- ${lineOf(one)}`).join('\n') };
  if (isFields(value) || Array.isArray(value)) return { ...page, markdown: fenced(text.slice(0, SHOWN_MAX)) };
  return { ...page, markdown: lineOf(value) };
}

const lineOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');

const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
};
