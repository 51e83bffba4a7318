// The edge between two columns, which shows under the pointer and is dragged to share the width otherwise.

import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import type { PointerTool } from '../block-controls/pointer-tools.ts';
import type * as Columns from './column-commands.ts';
import { dragEdge } from './resize-handle.ts';

/** What the menu of blocks has, too. */
export type ColumnParts = Pick<typeof Columns, 'setShares' | 'columnShares' | 'withShare'>;

export class ColumnEdge implements PointerTool {
  readonly #view: EditorView;
  readonly #parts: ColumnParts;
  readonly #edge = el('div', { class: 'column-edge', hidden: '' });
  #between: { columns: HTMLElement; index: number } | null = null;
  #isBusy = false;

  constructor(view: EditorView, frame: HTMLElement, parts: ColumnParts) {
    this.#view = view;
    this.#parts = parts;
    frame.append(this.#edge);
    this.#edge.addEventListener('pointerdown', (event) => this.#drag(event));
  }

  destroy(): void {
    this.#edge.remove();
  }

  follow(event: PointerEvent): void {
    if (this.#isBusy || event.buttons || event.target === this.#edge) return;
    const columns = event.target instanceof Element ? event.target.closest<HTMLElement>('.columns') : null;
    const boxes = [...(columns?.children ?? [])].map((column) => column.getBoundingClientRect());
    const isRtl = columns && getComputedStyle(columns).direction === 'rtl';
    const index = boxes.findIndex((box, i) => {
      const next = boxes[i + 1];
      // On a phone they stand one below the other.
      if (!next || Math.abs(next.top - box.top) > 4) return false;
      const [start, end] = isRtl ? [next.right, box.left] : [box.right, next.left];
      return event.clientX >= start - 4 && event.clientX <= end + 4;
    });
    this.#between = columns && index >= 0 ? { columns, index } : null;
    this.#edge.hidden = !this.#between;
    const box = boxes[index];
    const next = boxes[index + 1];
    if (!columns || !box || !next) return;
    const frame = (this.#edge.parentElement as HTMLElement).getBoundingClientRect();
    const around = columns.getBoundingClientRect();
    const middle = isRtl ? (next.right + box.left) / 2 : (box.right + next.left) / 2;
    Object.assign(this.#edge.style, {
      left: `${middle - frame.left - 3}px`,
      top: `${around.top - frame.top}px`,
      blockSize: `${around.height}px`,
    });
  }

  #drag(event: PointerEvent): void {
    if (!this.#between) return;
    event.preventDefault();
    const { columns, index } = this.#between;
    const view = this.#view;
    const at = view.posAtDOM(columns, 0) - 1;
    const node = view.state.doc.nodeAt(at);
    if (!node) return;
    const shares = this.#parts.columnShares(node);
    const side = getComputedStyle(columns).direction === 'rtl' ? -1 : 1;
    this.#isBusy = true;
    dragEdge(this.#edge, event, (moved) => {
      this.#isBusy = false;
      this.#edge.hidden = true;
      const percent = ((side * moved) / columns.getBoundingClientRect().width) * 100;
      if (moved) this.#parts.setShares(view, at, this.#parts.withShare(shares, index, (shares[index] ?? 0) + percent));
    });
  }
}
