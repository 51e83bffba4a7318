// The record of API calls as others read it: in pages, whole as CSV, and by the kinds of things it may be about.
import type { Ctx } from '../../core/context.ts';
import { csvLine } from '../../core/delimited.ts';
import { isV2 } from '../../core/paths.ts';
import type { CallFilter, CallRecord, Calls } from './contract.ts';
import { columns, listCalls, wholeRecord } from './store.ts';

export const csvHead = csvLine(columns);
export const csvLines = (rows: CallRecord[]): string =>
  rows.map((row) => csvLine(columns.map((name) => row[name]))).join('');

async function* csv(ctx: Ctx, filter: CallFilter): AsyncGenerator<string> {
  yield csvHead;
  for await (const rows of wholeRecord(ctx, filter)) yield csvLines(rows);
}

/** Operations are called by what they are about and by what they do with it. */
function kinds({ app }: Ctx): string[] {
  const names = app.server.table().flatMap(({ path, settings }) => (isV2(path) && settings.id ? settings.id : []));
  return [...new Set(names.map((name) => name.split('.')[0] as string))].sort();
}

export const recordOfCalls: Calls = { page: listCalls, csv, kinds };
