// Items of lists in the editor; a to-do has a box to tick.
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';
import { ControlledView, type Position } from '../../client/editing/controlled-view.ts';

class TodoView extends ControlledView {
  readonly #box: HTMLInputElement;

  constructor(node: Node, view: EditorView, position: Position) {
    const box = el('input', { type: 'checkbox', class: 'todo-box', 'aria-label': t('editor.todo_done') });
    super(node, view, position, box);
    this.#box = box;
    box.addEventListener('change', () => this.set('checked', box.checked));
    this.show();
  }

  protected show(): void {
    this.#box.checked = Boolean(this.node.attrs.checked);
    this.dom.classList.toggle('is-done', this.#box.checked);
  }
}

export default [
  {
    type: 'bullet',
    kinds: [{ icon: 'list', order: 30, hint: '-', keys: 'Mod-Shift-8' }],
    typed: [{ signs: /^[-*+]\s$/ }],
  },
  {
    type: 'numbered',
    kinds: [{ icon: 'list-ordered', order: 31, hint: '1.', keys: 'Mod-Shift-7' }],
    typed: [{ signs: /^(\d{1,9})[.)]\s$/, attrs: (match) => (match[1] === '1' ? {} : { start: Number(match[1]) }) }],
  },
  {
    type: 'todo',
    kinds: [{ icon: 'list-todo', order: 32, hint: '[]', keys: 'Mod-Shift-9' }],
    // Also of an item that has begun as a bullet: `- [ ] `.
    typed: [
      { signs: /^\[( |x|X)?\]\s$/, attrs: (match) => ({ checked: match[1]?.toLowerCase() === 'x' }), from: 'bullet' },
    ],
    view: (node, view, position) => new TodoView(node, view, position),
  },
] satisfies BlockClient[];
