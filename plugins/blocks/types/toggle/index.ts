/** Toggles in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { MarkdownParser, MarkdownWriter } from '../../markdown/block-markdown.ts';
import type { Marker } from '../../markdown/block-rules.ts';
import { detailsHtml } from './html.ts';
import model from './model.ts';

function toMarkdown(block: Block, writer: MarkdownWriter): string {
  const head = `<details${block.data.open ? ' open' : ''}>\n<summary>${writer.text(block)}</summary>`;
  return [head, writer.children(block), '</details>'].filter(Boolean).join('\n\n');
}

const detailsParser: MarkdownParser = (tree, reader, { depth }) => {
  const { open } = tree.token.meta!.marker as Extract<Marker, { kind: 'details' }>;
  return reader.nest(reader.block('toggle', { open }, reader.content(tree)), tree.children, depth);
};

const toggle: BlockType = {
  ...model,
  toHtml: (block, view) =>
    detailsHtml(block, view, { id: block.id, isOpen: block.data.open === true, summary: view.text(block) }),
  toMarkdown,
  nesting: 'always',
  fromMarkdown: { details: detailsParser },
  toPrint: (block) => ({ ...block, data: { ...block.data, open: true } }),
};
export default toggle;
