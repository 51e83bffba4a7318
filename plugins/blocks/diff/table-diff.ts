/** What changed in the cells of a table, where its columns stayed. */
import { type Block, type Json, type TableBlockCell, tableRows } from '../block.ts';
import { diffInline, type InlinePiece, wholePiece } from './inline-diff.ts';
import { type DiffEffort, diffTokens, tokenPieces } from './word-diff.ts';

/** By the content of a cell of the table what changed in it. */
type CellPieces = Map<TableBlockCell['content'], InlinePiece[]>;

type Row = TableBlockCell[];

/** The newer table with the rows that are gone; undefined where the two have no columns in common to compare in. */
export function compareTables(
  before: Block,
  after: Block,
  effort: DiffEffort,
): { table: Block; pieces: CellPieces } | undefined {
  const [old, now] = [tableRows(before), tableRows(after)];
  const pieces: CellPieces = new Map();
  if (isEven([...old, ...now])) return { table: withRows(after, compareRows(old, now, pieces, effort)), pieces };
  if (shapeOf(old) !== shapeOf(now)) return undefined;
  const rows = now.map((row, at) => compareRow(old[at]!, row, pieces, effort));
  return { table: withRows(after, rows), pieces };
}

const withRows = (table: Block, rows: Row[]): Block => {
  return { ...table, data: { ...table.data, rows: rows as unknown as Json } };
};

const shapeOf = (rows: Row[]): string =>
  JSON.stringify(rows.map((row) => row.map(({ colspan, rowspan }) => [colspan, rowspan])));

/** Whether each row has as many cells, of which none reaches over another. */
const isEven = (rows: Row[]): boolean =>
  rows.every((row) => row.length === rows[0]!.length && row.every(({ colspan, rowspan }) => !colspan && !rowspan));

/** Rows that say the same are the same ones; of those between, each goes with the one at its place. */
function compareRows(old: Row[], now: Row[], pieces: CellPieces, effort: DiffEffort): Row[] {
  const keys = (rows: Row[]) => rows.map((row) => JSON.stringify(row));
  const rows: Row[] = [];
  let gone: Row[] = [];
  const showGone = () => rows.push(...gone.splice(0).map((row) => wholeRow('removed', row, pieces)));
  for (const { kind, tokens } of tokenPieces(old, now, diffTokens(keys(old), keys(now), effort))) {
    if (kind === 'removed') {
      gone = tokens;
      continue;
    }
    for (const row of tokens) {
      const before = kind === 'added' ? gone.shift() : undefined;
      if (kind === 'same') showGone();
      rows.push(before ? compareRow(before, row, pieces, effort) : wholeRow(kind, row, pieces));
    }
    showGone();
  }
  showGone();
  return rows;
}

/** Cells get content of their own: an empty list may be shared, and each has pieces of its own. */
const compareRow = (old: Row, now: Row, pieces: CellPieces, effort: DiffEffort): Row =>
  now.map((cell, at) => {
    const content = [...cell.content];
    pieces.set(content, diffInline(old[at]!.content, content, effort));
    return { ...cell, content };
  });

const wholeRow = (kind: InlinePiece['kind'], row: Row, pieces: CellPieces): Row =>
  row.map((cell) => {
    const content = [...cell.content];
    pieces.set(content, wholePiece(kind, content));
    return { ...cell, content };
  });
