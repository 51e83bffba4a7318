// A view as a file: CSV that no program runs, a table in Markdown, or JSON with everything that a row says.
import type { Ctx } from '../../core/context.ts';
import { type CsvValue, csvLine } from '../../core/delimited.ts';
import type { Property, Row, RowTable, Value, View } from './contract.ts';
import { type Known, knownOf, shown } from './display.ts';
import { shownProperties } from './formulas.ts';
import { presentCollection, presentRows } from './present.ts';
import { readCursor } from './query/order.ts';
import { listRows } from './query/run.ts';
import type { Schema } from './schema.ts';
import { columnsOf } from './section.ts';
import { typeOf } from './types/registry.ts';

const AT_ONCE = 500;

/** All rows of the view in its order, in portions. */
async function* rowsOf(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<Row[]> {
  const { filter, sorts = [] } = view?.config ?? {};
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const at = cursor === undefined ? {} : { cursor: readCursor(cursor, sorts, 'query') };
    const listed = await listRows(ctx, schema, { filter, sorts, isSaved: true }, { limit: AT_ONCE, ...at });
    cursor = listed.cursor;
    yield presentRows(ctx, schema, listed.records);
  }
}

/** Numbers and flags are what they are; everything else is said in words. */
function cellOf(ctx: Ctx, property: Property, row: Row, known: Awaited<ReturnType<typeof knownOf>>): CsvValue {
  const value = row.values[property.id] ?? null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (property.type === 'created_time' || property.type === 'last_edited_time') return value as string;
  return wordsOf(ctx, property, value, known);
}

/** Dates stay as programs read them. */
const wordsOf = (ctx: Ctx, property: Property, value: Value, known: Known): string =>
  typeOf(property).compares === 'date' && value !== null
    ? typeOf(property).words(value, property, known)
    : shown(ctx, property, value, known).text;

/** With the columns of the view, and a mark by which table programs know the encoding. */
export async function* csvOf(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const { columns, rows } = tableOf(ctx, schema, view);
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`;
  for await (const { cells } of rows) yield csvLine(cells);
}

export function tableOf(ctx: Ctx, schema: Schema, view?: View): RowTable {
  const columns = columnsOf(schema.properties, view);
  async function* rows(): RowTable['rows'] {
    for await (const some of rowsOf(ctx, schema, view)) {
      const known = await knownOf(ctx, columns, some);
      for (const row of some) yield { id: row.id, cells: columns.map((property) => cellOf(ctx, property, row, known)) };
    }
  }
  return { columns, rows: rows() };
}

/** One line, whose signs mean nothing to Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, '<br>');

/** With the columns of the view; the title of a row leads to it. */
export async function* markdownOf(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const columns = columnsOf(schema.properties, view);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  yield `# ${plain(schema.collection.name)}\n\n`;
  yield line(columns.map(({ name }) => plain(name)));
  yield line(columns.map(({ type }) => (type === 'number' ? '--:' : '---')));
  for await (const rows of rowsOf(ctx, schema, view)) {
    const known = await knownOf(ctx, columns, rows);
    const said = (row: Row, property: Property) =>
      plain(wordsOf(ctx, property, row.values[property.id] ?? null, known));
    const titled = (row: Row) => `[${plain(row.title) || '…'}](${ctx.app.baseUrl}/pages/${row.id})`;
    yield rows.map((row) => line(columns.map((one) => (one.type === 'title' ? titled(row) : said(row, one))))).join('');
  }
}

export async function* jsonOf(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const { collection, properties } = schema;
  const head = {
    collection: presentCollection(collection),
    properties: shownProperties(properties),
    view: view ?? null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for await (const rows of rowsOf(ctx, schema, view)) {
    for (const row of rows) {
      yield `${isFirst ? '' : ','}${JSON.stringify(row)}`;
      isFirst = false;
    }
  }
  yield ']}';
}
