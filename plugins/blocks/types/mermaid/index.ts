/** Diagrams in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { captioned, dataText, type HtmlView } from '../../html/html-view.ts';
import { linkWordHtml } from '../../link-context.ts';
import { fenced, fenceText } from '../code/markdown.ts';
import model from './model.ts';

function toHtml(block: Block, { links }: HtmlView): string {
  const file = typeof block.data.fileId === 'number' ? links.file(block.data.fileId) : null;
  const picture = file
    ? `<img src="${escapeHtml(file.href)}" alt="${linkWordHtml(links, 'diagram')}" loading="lazy">`
    : '';
  const source = `<pre><code class="language-mermaid">${dataText(block, 'source')}</code></pre>`;
  return captioned(block, 'mermaid', picture + source);
}

const mermaid: BlockType = {
  ...model,
  isLively: true,
  isDrawn: true,
  toHtml,
  toMarkdown: (block) => {
    const source = String(block.data.source);
    return fenced(block, source, { info: 'mermaid', native: { source } });
  },
  fromMarkdown: {
    'fence mermaid': (tree, reader) => [reader.block('mermaid', { source: fenceText(tree.token.content) })],
  },
  toDocument: ({ data }, writer) => writer.code(String(data.source ?? '')),
};
export default mermaid;
