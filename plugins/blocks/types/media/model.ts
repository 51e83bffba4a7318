/** Pictures, films, sounds and documents: a file of this service, or an address. */
import { type BlockModel, type BlockNode, solid } from '../../block-type.ts';
import { isWebAddress } from '../../link-address.ts';
import {
  addressRule,
  fallbackRule,
  idRule,
  integerRule,
  lineRule,
  optionalRule,
  patternRule,
  type ValueRule,
} from '../../value-rules.ts';

const media = (type: string, node?: BlockNode, own: Record<string, ValueRule> = {}): BlockModel => ({
  ...solid(
    type,
    {
      fileId: optionalRule(idRule),
      url: optionalRule(addressRule),
      name: fallbackRule(lineRule(), ''),
      caption: optionalRule(lineRule()),
      width: optionalRule(integerRule(1, 10_000)),
      alt: optionalRule(lineRule()),
      ...own,
    },
    node,
  ),
  isMedia: true,
});

function imageAttributes(dom: { getAttribute(name: string): string | null }): Record<string, unknown> | false {
  const url = dom.getAttribute('src');
  const alt = dom.getAttribute('alt')?.replace(/[\r\n]+/g, ' ');
  return isWebAddress(url) ? { url, alt: alt || null, name: '' } : false;
}

export default [
  media(
    'image',
    { foreign: [{ tag: 'img[src]', getAttrs: imageAttributes }] },
    { align: optionalRule(patternRule(/^(?:center|end)$/, 'must be center or end')) },
  ),
  ...['video', 'audio', 'pdf', 'file'].map((type) => media(type)),
];
