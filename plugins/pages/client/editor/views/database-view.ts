// A database in a page: whatever happens within is the business of its own code.
import type { Node } from 'prosemirror-model';
import { el } from '../../../../../core/client/dom.ts';
import { wakeDatabase } from '../../blocks/database.ts';
import { ChosenView } from './chosen-view.ts';

export class DatabaseView extends ChosenView {
  readonly #gone = new AbortController();
  #node: Node;

  constructor(node: Node) {
    super(el('div', { class: 'block-database', contenteditable: 'false' }));
    this.#node = node;
    this.#wake();
  }

  #wake(): void {
    const { collectionId, viewId } = this.#node.attrs;
    wakeDatabase(this.dom, { collectionId, viewId: viewId ?? null, signal: this.#gone.signal });
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const { collectionId, viewId } = this.#node.attrs;
    if (node.attrs.collectionId !== collectionId || node.attrs.viewId !== viewId) return false;
    this.#node = node;
    return true;
  }

  stopEvent(event: Event): boolean {
    return !/^drag|^drop/.test(event.type);
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#gone.abort();
  }
}
