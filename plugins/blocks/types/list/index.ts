/** Items of lists in every format. */
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { DocumentMarker } from '../../document-writer.ts';
import { listItems } from './editorjs.ts';
import { listHtml } from './html.ts';
import { listParser } from './markdown.ts';
import models from './model.ts';

const markers: Record<string, NonNullable<BlockType['itemMarker']>> = {
  bullet: () => '- ',
  todo: ({ data }) => `- [${data.checked ? 'x' : ' '}] `,
  numbered: (_, count) => `${count?.number}${count?.delimiter} `,
};

const lists: Record<string, BlockType['fromMarkdown']> = {
  bullet: { bullet_list: listParser },
  numbered: { ordered_list: listParser },
};

const tools: Record<string, BlockType['fromEditorJs']> = {
  bullet: { list: { read: ({ items, style, meta }) => listItems(items, String(style), meta) } },
  todo: { checklist: { read: ({ items }) => listItems(items, 'checklist') } },
};

function documentMarker({ type, data }: Block): DocumentMarker {
  if (type === 'todo') return { kind: 'box', isChecked: data.checked === true };
  return { kind: type === 'numbered' ? 'number' : 'bullet' };
}

const listTypes: BlockType[] = models.map((model) => ({
  ...model,
  isItem: true,
  toHtml: listHtml,
  itemMarker: markers[model.type],
  nesting: 'with-text',
  ...(model.type === 'numbered' && { isCounted: true }),
  fromMarkdown: lists[model.type],
  fromEditorJs: tools[model.type],
  toDocument: (block, writer) => {
    writer.item(block.content ?? [], documentMarker(block));
    writer.inside(block);
  },
}));
export default listTypes;
