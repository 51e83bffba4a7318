/** Columns in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { DocumentWriter } from '../../document-writer.ts';
import type { HtmlView } from '../../html/html-view.ts';
import { ANNOTATION_END, writeNote } from '../../markdown/annotations.ts';
import type { MarkdownWriter } from '../../markdown/block-markdown.ts';
import models from './model.ts';

/** Shares of the width in steps of five percent: a style would need leave of the page's policy. */
function toHtml(block: Block, view: HtmlView): string {
  const inside = block.children ?? [];
  const widths = (block.data.widths as number[] | undefined) ?? [];
  const sum = widths.reduce((total, width) => total + width, 0);
  const isShared = widths.length === inside.length && widths.every((width) => width > 0);
  const share = (at: number) =>
    isShared ? ` data-share="${Math.max(5, Math.round(((widths[at] ?? 0) / sum) * 20) * 5)}"` : '';
  const parts = inside.map((one, at) => `<div class="column" id="${one.id}"${share(at)}>${view.children(one)}</div>`);
  return `<div class="columns" id="${block.id}">${parts.join('')}</div>`;
}

function toMarkdown({ type, data, children = [] }: Block, writer: MarkdownWriter): string {
  if (type === 'column') return '';
  const columns = children.map((column) =>
    [writeNote({ type: 'column' }), writer.children(column), ANNOTATION_END].filter(Boolean).join('\n\n'),
  );
  return [writeNote({ type, data }), ...columns, ANNOTATION_END].join('\n\n');
}

/** Side by side is one below the other on paper. */
function toDocument(block: Block, writer: DocumentWriter): void {
  for (const column of block.children ?? []) writer.beside(column);
}

const columns: BlockType[] = models.map((model) => ({
  ...model,
  toHtml,
  toMarkdown,
  nesting: 'always',
  toDocument,
}));
export default columns;
