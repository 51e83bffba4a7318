// A block in the page: what kind it is stands on its element, so that styles reach text and children alike.
import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export class BlockView implements NodeView {
  readonly dom = el('div', { class: 'block' });
  readonly contentDOM = this.dom;
  #shown: Node | undefined;

  constructor(node: Node) {
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'block') return false;
    this.#show(node);
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes';
  }

  #show(node: Node): void {
    const content = node.firstChild as Node;
    const { dataset, style } = this.dom;
    if (node.attrs.id !== dataset.id) dataset.id = node.attrs.id ?? '';
    // An empty line has no direction of its own: it has that of what it stands in.
    const dir = content.isTextblock && content.content.size === 0 ? '' : 'auto';
    if (this.dom.dir !== dir) this.dom.dir = dir;
    // Typing changes the text only, and most updates are typing.
    if (this.#shown?.sameMarkup(content)) return;
    this.#shown = content;
    const { start, open, toggle, color, level } = content.attrs;
    dataset.kind = content.type.name;
    set(dataset, 'open', content.type.name === 'toggle' || toggle ? String(toggle ? open !== false : open) : null);
    set(dataset, 'color', color && color !== 'default' ? color : null);
    set(dataset, 'level', level ? String(level) : null);
    style.setProperty('counter-set', Number.isInteger(start) ? `numbered ${start}` : '');
  }
}

function set(dataset: DOMStringMap, key: string, value: string | null): void {
  if (value === null) delete dataset[key];
  else dataset[key] = value;
}

/** Columns side by side, in the widths they have. */
export class ColumnsView implements NodeView {
  readonly dom = el('div', { class: 'columns' });
  readonly contentDOM = this.dom;

  constructor(node: Node) {
    this.dom.style.setProperty('--empty', JSON.stringify(t('editor.column_empty')));
    this.#show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'columns') return false;
    this.#show(node);
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes';
  }

  #show(node: Node): void {
    const widths = (node.attrs.widths as number[] | null)?.filter((width) => width > 0) ?? [];
    const shares = widths.length === node.childCount ? widths.map((width) => `minmax(0, ${width}fr)`).join(' ') : '';
    this.dom.style.setProperty('--shares', shares || `repeat(${node.childCount}, minmax(0, 1fr))`);
  }
}
