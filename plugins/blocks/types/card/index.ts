/** Cards of other sites in every format. */

import type { BlockType } from '../../block-type.ts';
import { linkMarkdown } from '../../markdown/escape-text.ts';
import { bookmarkHtml, embedHtml } from './html.ts';
import models from './model.ts';

const cards: BlockType[] = models.map((model) => ({
  ...model,
  toHtml: model.type === 'embed' ? embedHtml : bookmarkHtml,
  standIn: ({ data }) => linkMarkdown(String(data.title || data.url), String(data.url)),
}));
export default cards;
