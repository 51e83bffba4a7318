// Blocks that the editor shows and keeps but does not change: cards, contents, databases, and what it does not know.
import type { Node } from 'prosemirror-model';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { EMBED_SANDBOX, isWebAddress } from '../../../blocks/link-address.ts';
import type { Names } from '../editor/name-cache.ts';
import { ChosenView } from './atom-view.ts';

type Show = (node: Node, names: Names) => HTMLElement[];

const link = (href: string, text: string): HTMLElement =>
  isWebAddress(href) ? el('a', { href, rel: 'noopener nofollow', target: '_blank' }, text) : el('span', {}, text);

const note = (picture: SVGElement, text: string): HTMLElement[] => [
  el('p', { class: 'inert-note' }, picture, el('span', {}, text)),
];

const source = (text: string): HTMLElement => el('pre', {}, el('code', {}, text));

const card: Show = (node, names) => {
  const { url, title, description, imageFileId } = node.attrs;
  const image = imageFileId ? names.file(imageFileId) : undefined;
  return [
    ...(image ? [el('img', { src: image.href, alt: '', loading: 'lazy' })] : []),
    link(url, title || url),
    ...(description ? [el('p', {}, description)] : []),
  ];
};

const pageLink: Show = (node, names) => {
  const title = names.page(node.attrs.pageId);
  if (title === null) return [el('span', { class: 'page-hidden' }, t('editor.page_hidden'))];
  const text = title || (title === '' ? t('editor.untitled') : '…');
  return [el('a', { class: 'page-link', href: `/pages/${node.attrs.pageId}` }, icon('file-text'), text)];
};

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

const steps = (trail: Names['trail']): HTMLElement =>
  el('ol', {}, ...trail.map(({ href, title }) => el('li', {}, el('a', { href }, title))));

const SHOWN: Record<string, Show> = {
  bookmark: card,
  embed(node, names) {
    const address = names.frame(node.attrs.url);
    return address ? [player(node, address)] : card(node, names);
  },
  pageLinkBlock: pageLink,
  divider: () => [el('hr')],
  breadcrumb: (_node, { trail }) =>
    trail.length
      ? [el('nav', { class: 'breadcrumb', 'aria-label': t('editor.block_breadcrumb') }, steps(trail))]
      : note(icon('chevrons-right'), t('editor.breadcrumb_empty')),
  unknown: ({ attrs }) => [
    ...note(icon('circle-question-mark'), t('editor.inert_unknown')),
    source(JSON.stringify(attrs.original, null, 2)),
  ],
};

/** Names of the nodes that this view shows. */
export const CARD_NODES = Object.keys(SHOWN);

export class CardView extends ChosenView {
  readonly #names: Names;
  readonly #forget: () => void;
  #node: Node;

  constructor(node: Node, names: Names) {
    super(el('div', { class: `block-${node.type.name} inert` }));
    this.#node = node;
    this.#names = names;
    const isNamed = node.type.name === 'pageLinkBlock' || Boolean(node.attrs.imageFileId);
    this.#forget = isNamed ? names.watch(() => this.#show()) : () => undefined;
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#forget();
  }

  #show(): void {
    this.dom.replaceChildren(...(SHOWN[this.#node.type.name] as Show)(this.#node, this.#names));
  }
}
