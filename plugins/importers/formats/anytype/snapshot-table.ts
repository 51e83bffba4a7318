// A table in a snapshot of Anytype: its columns and rows are blocks, and a cell is called by the ids of both.
import type { Inline } from '../../../blocks/block.ts';
import type { JsonFields } from '../json/generic.ts';
import { markedText } from './inline.ts';
import { type AnytypeContext, fieldsIn, idsListed, storableText } from './object.ts';

export interface SnapshotTable {
  rows: Inline[][][];
  hasHeader: boolean;
  /** blocks that it is made of */
  used: JsonFields[];
}

export function snapshotTable(
  table: JsonFields,
  byId: ReadonlyMap<string, JsonFields>,
  context: AnytypeContext,
): SnapshotTable {
  const used: JsonFields[] = [];
  const below = ({ childrenIds }: JsonFields): JsonFields[] => {
    const found = idsListed(childrenIds ?? []).flatMap((id): JsonFields[] => snapshotBlock(byId, id));
    used.push(...found);
    return found;
  };
  const parts = below(table);
  const within = (style: string) => parts.filter(({ layout }) => fieldsIn(layout).style === style).flatMap(below);
  const columns = within('TableColumns').map(({ id }) => storableText(id));
  const rows = within('TableRows');
  const read = rows.map((row) => rowCells(storableText(row.id), below(row), { columns, context, below }));
  const width = Math.max(columns.length, ...read.slice(0, 10_000).map(({ length }) => length), 1);
  const [first] = rows;
  return {
    rows: read.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? [])),
    hasHeader: first !== undefined && fieldsIn(first.tableRow).isHeader === true,
    used,
  };
}

export const snapshotBlock = (byId: ReadonlyMap<string, JsonFields>, id: string): JsonFields[] => {
  const child = byId.get(id);
  return child ? [child] : [];
};

interface Around {
  columns: string[];
  context: AnytypeContext;
  below(block: JsonFields): JsonFields[];
}

/** Cells that were never written in are not there; one that belongs to no column stands behind them. */
function rowCells(row: string, cells: JsonFields[], { columns, context, below }: Around): Inline[][] {
  const made: Inline[][] = columns.map(() => []);
  for (const cell of cells) {
    const at = columns.indexOf(storableText(cell.id).slice(row.length + 1));
    const content = cellContent(cell, context);
    for (const inner of below(cell)) {
      const more = cellContent(inner, context);
      if (more.length) content.push({ type: 'hardBreak' }, ...more);
    }
    if (at >= 0) made[at]?.push(...content);
    else if (content.length) made.push(content);
  }
  return made;
}

function cellContent({ text }: JsonFields, context: AnytypeContext): Inline[] {
  const { text: words, marks, style, checked } = fieldsIn(text);
  const box = style === 'Checkbox' ? (checked === true ? '☑ ' : '☐ ') : '';
  return [
    ...(box ? [{ type: 'text' as const, text: box }] : []),
    ...markedText(storableText(words), fieldsIn(marks).marks, context),
  ];
}
