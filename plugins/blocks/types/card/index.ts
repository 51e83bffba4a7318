/** Cards of other sites in every format. */
import type { BlockType } from '../../block-type.ts';
import { bookmarkHtml, embedHtml } from './html.ts';
import models from './model.ts';

const cards: BlockType[] = models.map((model) => ({
  ...model,
  toHtml: model.type === 'embed' ? embedHtml : bookmarkHtml,
}));
export default cards;
