// A heading; one that is a toggle folds what is below it away, for this reader and until the page is left.
import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { OPEN_EVENT } from './source-view.ts';

const tagOf = ({ attrs }: Node): 'h2' | 'h3' | 'h4' | 'h5' => `h${attrs.level + 1}` as 'h2';

export class HeadingView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #button: HTMLButtonElement | null;
  #node: Node;

  constructor(node: Node) {
    this.#node = node;
    this.contentDOM = el(tagOf(node), { class: 'block-heading' });
    this.#button = node.attrs.toggle
      ? el('button', { type: 'button', class: 'toggle-button', contenteditable: 'false' }, icon('chevron-right'))
      : null;
    this.dom = this.#button ? el('div', { class: 'heading-toggle' }, this.#button, this.contentDOM) : this.contentDOM;
    this.#button?.addEventListener('click', () => this.#show(this.#button?.getAttribute('aria-expanded') !== 'true'));
    this.dom.addEventListener(OPEN_EVENT, () => this.#show(true));
    this.#show(true);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || !node.hasMarkup(node.type, this.#node.attrs)) return false;
    this.#node = node;
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && Boolean(event.target.closest('.toggle-button'));
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(isOpen: boolean): void {
    this.#button?.setAttribute('aria-expanded', String(isOpen));
    this.#button?.setAttribute('aria-label', t(isOpen ? 'editor.toggle_close' : 'editor.toggle_open'));
    const block = this.#button && this.dom.closest<HTMLElement>('.block');
    if (block) block.dataset.open = String(isOpen);
  }
}
