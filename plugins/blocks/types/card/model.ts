/** Another site: as a card with its title (bookmark), or in a frame where the host is allowed (embed). */
import { solid } from '../../block-type.ts';
import { addressRule, idRule, lineRule, optionalRule, textRule } from '../../value-rules.ts';

const data = {
  url: addressRule,
  title: optionalRule(lineRule()),
  description: optionalRule(textRule(10_000)),
  imageFileId: optionalRule(idRule),
};

export default [solid('bookmark', data), solid('embed', data)];
