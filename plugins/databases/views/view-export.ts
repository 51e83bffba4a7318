// A view as a file: CSV that no program runs, a table in Markdown, or JSON with everything that a row says.
import { Readable } from 'node:stream';
import { type CsvValue, csvLine } from '../../../core/files/csv.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, Row, RowTable, Value, View } from '../contract.ts';
import { presentCollection, presentRows } from '../present.ts';
import { wholeList } from '../query/list-rows.ts';
import { savedQuery } from '../query/row-query.ts';
import { displayValue, loadDisplayNames } from '../rows/value-display.ts';
import { shownProperties } from '../schema/formula-properties.ts';
import { isQuantity } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import type { DisplayNames } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { viewColumns } from './database-page.ts';

/** All rows of the view in its order, in portions; they are found before the first of them is asked for. */
async function rowsOf(ctx: Ctx, schema: Schema, view: View | undefined): Promise<AsyncGenerator<Row[]>> {
  const list = await wholeList(ctx, schema, savedQuery(view));
  async function* read(): AsyncGenerator<Row[]> {
    for await (const records of list) yield presentRows(ctx, schema, records);
  }
  return read();
}

/** As a stream that has begun: what cannot be found is answered by an error, and not by a file that breaks off. */
export async function streamed(text: AsyncGenerator<string>): Promise<Readable> {
  const { value, done } = await text.next();
  async function* whole(): AsyncGenerator<string> {
    if (!done) yield value;
    yield* text;
  }
  return Readable.from(whole(), { objectMode: false });
}

/** Numbers and flags are what they are; everything else is said in words. */
function cellOf(ctx: Ctx, property: Property, row: Row, known: Awaited<ReturnType<typeof loadDisplayNames>>): CsvValue {
  const value = row.values[property.id] ?? null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (propertyTypeOf(property).compares === 'moment') return value as string;
  return wordsOf(ctx, property, value, known);
}

/** Dates stay as programs read them. */
const wordsOf = (ctx: Ctx, property: Property, value: Value, known: DisplayNames): string =>
  propertyTypeOf(property).compares === 'date' && value !== null
    ? propertyTypeOf(property).words(value, property, known)
    : displayValue(ctx, property, value, known).text;

/** With the columns of the view, and a mark by which table programs know the encoding. */
export async function* viewCsv(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const found = await rowsOf(ctx, schema, view);
  const columns = viewColumns(schema.properties, view);
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`;
  for await (const lines of linesOf(ctx, columns, found)) yield lines.map(({ cells }) => csvLine(cells)).join('');
}

type Line = { id: number; cells: CsvValue[] };

async function* linesOf(ctx: Ctx, columns: Property[], found: AsyncGenerator<Row[]>): AsyncGenerator<Line[]> {
  for await (const rows of found) {
    const known = await loadDisplayNames(ctx, columns, rows);
    yield rows.map((row) => ({ id: row.id, cells: columns.map((property) => cellOf(ctx, property, row, known)) }));
  }
}

export function exportTable(ctx: Ctx, schema: Schema): RowTable {
  const columns = viewColumns(schema.properties, undefined);
  async function* rows(): RowTable['rows'] {
    for await (const lines of linesOf(ctx, columns, await rowsOf(ctx, schema, undefined))) yield* lines;
  }
  return { columns, rows: rows() };
}

/** One line, whose signs mean nothing to Markdown. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, '<br>');

/** With the columns of the view; the title of a row leads to it. */
export async function* viewMarkdown(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const found = await rowsOf(ctx, schema, view);
  const columns = viewColumns(schema.properties, view);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  yield `# ${plain(schema.collection.name)}\n\n`;
  yield line(columns.map(({ name }) => plain(name)));
  yield line(columns.map((one) => (isQuantity(one) ? '--:' : '---')));
  for await (const rows of found) {
    const known = await loadDisplayNames(ctx, columns, rows);
    const said = (row: Row, property: Property) =>
      plain(wordsOf(ctx, property, row.values[property.id] ?? null, known));
    const titled = (row: Row) => `[${plain(row.title) || '…'}](${ctx.app.baseUrl}/pages/${row.id})`;
    yield rows.map((row) => line(columns.map((one) => (one.type === 'title' ? titled(row) : said(row, one))))).join('');
  }
}

export async function* jsonOf(ctx: Ctx, schema: Schema, view: View | undefined): AsyncGenerator<string> {
  const found = await rowsOf(ctx, schema, view);
  const { collection, properties } = schema;
  const head = {
    collection: presentCollection(collection),
    properties: shownProperties(properties),
    view: view ?? null,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let before = '';
  for await (const rows of found) {
    yield before + rows.map((row) => JSON.stringify(row)).join();
    before = ',';
  }
  yield ']}';
}
