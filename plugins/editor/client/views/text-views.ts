// Text blocks that carry a control beside their text: to-do, toggle, callout.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { pickEmoji } from '../slash-menu/emoji-trigger.ts';

export type Position = () => number | undefined;

/** Text with one control before it that is no text itself. */
export abstract class ControlledView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  protected readonly view: EditorView;
  protected readonly position: Position;
  protected node: Node;

  constructor(node: Node, view: EditorView, position: Position, control: HTMLElement) {
    this.node = node;
    this.view = view;
    this.position = position;
    this.contentDOM = el('div', { class: 'block-text' });
    this.dom = el('div', { class: `block-${node.type.name}` }, control, this.contentDOM);
    control.contentEditable = 'false';
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof globalThis.Node && !this.contentDOM.contains(event.target);
  }

  protected set(name: string, value: unknown): void {
    const at = this.position();
    if (at !== undefined) this.view.dispatch(this.view.state.tr.setNodeAttribute(at, name, value));
  }

  protected abstract show(): void;
}

export class TodoView extends ControlledView {
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

export class ToggleView extends ControlledView {
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

export class CalloutView extends ControlledView {
  readonly #button: HTMLButtonElement;

  constructor(node: Node, view: EditorView, position: Position) {
    const button = el('button', {
      type: 'button',
      class: 'callout-icon',
      'aria-label': t('editor.callout_icon'),
    });
    super(node, view, position, button);
    this.#button = button;
    button.addEventListener('click', () => pickEmoji(button, (sign) => this.set('icon', sign)));
    this.show();
  }

  protected show(): void {
    const { icon: shown } = this.node.attrs;
    this.#button.replaceChildren(signOf(shown || '💡'));
  }
}
