// Cards of other sites in the editor.
import type { Node } from 'prosemirror-model';
import { el } from '../../../../core/client/dom.ts';
import type { BlockClient, BlockNames } from '../../client/editing/block-client.ts';
import { EMBED_SANDBOX, isWebAddress } from '../../link-address.ts';

const link = (href: string, text: string): HTMLElement =>
  isWebAddress(href) ? el('a', { href, rel: 'noopener nofollow', target: '_blank' }, text) : el('span', {}, text);

function card({ attrs: { url, title, description, imageFileId } }: Node, names: BlockNames): HTMLElement[] {
  const image = imageFileId ? names.file(imageFileId) : undefined;
  return [
    ...(image ? [el('img', { src: image.href, alt: '', loading: 'lazy' })] : []),
    link(url, title || url),
    ...(description ? [el('p', {}, description)] : []),
  ];
}

/** In a frame of its own that may neither touch the page nor lead it elsewhere. */
const player = ({ attrs }: Node, src: string): HTMLElement =>
  el('iframe', {
    class: 'embedded',
    src,
    title: attrs.title || attrs.url,
    sandbox: EMBED_SANDBOX,
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    allowfullscreen: '',
  });

export default [
  { type: 'bookmark', kinds: [{ icon: 'book-open', order: 110 }], show: card },
  {
    type: 'embed',
    kinds: [{ icon: 'code-xml', order: 111 }],
    show(node, names) {
      const address = names.frame(node.attrs.url);
      return address ? [player(node, address)] : card(node, names);
    },
  },
] satisfies BlockClient[];
