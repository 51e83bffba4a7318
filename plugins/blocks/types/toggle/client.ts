// Toggles in the editor.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';
import { ControlledView, type Position } from '../../client/editing/controlled-view.ts';

class ToggleView extends ControlledView {
  readonly #button: HTMLButtonElement;

  constructor(node: Node, view: EditorView, position: Position) {
    const button = el('button', { type: 'button', class: 'toggle-button' }, icon('chevron-right'));
    super(node, view, position, button);
    this.#button = button;
    button.addEventListener('click', () => this.set('open', !this.node.attrs.open));
    this.show();
  }

  protected show(): void {
    const isOpen = Boolean(this.node.attrs.open);
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#button.setAttribute('aria-label', t(isOpen ? 'editor.toggle_close' : 'editor.toggle_open'));
  }
}

export default {
  type: 'toggle',
  kinds: [{ id: 'toggle', icon: 'chevron-right', order: 40, attrs: { open: true }, hint: '>>' }],
  typed: [{ signs: /^>>\s$/, attrs: { open: true } }],
  view: (node, view, position) => new ToggleView(node, view, position),
} satisfies BlockClient;
