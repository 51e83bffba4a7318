/** Pictures, films, sounds and documents in every format. */

import type { BlockType } from '../../block-type.ts';
import { mediaHtml } from './html.ts';
import { fileStandIn, imageMarkdown } from './markdown.ts';
import { mediaFromNote, mediaParagraph } from './media-paragraphs.ts';
import models from './model.ts';

const media: BlockType[] = models.map((model) => ({
  ...model,
  toHtml: mediaHtml,
  ...(model.type === 'image' ? { toMarkdown: imageMarkdown, fromParagraph: mediaParagraph } : { standIn: fileStandIn }),
  fromNote: mediaFromNote,
}));
export default media;
