// Tables of markup as table blocks: spans kept within the table, cells as text, pictures of cells behind the table.
import type { Block, Json, TableBlockCell } from '../../../blocks/block.ts';
import { TEXT_TABLE_COLUMNS_MAX, TEXT_TABLE_ROWS_MAX } from '../../../blocks/codec/table.ts';
import { asInline, type PageBuilder } from './flow.ts';
import { paletteOf, stylesOf } from './style.ts';
import { elementChildren, type MarkupElement } from './tree.ts';
import { unshownOf } from './unshown.ts';

const MEDIA = new Set(['image', 'video', 'audio', 'pdf', 'file', 'embed', 'bookmark']);

export interface TableReader {
  page: PageBuilder;
  /** what a cell or caption holds, as blocks */
  blocks(element: MarkupElement): Block[];
}

/** The table and what of it stands before and behind it. */
export function tableBlocks(table: MarkupElement, { page, blocks }: TableReader): Block[] {
  const caption = elementChildren(table, 'caption').flatMap((element) => blocks(element));
  const rows = rowsOf(table);
  const behind: Block[] = [];
  const cells = rows.map(({ row }) =>
    drawable(elementChildren(row, 'td', 'th'), page).map((cell): TableBlockCell => {
      for (const kind of unshownOf(cell)) page.loss(kind);
      const inside = blocks(cell);
      behind.push(...inside.filter(({ type }) => MEDIA.has(type)));
      const content = asInline(
        inside.filter(({ type }) => !MEDIA.has(type)),
        page,
      );
      return { content, ...lookOf(cell) };
    }),
  );
  for (const [index, row] of cells.entries())
    for (const cell of row) {
      const left = rows.length - index;
      if (cell.rowspan && cell.rowspan > left) cell.rowspan = left;
      if (cell.rowspan === 1) delete cell.rowspan;
    }
  if (!cells.some((row) => row.length)) return [...caption, ...behind];
  const block = page.block('table', {
    header: { row: headsRow(rows[0]), column: headsColumn(rows) },
    rows: cells as unknown as Json,
  });
  return [...caption, block, ...behind];
}

/** The cells that a table can have; what further ones say stands in the last of them. */
function drawable(cells: MarkupElement[], page: PageBuilder): MarkupElement[] {
  const [last, ...further] = cells.slice(TEXT_TABLE_COLUMNS_MAX - 1);
  if (!last || !further.length) return cells;
  page.loss('table_columns');
  const children = [last, ...further].flatMap((cell, at) => [...(at ? [' | '] : []), ...cell.children]);
  return [...cells.slice(0, TEXT_TABLE_COLUMNS_MAX - 1), { ...last, children }];
}

interface Row {
  row: MarkupElement;
  head: boolean;
}

function rowsOf(table: MarkupElement): Row[] {
  return elementChildren(table).flatMap((part): Row[] => {
    if (part.tag === 'tr') return [{ row: part, head: false }];
    if (!['thead', 'tbody', 'tfoot'].includes(part.tag)) return [];
    return elementChildren(part, 'tr').map((row) => ({ row, head: part.tag === 'thead' }));
  });
}

const isHead = ({ row }: Row): boolean => {
  const cells = elementChildren(row, 'td', 'th');
  return cells.length > 0 && cells.every(({ tag }) => tag === 'th');
};

const headsRow = (first: Row | undefined): boolean => first !== undefined && (first.head || isHead(first));

/** The first column heads its rows when all below the first row begin with a heading and go on without. */
function headsColumn(rows: Row[]): boolean {
  const body = rows.slice(headsRow(rows[0]) ? 1 : 0).filter(({ row }) => elementChildren(row, 'td', 'th').length > 1);
  return body.length > 0 && body.every((row) => elementChildren(row.row, 'td', 'th')[0]?.tag === 'th' && !isHead(row));
}

function lookOf(cell: MarkupElement): Partial<TableBlockCell> {
  const { background, 'background-color': ground = background } = stylesOf(cell.attrs.style);
  const color = paletteOf(cell.attrs['data-color'] ?? ground ?? cell.attrs.bgcolor);
  return {
    ...spanOf(cell, 'colspan', TEXT_TABLE_COLUMNS_MAX),
    ...spanOf(cell, 'rowspan', TEXT_TABLE_ROWS_MAX),
    ...(color && { color }),
  };
}

function spanOf({ attrs }: MarkupElement, name: 'colspan' | 'rowspan', max: number): Partial<TableBlockCell> {
  const span = Math.min(max, Number.parseInt(attrs[name] ?? '1', 10));
  return span > 1 ? { [name]: span } : {};
}
