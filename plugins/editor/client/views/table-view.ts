// A table in the page, which scrolls by itself when it is wide, and its menu of rows and columns.
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { loadTableMenu } from '../block-controls/block-menu-shortcuts.ts';
import { growTable } from '../tables/table-commands.ts';
import type { TableGrowth } from '../tables/table-growth.ts';
import { roomFor } from '../tables/table-structure.ts';

export class TableBlockView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #columns = el('colgroup');
  readonly #table: HTMLTableElement;
  #node: Node;
  #growth: TableGrowth | undefined;
  #isGone = false;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.contentDOM = el('tbody');
    const label = t('editor.table_menu');
    const button = el(
      'button',
      { type: 'button', class: 'table-button', 'aria-label': label, title: label },
      icon('table'),
    );
    const open = () => {
      const at = position();
      if (at === undefined) return;
      caretNear(view, at);
      loadTableMenu(view, button);
    };
    button.addEventListener('click', open);
    const tools = el('div', { class: 'table-tools', contenteditable: 'false' }, button);
    this.#table = el('table', {}, this.#columns, this.contentDOM);
    this.dom = el('div', { class: 'block-table' }, tools, el('div', { class: 'table' }, this.#table));
    this.#show();
    // Without a connection there are no bars until the page is opened anew.
    import('../tables/table-growth.ts').then(
      (one) => {
        if (!this.#isGone) this.#growth = new one.TableGrowth({ view, position, growTable, roomFor }, this.dom);
      },
      () => undefined,
    );
  }

  destroy(): void {
    this.#isGone = true;
    this.#growth?.destroy();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const before = this.#node;
    this.#node = node;
    if (before.firstChild !== node.firstChild) this.#show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && Boolean(event.target.closest('.table-tools, .table-growth'));
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    const cells = this.#node.firstChild?.children ?? [];
    const widths = cells.flatMap(
      ({ attrs }) => (attrs.colwidth as number[] | null) ?? new Array(attrs.colspan).fill(0),
    );
    this.#columns.replaceChildren(
      ...(widths.some(Boolean) ? widths.map((width) => el('col', { width: width || null })) : []),
    );
    const isSized = widths.every(Boolean);
    this.#table.classList.toggle('sized', isSized);
    if (isSized) this.#table.width = String(widths.reduce((sum, width) => sum + width, 0));
    else this.#table.removeAttribute('width');
  }
}

/** Commands on rows and columns need a caret in the table. */
function caretNear(view: EditorView, at: number): void {
  const { state } = view;
  const table = state.doc.nodeAt(at);
  if (!table) return;
  const { from } = state.selection;
  if (from > at && from < at + table.nodeSize) return;
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(at + 3), 1)));
}
