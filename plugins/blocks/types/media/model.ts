/** Pictures, films, sounds and documents: a file of this service, or an address. */
import { type BlockModel, type BlockNode, solid } from '../../block-type.ts';
import { isWebAddress } from '../../link-address.ts';
import { address, fallback, integer, line, optional, rowId } from '../../value-rules.ts';

const media = (type: string, node?: BlockNode): BlockModel => ({
  ...solid(
    type,
    {
      fileId: optional(rowId),
      url: optional(address),
      name: fallback(line(), ''),
      caption: optional(line()),
      width: optional(integer(1, 10_000)),
      alt: optional(line()),
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
  media('image', { foreign: [{ tag: 'img[src]', getAttrs: imageAttributes }] }),
  ...['video', 'audio', 'pdf', 'file'].map((type) => media(type)),
];
