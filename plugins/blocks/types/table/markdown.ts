/** Pipe tables; a table with merged or coloured cells is carried in a comment, and shown without them. */
import { type Block, type Json, type TableBlockCell, tableRows } from '../../block.ts';
import { joinText } from '../../codec/inline.ts';
import type { Links } from '../../link-context.ts';
import type { MarkdownParser, MarkdownWriter } from '../../markdown/block-markdown.ts';
import { blockNote, withKeys } from '../../markdown/block-notes.ts';
import { inlineMarkdown, withoutComments } from '../../markdown/serialize-inline.ts';

/** Alignment of columns is reported as lost. */
export const pipeTable: MarkdownParser = (tree, reader) => {
  const rows = tree.children.flatMap((part) => part.children);
  const aligned = rows[0]?.children.some((cell) => cell.token.attrGet('style'));
  if (aligned) reader.options.onLoss?.({ kind: 'alignment', detail: 'table' });
  const cells = rows.map((row) => row.children.map((cell): TableBlockCell => ({ content: reader.content(cell) })));
  return [reader.block('table', { header: { row: true, column: false }, rows: cells as unknown as Json })];
};

export function tableMarkdown(block: Block, { links }: MarkdownWriter): string {
  const rows = tableRows(block);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const source = pipes(rows, columns, links);
  const regular =
    columns > 0 &&
    rows.every(
      (row) => row.length === columns && !row.some(({ colspan, rowspan, color }) => colspan || rowspan || color),
    );
  if (!regular) return blockNote({ ...block, data: { ...block.data, rows: quiet(rows) } }, columns > 0 ? source : '');
  const { rows: _told, ...wanted } = block.data;
  return withKeys(source, { header: { row: true, column: false } }, wanted);
}

function quiet(rows: TableBlockCell[][]): Json {
  const cells = rows.map((row) =>
    row.map((cell) => ({ ...cell, content: joinText(cell.content.map(withoutComments)) })),
  );
  return cells as unknown as Json;
}

function pipes(rows: TableBlockCell[][], columns: number, links: Links): string {
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, i) => inlineMarkdown(row[i]?.content ?? [], links, true));
    return `| ${cells.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return lines.join('\n');
}
