// Ranges of cells as text that spreadsheets write and read: columns by tabs, rows by line ends, quotes around the rest.
import { t } from '../../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { Property, Row, Value } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { type CellChange, type Changes, EDIT_BATCH_MAX } from '../edit-queue.ts';
import { createOptions } from '../editors/choices.ts';
import type { HistoryStep } from '../history.ts';
import type { Model } from '../model.ts';
import { isChosen, isWritable } from '../property-kinds.ts';
import { UnreadableValue } from '../value-parts.ts';
import { parseValue, typedOf } from '../value-text.ts';

/** What a cell holds, beside its words: pasted within the same kind of property nothing is lost. */
interface Kept {
  type: string;
  propertyId: number;
  value: Value;
}

const KIND = 'application/x-commonplace-cells';

const quoted = (text: string): string => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What is pasted: words, and what our own cells hold beside them. */
export interface Paste {
  text: string;
  kept: string;
}

export const pastedFrom = (data: DataTransfer): Paste => ({
  text: data.getData('text/plain'),
  kept: data.getData(KIND),
});

export function cellsText(model: Model, rows: Row[], columns: Property[]): string {
  const words = (row: Row, property: Property) => {
    const value = row.values[property.id] ?? null;
    return clientType(property).copied?.(value) ?? typedOf(model, property, value);
  };
  return rows.map((row) => columns.map((one) => quoted(words(row, one))).join('\t')).join('\n');
}

export function copyCells(model: Model, rows: Row[], columns: Property[], data: DataTransfer): void {
  data.setData('text/plain', cellsText(model, rows, columns));
  const kept = rows.map((row) =>
    columns.map(({ id, type }): Kept => ({ type, propertyId: id, value: row.values[id] ?? null })),
  );
  data.setData(KIND, JSON.stringify(kept));
}

/** Text of a spreadsheet as rows of words. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g;
  for (const [whole, inQuotes, bare, end] of text.matchAll(pattern)) {
    rows.at(-1)?.push(inQuotes === undefined ? (bare ?? '') : inQuotes.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== '\t') rows.push([]);
    if (whole === '') break;
  }
  // Spreadsheets end the last line, too.
  if (rows.length > 1 && rows.at(-1)?.join('') === '') rows.pop();
  return rows;
}

export interface PasteTarget {
  /** rows that are there, from the first one pasted to */
  rows: Row[];
  columns: Property[];
  /** values that new rows get beside those pasted */
  given: Record<string, Value>;
  /** of the range that is filled by one value */
  fill?: { rows: number; columns: number };
}

const grown = <T>(table: T[][], fill: PasteTarget['fill']): T[][] => {
  if (!fill || table.length !== 1 || table[0]?.length !== 1) return table;
  const [[value]] = table as [[T]];
  return Array.from({ length: fill.rows }, () => Array.from({ length: fill.columns }, () => value));
};

/** Pastes over cells; what does not fit below the last row becomes new rows, and words that are no value stay to be mended. */
export async function pasteCells(
  model: Model,
  changes: Changes,
  target: PasteTarget,
  pasted: Paste,
  step: HistoryStep,
): Promise<Row[]> {
  const words = grown(readCells(pasted.text), target.fill);
  const kept = pasted.kept ? grown(JSON.parse(pasted.kept) as Kept[][], target.fill) : [];
  const columns = target.columns.slice(0, Math.max(...words.map((row) => row.length)));
  if (model.isEditable) await addOptions(model, columns, words, kept);
  const unread: { rowId: number; propertyId: number; typed: string; reason: string }[] = [];
  const written: CellChange[] = [];
  const fresh: Record<string, Value>[] = [];
  for (const [line, cells] of words.entries()) {
    const row = target.rows[line];
    const values: Record<string, Value> = {};
    for (const [at, property] of columns.entries()) {
      if (cells[at] === undefined || !(row ? model.mayFill(row, property) : isWritable(property))) continue;
      const now = model.property(property.id) ?? property;
      try {
        const value = meant(model, now, cells[at], kept[line]?.[at]);
        if (row) written.push({ rowId: row.id, propertyId: now.id, value });
        else values[now.id] = value;
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error;
        if (row) unread.push({ rowId: row.id, propertyId: now.id, typed: cells[at], reason: error.message });
      }
    }
    if (!row && model.isEditable) fresh.push({ ...target.given, ...values });
  }
  const done = changes.set(written, step);
  for (const { rowId, propertyId, typed, reason } of unread) changes.keep(rowId, propertyId, typed, reason);
  await done;
  return fresh.length ? sendNewRows(model, fresh) : [];
}

function meant(model: Model, property: Property, words: string, kept: Kept | undefined): Value {
  const isSame = kept?.propertyId === property.id;
  const isAlike = kept?.type === property.type && !isChosen(property) && clientType(property).compares !== 'rows';
  return kept && (isSame || isAlike) ? kept.value : parseValue(model, property, words);
}

/** Words that a select does not know yet become its options. */
async function addOptions(model: Model, columns: Property[], words: string[][], kept: Kept[][]): Promise<void> {
  for (const [at, property] of columns.entries()) {
    if (!isChosen(property)) continue;
    const known = new Set(property.config.options?.map(({ name }) => name.toLowerCase()));
    const names = new Map<string, string>();
    for (const [line, cells] of words.entries()) {
      if (kept[line]?.[at]?.propertyId === property.id) continue;
      const parts = clientType(property).isMany ? (cells[at] ?? '').split(',') : [cells[at] ?? ''];
      for (const part of parts.map((one) => one.trim().slice(0, 100)))
        if (part && !known.has(part.toLowerCase())) names.set(part.toLowerCase(), part);
    }
    if (names.size) await createOptions({ model, property }, [...names.values()]);
  }
}

export async function sendNewRows(model: Model, rows: Record<string, Value>[]): Promise<Row[]> {
  const made: Row[] = [];
  try {
    for (let at = 0; at < rows.length; at += EDIT_BATCH_MAX) {
      const create = rows.slice(at, at + EDIT_BATCH_MAX).map((values) => ({ values }));
      const { created } = await send<{ created: Row[] }>('POST', `${model.path}/rows/bulk`, { create });
      model.put(created);
      made.push(...created);
    }
  } catch (error) {
    failed(
      error instanceof RequestError && rows.length > 1
        ? new Error(t('databases.view.not_pasted', { reason: error.message }))
        : error,
    );
  }
  return made;
}
