// Text blocks that carry a control beside their text.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';

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
