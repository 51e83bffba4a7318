/** Headings in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { htmlText, type RawBlock, type ToolData } from '../../editorjs/tool.ts';
import type { HtmlView } from '../../html/html-view.ts';
import type { MarkdownWriter } from '../../markdown/block-markdown.ts';
import { withKeys } from '../../markdown/block-notes.ts';
import { detailsHtml } from '../toggle/html.ts';
import model from './model.ts';

const DEEPEST = 4;

/** One below its level: the title of the page is the h1. */
function toHtml(block: Block, view: HtmlView): string {
  const tag = `h${Number(block.data.level) + 1}`;
  const title = `<${tag} id="${block.id}">${view.text(block)}</${tag}>`;
  if (block.data.toggle !== true) return title + view.nested(block);
  return detailsHtml(block, view, { id: `${block.id}-more`, isOpen: true, summary: title });
}

function toMarkdown(block: Block, writer: MarkdownWriter): string {
  const title = writer.text(block).replace(/(^|\s)(#+)$/, '$1\\$2');
  const line = `${'#'.repeat(Number(block.data.level))} ${title}`.trimEnd();
  const { toggle } = block.data;
  return withKeys(line, {}, toggle === undefined ? {} : { toggle });
}

function headerTool(data: ToolData): RawBlock[] {
  const level = Math.min(DEEPEST, Math.max(1, Math.trunc(Number(data.level)) || 2));
  return [{ type: 'heading', data: { level }, content: htmlText(data.text) }];
}

const heading: BlockType = {
  ...model,
  toHtml,
  toMarkdown,
  fromMarkdown: {
    heading: (tree, reader) => {
      const level = Number(tree.token.tag.slice(1));
      if (level > DEEPEST) reader.options.onLoss?.({ kind: 'heading-level', detail: `${level}` });
      return [reader.block('heading', { level: Math.min(DEEPEST, level) }, reader.content(tree))];
    },
  },
  fromEditorJs: { header: { read: headerTool } },
  toDocument: (block, writer) => {
    writer.heading(block);
    writer.beside(block);
  },
};
export default heading;
