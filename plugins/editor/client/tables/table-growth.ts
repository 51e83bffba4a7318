// Bars along the end and the bottom of a table: a click adds a column or row, a drag outwards as many as it reaches over.

import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { number, t } from '../../../../core/client/messages.ts';
import type * as Commands from './table-commands.ts';
import type * as Structure from './table-structure.ts';
import type { TableAxis } from './table-structure.ts';

/** The table and what the editor itself has loaded. */
export interface GrowthParts {
  view: EditorView;
  position(): number | undefined;
  growTable: typeof Commands.growTable;
  roomFor: typeof Structure.roomFor;
}

/** A hand that clicks is not still. */
const DRAG_PX = 5;
/** Even in the corner of a window there is room for as many. */
const REACH = 4;
const STEP_MIN = 12;
const STEP_MAX = 160;

/** One drag: how far it goes outwards, and what a row or column takes of that. */
interface Pull {
  line: TableAxis;
  step: number;
  outwards(at: PointerEvent): number;
}

export class TableGrowth {
  readonly #parts: GrowthParts;
  readonly #frame: HTMLElement;
  readonly #box: HTMLElement;
  readonly #count = el('span', { class: 'table-growth-count' });
  readonly #preview = el('div', { class: 'table-growth-preview', hidden: '' }, this.#count);
  #stop = new AbortController();
  /** the click that ends a drag adds nothing more */
  #wasDragged = false;

  constructor(parts: GrowthParts, frame: HTMLElement) {
    this.#parts = parts;
    this.#frame = frame;
    const bars = [this.#bar('column'), this.#bar('row')];
    this.#box = el('div', { class: 'table-growth', contenteditable: 'false' }, ...bars, this.#preview);
    frame.append(this.#box);
  }

  destroy(): void {
    this.#stop.abort();
    this.#box.remove();
  }

  #bar(line: TableAxis): HTMLElement {
    const label = t(`editor.table_add_${line}`);
    const attributes = { type: 'button', class: `table-bar table-bar-${line}`, 'aria-label': label, title: label };
    const bar = el('button', attributes, icon('plus'));
    bar.addEventListener('click', ({ detail }) => {
      // By keyboard nothing was dragged.
      if (!detail || !this.#wasDragged) this.#add(line, 1);
    });
    bar.addEventListener('pointerdown', (event) => this.#press(event, line, bar));
    return bar;
  }

  /** Somebody else may have deleted the table meanwhile. */
  #add(line: TableAxis, count: number): void {
    const { view, position, growTable } = this.#parts;
    const at = position();
    if (at !== undefined && count > 0) growTable(view, at, line, count);
  }

  #press(event: PointerEvent, line: TableAxis, bar: HTMLElement): void {
    if (event.button !== 0) return;
    // The text keeps the focus, and with it the keyboard of a phone.
    event.preventDefault();
    this.#end();
    this.#wasDragged = false;
    const pull = this.#pull(event, line);
    let wanted = 0;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    bar.setPointerCapture(event.pointerId);
    const move = (at: PointerEvent) => {
      const away = pull.outwards(at);
      if (!this.#wasDragged && Math.abs(away) < DRAG_PX) return;
      this.#wasDragged = true;
      wanted = Math.max(0, Math.round(away / pull.step));
      this.#show(pull, away, wanted);
    };
    const finish = () => {
      this.#end();
      if (this.#wasDragged) this.#add(line, wanted);
    };
    bar.addEventListener('pointermove', move, { signal });
    bar.addEventListener('pointerup', finish, { signal });
    bar.addEventListener('lostpointercapture', () => this.#end(), { signal });
    const giveUp = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      this.#wasDragged = true;
      this.#end();
    };
    document.addEventListener('keydown', giveUp, { signal, capture: true });
  }

  #end(): void {
    this.#stop.abort();
    this.#preview.hidden = true;
    this.#frame.classList.remove('is-growing');
  }

  #pull(from: PointerEvent, line: TableAxis): Pull {
    const table = this.#frame.querySelector('table') as HTMLElement;
    const lines = line === 'row' ? [...table.querySelectorAll('tr')] : [...(table.querySelector('tr')?.children ?? [])];
    const sizes = lines.map((one) => one.getBoundingClientRect()[line === 'row' ? 'height' : 'width']);
    const isRtl = line === 'column' && getComputedStyle(table).direction === 'rtl';
    const room =
      line === 'row'
        ? innerHeight - from.clientY
        : isRtl
          ? from.clientX
          : document.documentElement.clientWidth - from.clientX;
    return {
      line,
      step: Math.max(STEP_MIN, Math.min(...sizes, STEP_MAX, room / REACH)),
      outwards({ clientX, clientY }) {
        if (line === 'row') return clientY - from.clientY;
        return isRtl ? from.clientX - clientX : clientX - from.clientX;
      },
    };
  }

  /** What would be added, as far as the hand has come. */
  #show({ line }: Pull, away: number, wanted: number): void {
    const { view, position, roomFor } = this.#parts;
    const at = position();
    const table = at === undefined ? null : view.state.doc.nodeAt(at);
    if (!table) return;
    this.#preview.hidden = away <= 0;
    this.#frame.classList.add('is-growing');
    this.#preview.className = `table-growth-preview table-growth-${line}`;
    this.#preview.style.setProperty('--away', `${Math.max(0, away)}px`);
    this.#count.textContent = `+${number(Math.min(wanted, roomFor(table, line)))}`;
  }
}
