// Blocks that the editor shows and keeps but does not change: cards, contents, databases, and what it does not know.
import type { Node } from 'prosemirror-model';
import { el } from '../../../../core/client/dom.ts';
import type { BlockClient } from '../../../blocks/client/editing/block-client.ts';
import type { NameCache } from '../editor/name-cache.ts';
import { ChosenView } from './atom-view.ts';

type Show = NonNullable<BlockClient['show']>;

export class CardView extends ChosenView {
  readonly #names: NameCache;
  readonly #showNode: Show;
  readonly #forget: () => void;
  #node: Node;

  constructor(node: Node, names: NameCache, show: Show) {
    super(el('div', { class: `block-${node.type.name} inert` }));
    this.#node = node;
    this.#names = names;
    this.#showNode = show;
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
    this.dom.replaceChildren(...this.#showNode(this.#node, this.#names));
  }
}
