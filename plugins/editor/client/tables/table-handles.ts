// Handles of the table under the pointer: one for its row, one for its column, and the edge that sets a column's width.

import type { TableMap } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { Anchor } from '../../../../core/client/popover.ts';
import type { loadLineMenu } from '../block-controls/block-menu-shortcuts.ts';
import type { PointerTool } from '../block-controls/pointer-tools.ts';
import { dragEdge } from './resize-handle.ts';
import type * as Structure from './table-structure.ts';
import type { TableAxis } from './table-structure.ts';

interface Over {
  /** position of the table */
  at: number;
  table: HTMLElement;
  cell: HTMLElement;
  row: number;
  column: number;
  /** columns that the cell reaches over */
  span: number;
  /** the column whose end the pointer is near */
  edge: number;
}

/** What the editor itself has loaded; imported here, its pieces would be cut into many small ones. */
export interface TableParts {
  structure: Pick<typeof Structure, 'chooseLine' | 'drawnWidths' | 'moveLineTo' | 'setWidths'>;
  maps: typeof TableMap;
  openLineMenu: typeof loadLineMenu;
}

/** How near the pointer must be to the edge of a column to take hold of it. */
const EDGE_PX = 6;
const DRAG_PX = 5;

export class TableHandles implements PointerTool {
  readonly #view: EditorView;
  readonly #parts: TableParts;
  readonly #box = el('div', { class: 'table-handles', hidden: '' });
  readonly #row: HTMLElement;
  readonly #column: HTMLElement;
  readonly #edge = el('div', { class: 'table-edge', hidden: '' });
  readonly #line = el('div', { class: 'drop-line', hidden: '' });
  readonly #stop = new AbortController();
  #over: Over | null = null;
  #isBusy = false;

  constructor(view: EditorView, frame: HTMLElement, parts: TableParts) {
    this.#view = view;
    this.#parts = parts;
    this.#row = this.#handle('row');
    this.#column = this.#handle('column');
    this.#box.append(this.#row, this.#column, this.#edge);
    frame.append(this.#box, this.#line);
    const { signal } = this.#stop;
    frame.addEventListener('pointerleave', () => this.#isBusy || this.#hide(), { signal });
    view.dom.addEventListener('keydown', () => this.#hide(), { signal });
    this.#edge.addEventListener('pointerdown', (event) => this.#resize(event));
  }

  destroy(): void {
    this.#stop.abort();
    this.#box.remove();
    this.#line.remove();
  }

  #handle(line: TableAxis): HTMLElement {
    const label = t(`editor.table_${line}_handle`);
    const picture = line === 'row' ? icon('grip-vertical') : icon('ellipsis');
    // Out of the tab order: the same menu opens by keyboard in the cell.
    const button = el(
      'button',
      { type: 'button', class: `table-handle table-handle-${line}`, tabindex: -1, 'aria-label': label, title: label },
      picture,
    );
    button.setAttribute('aria-haspopup', 'menu');
    button.addEventListener('pointerdown', (event) => this.#press(event, line, button));
    return button;
  }

  follow(event: PointerEvent): void {
    if (this.#isBusy || event.buttons || !this.#view.editable) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('.table-handles')) return;
    const cell = target?.closest<HTMLElement>('.block-table :is(td, th)');
    if (!cell) {
      this.#hide();
      return;
    }
    if (cell !== this.#over?.cell) {
      this.#hide();
      this.#over = this.#find(cell);
    }
    if (this.#over) this.#show(event.clientX);
  }

  #find(cell: HTMLElement): Over | null {
    const table = cell.closest<HTMLElement>('table');
    if (!table) return null;
    const $cell = this.#view.state.doc.resolve(this.#view.posAtDOM(cell, 0));
    // The position is inside the cell, two levels below the table.
    const depth = $cell.depth - 2;
    const node = $cell.node(depth);
    if (node?.type.spec.tableRole !== 'table') return null;
    const { top, left, right } = this.#parts.maps.get(node).findCell($cell.before(depth + 2) - $cell.start(depth));
    return { at: $cell.before(depth), table, cell, row: top, column: left, span: right - left, edge: right - 1 };
  }

  #show(x: number): void {
    const over = this.#over as Over;
    const { table, cell, column, span } = over;
    const frame = (this.#box.parentElement as HTMLElement).getBoundingClientRect();
    const whole = table.getBoundingClientRect();
    const at = cell.getBoundingClientRect();
    const isRtl = getComputedStyle(table).direction === 'rtl';
    this.#box.hidden = false;
    table.closest('.block-table')?.classList.add('is-near');
    place(this.#row, (isRtl ? whole.right - 10 : whole.left - 4) - frame.left, at.top - frame.top + at.height / 2 - 12);
    place(this.#column, at.left - frame.left + at.width / 2 - 12, whole.top - frame.top - 8);
    const [start, end] = isRtl ? [at.right, at.left] : [at.left, at.right];
    // The line between two columns is the end of the first of them, on whichever side of it the pointer is.
    const isBefore = column > 0 && Math.abs(x - start) <= EDGE_PX;
    const line = isBefore ? start : end;
    over.edge = isBefore ? column - 1 : column + span - 1;
    this.#edge.hidden = Math.abs(x - line) > EDGE_PX;
    place(this.#edge, line - frame.left - 3, whole.top - frame.top);
    this.#edge.style.blockSize = `${whole.height}px`;
  }

  #hide(): void {
    this.#over?.table.closest('.block-table')?.classList.remove('is-near');
    this.#over = null;
    this.#box.hidden = true;
    this.#edge.hidden = true;
  }

  /** A click opens the menu of the row or column, a drag takes it elsewhere. */
  #press(event: PointerEvent, line: TableAxis, button: HTMLElement): void {
    const over = this.#over;
    if (!over || event.button !== 0) return;
    event.preventDefault();
    const view = this.#view;
    view.dispatch(
      this.#parts.structure.chooseLine(view.state.tr, over.at, line, line === 'row' ? over.row : over.column),
    );
    view.focus();
    this.#isBusy = true;
    let to: number | null = null;
    button.setPointerCapture(event.pointerId);
    const move = (at: PointerEvent) => {
      if (to === null && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < DRAG_PX) return;
      to = this.#target(at, line, over);
    };
    button.addEventListener('pointermove', move);
    button.addEventListener(
      'lostpointercapture',
      () => {
        button.removeEventListener('pointermove', move);
        this.#isBusy = false;
        this.#line.hidden = true;
        const from = line === 'row' ? over.row : over.column;
        if (to !== null) this.#parts.structure.moveLineTo(over.at, line, from, to)(view.state, view.dispatch);
        else this.#parts.openLineMenu(view, line, standing(button));
        this.#hide();
      },
      { once: true },
    );
  }

  /** The row or column under the pointer; a line shows where the moved one will stand. */
  #target({ clientX, clientY }: PointerEvent, line: TableAxis, { table, row, column }: Over): number {
    const lines = line === 'row' ? [...table.querySelectorAll('tr')] : [...(table.querySelector('tr')?.children ?? [])];
    const boxes = lines.map((one) => one.getBoundingClientRect());
    const from = line === 'row' ? row : column;
    const found = boxes.findIndex((box) => (line === 'row' ? clientY < box.bottom : clientX < box.right));
    const to = found < 0 ? boxes.length - 1 : found;
    const box = boxes[to] as DOMRect;
    const whole = table.getBoundingClientRect();
    const frame = (this.#box.parentElement as HTMLElement).getBoundingClientRect();
    this.#line.hidden = to === from;
    const { style } = this.#line;
    if (line === 'row') {
      place(this.#line, whole.left - frame.left, (to < from ? box.top : box.bottom) - frame.top - 1);
      Object.assign(style, { inlineSize: `${whole.width}px`, blockSize: '' });
    } else {
      place(this.#line, (to < from ? box.left : box.right) - frame.left - 1, whole.top - frame.top);
      Object.assign(style, { inlineSize: '3px', blockSize: `${whole.height}px` });
    }
    return to;
  }

  #resize(event: PointerEvent): void {
    const over = this.#over;
    if (!over) return;
    event.preventDefault();
    const view = this.#view;
    const widths = this.#parts.structure.drawnWidths(view, over.at);
    const column = over.edge;
    const start = widths[column] ?? 0;
    const side = getComputedStyle(over.table).direction === 'rtl' ? -1 : 1;
    this.#isBusy = true;
    dragEdge(this.#edge, event, (moved) => {
      this.#isBusy = false;
      const { setWidths } = this.#parts.structure;
      if (moved) view.dispatch(setWidths(view.state, over.at, widths.with(column, start + side * moved)));
      this.#hide();
    });
  }
}

/** Where a handle stood: it is hidden while its menu is open. */
function standing(handle: HTMLElement): Anchor {
  const box = handle.getBoundingClientRect();
  return { getBoundingClientRect: () => box };
}

function place({ style }: HTMLElement, left: number, top: number): void {
  style.left = `${left}px`;
  style.top = `${top}px`;
}
