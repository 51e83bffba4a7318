// A record of what happened, such as changes of rights and calls of the API: a page of it, and all of it as CSV.
import { Readable } from 'node:stream';
import type { ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Knex } from 'knex';
import { rowsInPortions } from '../database/chunks.ts';
import { type CsvValue, csvLine } from '../files/csv.ts';
import { type CommandInput, textOption, UsageProblem } from '../kernel/plugin.ts';
import { type ListPage, partById } from './pagination.ts';

type Build = () => Knex.QueryBuilder;

/** Newest first; only those before `cursor`, which the total does not mind. */
export async function recordPage<Row extends { id: number }>(
  build: Build,
  columns: readonly (keyof Row & string)[],
  { limit, offset, cursor }: { limit: number; offset: number; cursor?: number },
): Promise<ListPage<Row>> {
  const rows = build()
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .offset(offset);
  if (cursor) rows.where('id', '<', cursor);
  const [read, counts] = await Promise.all([
    rows as Promise<Row[]>,
    build().count({ total: '*' }) as Promise<{ total: number }[]>,
  ]);
  return { ...partById(read, limit), total: Number(counts[0]?.total ?? 0) };
}

/** All of it, oldest first, in portions of lines that are made of portions of rows. */
export interface WholeRecord<Row> {
  head: string;
  rows: AsyncIterable<Row[]>;
  lines(rows: Row[]): string;
}

export const wholeRecord = <Row extends { id: number } & Record<keyof Row, CsvValue>>(
  build: Build,
  columns: readonly (keyof Row & string)[],
): WholeRecord<Row> => ({
  head: csvLine([...columns]),
  rows: rowsInPortions<Row>(() => build().select(columns)),
  lines: (rows) => rows.map((row) => csvLine(columns.map((name) => row[name]))).join(''),
});

export async function* csvOf<Row>({ head, rows, lines }: WholeRecord<Row>): AsyncGenerator<string> {
  yield head;
  for await (const some of rows) yield lines(some);
}

/** Answers with a file to keep, which no cache does. */
export const sentCsv = (h: ResponseToolkit, filename: string, csv: AsyncGenerator<string>): ResponseObject =>
  h
    .response(Readable.from(csv, { objectMode: false }))
    .type('text/csv')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store');

/** On the command line: lines for people, and records for programs. */
export async function printRecord<Row>(
  { head, rows, lines }: WholeRecord<Row>,
  output: CommandInput['output'],
): Promise<number> {
  const records: Row[] = [];
  output.line(head.trimEnd());
  for await (const some of rows) {
    output.line(lines(some).trimEnd());
    if (output.json) records.push(...some);
  }
  output.result({ ok: true, records });
  return 0;
}

export const sinceOption = { flags: '--since <time>', description: 'from this moment on, ISO 8601' };

/** @throws UsageProblem when it is no moment */
export function sinceOf(input: CommandInput): string | undefined {
  const since = textOption(input, 'since');
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new UsageProblem('--since must be a date or a time');
  return since;
}
