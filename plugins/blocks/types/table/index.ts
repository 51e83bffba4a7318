/** Tables in every format. */
import { tableRows } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { htmlText, type RawBlock, type ToolData } from '../../editorjs/tool.ts';
import { tableHtml } from './html.ts';
import { pipeTable, tableMarkdown } from './markdown.ts';
import { tableSyntax } from './markdown-syntax.ts';
import model from './model.ts';

function tableTool(data: ToolData): RawBlock[] {
  const rows = (Array.isArray(data.content) ? data.content : []).filter(Array.isArray);
  if (rows.length === 0) return [];
  const cells = rows.map((row) => row.map((cell: unknown) => ({ content: htmlText(cell) })));
  return [{ type: 'table', data: { header: { row: data.withHeadings === true, column: false }, rows: cells } }];
}

const table: BlockType = {
  ...model,
  toHtml: tableHtml,
  toMarkdown: tableMarkdown,
  fromMarkdown: { table: pipeTable },
  syntax: tableSyntax,
  fromEditorJs: { table: { read: tableTool, keys: ['content', 'withHeadings'] } },
  toDocument: (block, writer) => writer.table(block),
  toText: (block, textOf) =>
    tableRows(block)
      .map((row) => row.map(({ content }) => textOf(content)).join(' | '))
      .join('\n'),
};
export default table;
