// A table as Markdown has it, typed: a line of names between bars, and below it one of dashes.
import type { Node } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { type BlockPosition, blockChildren, makeBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';

const DASHES = /^\|(?:\s*:?-+:?\s*\|){2,}$/;
const BARS = /^\|(?:[^|]*\|){2,}$/;

const barsIn = (text: string): number => text.split('|').length - 1;

/** The names of the columns, with their marks. */
function namesIn(line: Node, text: string): Node[] {
  const parts = text.slice(1, -1).split('|');
  let at = 1;
  return parts.map((part) => {
    const from = at + part.length - part.trimStart().length;
    const to = at + part.trimEnd().length;
    at += part.length + 1;
    return schema.nodes.table_header!.create(null, from < to ? line.content.cut(from, to) : null);
  });
}

/** The table instead of the two lines, with the caret in its first row below the names; null: it is no table. */
export function typedTable({ doc, tr }: EditorState, place: BlockPosition, dashes: string): Transaction | null {
  const above = doc.resolve(place.pos).nodeBefore;
  const line = above?.firstChild;
  if (!above || !line || line.type !== schema.nodes.paragraph || above.childCount > 1) return null;
  const text = line.textBetween(0, line.content.size, '', '\ufffc');
  if (!DASHES.test(dashes) || !BARS.test(text) || barsIn(text) !== barsIn(dashes)) return null;
  const { table, table_cell, table_row } = schema.nodes;
  const names = namesIn(line, text);
  const rows = [names, names.map(() => table_cell!.create())].map((cells) => table_row!.create(null, cells));
  const block = makeBlock(table!.create({ header: { row: true, column: false } }, rows), [], above.attrs.id);
  const from = place.pos - above.nodeSize;
  tr.replaceWith(from, place.pos + place.node.nodeSize, [block, ...blockChildren(place.node)]);
  // Into the block, the table, past the first row, and into the second one and its first cell.
  return tr.setSelection(TextSelection.create(tr.doc, from + 2 + (rows[0] as Node).nodeSize + 2));
}
