// How a node that is chosen as a whole shows it; base of the views that are no text.
import type { NodeView } from 'prosemirror-view';

export abstract class ChosenView implements NodeView {
  readonly dom: HTMLElement;

  constructor(dom: HTMLElement) {
    this.dom = dom;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }
}
