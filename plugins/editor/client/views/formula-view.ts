// A formula within a line: its source is opened by a click, by Enter, and by an arrow key that comes to it.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { failed } from '../../../../core/client/toast.ts';
import { ChosenView } from './atom-view.ts';
import { OPEN_EVENT } from './source-view.ts';

export class FormulaView extends ChosenView {
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    super(el('span', { class: 'inline-math' }));
    this.#node = node;
    this.dom.contentEditable = 'false';
    const open = (event: Event) => {
      const side = event instanceof CustomEvent ? event.detail : 0;
      if (view.editable)
        import('./formula-popover.ts').then((one) => one.changeFormula(view, position, this.dom, side)).catch(failed);
    };
    this.dom.addEventListener('click', open);
    this.dom.addEventListener(OPEN_EVENT, open);
    this.#draw().catch(failed);
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    if (node.attrs.tex === this.#node.attrs.tex) return true;
    this.#node = node;
    this.#draw().catch(failed);
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  async #draw(): Promise<void> {
    const node = this.#node;
    const { tex } = node.attrs;
    if (!this.dom.firstChild) this.dom.textContent = tex;
    const { drawFormula } = await import('./formula-popover.ts');
    const made = await drawFormula(tex, true).catch((error) => el('code', { title: error.message }, tex));
    if (node === this.#node) this.dom.replaceChildren(made);
  }
}
