// A footnote: its sign, its text, and the way back to where the text names it.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { ControlledView, type Position } from '../../../blocks/client/editing/controlled-view.ts';
import { goToSign } from '../outline/footnotes.ts';

export class FootnoteView extends ControlledView {
  readonly #button: HTMLButtonElement;

  constructor(node: Node, view: EditorView, position: Position) {
    const button = el('button', { type: 'button', class: 'note-back' });
    super(node, view, position, button);
    this.#button = button;
    button.addEventListener('click', () => goToSign(view, this.node.attrs.key));
    this.show();
  }

  protected show(): void {
    const { key } = this.node.attrs;
    this.#button.textContent = key;
    this.#button.setAttribute('aria-label', t('editor.note_back', { key }));
    this.#button.title = t('editor.note_back', { key });
  }
}
