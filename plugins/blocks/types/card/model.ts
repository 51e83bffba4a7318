/** Another site: as a card with its title (bookmark), or in a frame where the host is allowed (embed). */
import { solid } from '../../block-type.ts';
import { address, line, optional, rowId, text } from '../../value-rules.ts';

const data = {
  url: address,
  title: optional(line()),
  description: optional(text(10_000)),
  imageFileId: optional(rowId),
};

export default [solid('bookmark', data), solid('embed', data)];
