/** Items of lists in every format. */
import type { BlockType } from '../../block-type.ts';
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

const items: BlockType[] = models.map((model) => ({
  ...model,
  isItem: true,
  toHtml: listHtml,
  itemMarker: markers[model.type],
  nesting: 'with-text',
  ...(model.type === 'numbered' && { isCounted: true }),
  fromMarkdown: lists[model.type],
}));
export default items;
