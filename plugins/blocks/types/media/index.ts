/** Pictures, films, sounds and documents in every format. */
import type { BlockType } from '../../block-type.ts';
import { mediaHtml } from './html.ts';
import models from './model.ts';

const media: BlockType[] = models.map((model) => ({
  ...model,
  toHtml: mediaHtml,
}));
export default media;
