/** Pipe tables. */
import type { Cell, Data, Inline, Json } from '../block.ts';
import type { MarkdownOptions } from './options.ts';
import type { Tree } from './token-tree.ts';

/** Data of a table block; alignment of columns is reported as lost. */
export function tableOf(tree: Tree, content: (cell: Tree) => Inline[], options: MarkdownOptions): Data {
  const rows = tree.children.flatMap((part) => part.children);
  const aligned = rows[0]?.children.some((cell) => cell.token.attrGet('style'));
  if (aligned) options.onLoss?.({ kind: 'alignment', detail: 'table' });
  const cells = rows.map((row) => row.children.map((cell): Cell => ({ content: content(cell) })));
  return { header: { row: true, column: false }, rows: cells as unknown as Json };
}
