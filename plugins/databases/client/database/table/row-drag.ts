// Rows of the table in somebody's hand: held by six dots with the mouse or a finger, and moved by a key.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { HandPoint } from '../../../../../core/client/touch/finger-hold.ts';
import { rowTitle } from '../cell.ts';
import type { TableGrid } from './grid.ts';
import { type LinePlace, placeBeside, placeUnder } from './line-places.ts';
import { moveTableLines } from './row-moves.ts';

/** A mouse that clicks is not quite still, a finger even less. */
const MOUSE_PX = 4;
const FINGER_PX = 10;
/** A finger that passes over the dots scrolls; one that rests on them takes hold. */
const HOLD_MS = 350;
/** How near the edge the table scrolls, how many pixels in a millisecond, and how much faster after a while. */
const EDGE = 48;
const SPEED = 0.72;
const FASTER_AFTER_MS = 750;
const FASTEST = 200;
/** Of a frame that came later than this only so much counts: nobody saw where they were. */
const LONGEST_FRAME_MS = 250;

let isFingerHolding = false;

/** The page does not scroll under a finger that holds a row. */
export const keepStill = (event: Event): void => {
  if (isFingerHolding) event.preventDefault();
};

const handleOf = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('.row-handle') : null;

export class RowDrag {
  readonly #grid: TableGrid;
  readonly #line = el('div', { class: 'row-drop', 'aria-hidden': 'true' });
  readonly #label = el('div', { class: 'row-drag-label', 'aria-hidden': 'true' });
  #at: HandPoint = { clientX: 0, clientY: 0 };
  #place: LinePlace | null = null;
  #frame = 0;
  /** for how long the table has been scrolling without a rest, and when the last frame was */
  #rolledMs = 0;
  #frameAt = 0;

  constructor(grid: TableGrid) {
    this.#grid = grid;
    const { scroller } = grid;
    scroller.addEventListener('pointerdown', (event) => this.#press(event));
    // The focus stays in the table, and no text is chosen.
    scroller.addEventListener('mousedown', (event) => handleOf(event) && event.preventDefault());
    scroller.addEventListener('click', (event) => this.#openMenu(handleOf(event)));
    scroller.addEventListener('keydown', (event) => event.target === scroller && this.#obey(event));
  }

  /** The chosen lines where this one is among them, else it alone; outer ones that are no rows are left out. */
  #linesWith(line: number): [number, number] {
    const { range, lines } = this.#grid;
    let [first, last] = range.bounds.lines;
    if (line < first || line > last) return [line, line];
    while (first < line && lines.at(first)?.kind !== 'row') first++;
    while (last > line && lines.at(last)?.kind !== 'row') last--;
    return [first, last];
  }

  #lineOf(handle: HTMLElement): number {
    return this.#grid.placeOf(handle)?.line ?? -1;
  }

  #openMenu(handle: HTMLElement | null): void {
    if (!handle) return;
    const { actions, scroller } = this.#grid;
    const at = this.#lineOf(handle);
    const lines = this.#linesWith(at);
    if (lines[0] === lines[1]) this.#grid.go({ line: at, column: 0 });
    scroller.focus({ preventScroll: true });
    actions.attempt(async () => {
      await this.#grid.read(...lines);
      const anchor = this.#grid.cellAt({ line: at, column: 0 })?.querySelector('.row-handle') ?? handle;
      actions.rowMenu(this.#grid.chosenRows(lines), anchor, scroller);
    });
  }

  #obey(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (!by || !altKey || ctrlKey || metaKey || shiftKey || !this.#grid.model.isEditable) return;
    event.preventDefault();
    event.stopPropagation();
    const lines = this.#linesWith(this.#grid.range.active.line);
    const place = placeBeside(this.#grid, lines, by);
    if (place) this.#grid.actions.attempt(() => moveTableLines(this.#grid, lines, place));
  }

  /** A mouse takes hold by moving, a finger by resting. */
  #press(event: PointerEvent): void {
    const handle = handleOf(event);
    if (!handle || event.button !== 0 || !event.isPrimary) return;
    const isMouse = event.pointerType === 'mouse';
    const line = this.#lineOf(handle);
    const ended = new AbortController();
    const { signal } = ended;
    const take = () => this.#hold(line, event.pointerId, ended);
    const timer = isMouse ? undefined : setTimeout(take, HOLD_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    this.#at = event;
    const move = (moved: PointerEvent) => {
      this.#at = moved;
      if (this.#grid.held) return;
      const way = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
      if (isMouse && way >= MOUSE_PX) take();
      else if (!isMouse && way >= FINGER_PX) ended.abort();
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', () => this.#drop(ended), { signal });
    for (const type of ['pointercancel', 'blur'] as const) addEventListener(type, () => this.#letGo(ended), { signal });
    // A long press opens no menu of the row or the browser.
    addEventListener('contextmenu', (menu) => !isMouse && stop(menu), { signal, capture: true });
    addEventListener('keydown', (key) => this.#stopAt(key, ended), { signal, capture: true });
  }

  #hold(line: number, pointerId: number, ended: AbortController): void {
    const grid = this.#grid;
    const { scroller, body, range } = grid;
    if (!range.has({ line, column: range.active.column })) grid.go({ line, column: 0 });
    const lines = this.#linesWith(line);
    const row = grid.rowAt(line);
    if (!row) {
      ended.abort();
      return;
    }
    isFingerHolding = true;
    grid.held = lines;
    const count = lines[1] - lines[0] + 1;
    this.#label.replaceChildren(
      count > 1 ? t('databases.view.count', { count, number: String(count) }) : rowTitle(row),
    );
    scroller.classList.add('dragging');
    // What is below the hand may scroll out of the document; the table itself stays.
    scroller.setPointerCapture(pointerId);
    scroller.focus({ preventScroll: true });
    body.append(this.#line);
    document.body.append(this.#label);
    grid.draw();
    this.#rolledMs = 0;
    this.#frameAt = performance.now();
    this.#follow();
  }

  /** Each frame: scrolls at the edges, and shows where the rows would come to stand. */
  #follow(): void {
    const grid = this.#grid;
    this.#scrollAtEdge();
    const { top, bottom } = grid.room;
    const { clientX, clientY } = this.#at;
    const y = Math.min(Math.max(clientY, top), bottom - 1) - grid.body.getBoundingClientRect().top;
    this.#place = placeUnder(grid, y);
    this.#line.hidden = !this.#place;
    if (this.#place) {
      const { line, isInside = false } = this.#place;
      this.#line.classList.toggle('inside', isInside);
      this.#line.style.height = isInside ? `${grid.height}px` : '';
      this.#line.style.transform = `translateY(${line * grid.height}px)`;
    }
    this.#label.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #scrollAtEdge(): void {
    const { scroller, room } = this.#grid;
    const top = Math.max(room.top, 0);
    const bottom = Math.min(room.bottom, innerHeight);
    const { clientY } = this.#at;
    const near = clientY < top + EDGE ? clientY - top - EDGE : clientY > bottom - EDGE ? clientY - bottom + EDGE : 0;
    // By time and not by frames: a slow machine draws few of them.
    const now = performance.now();
    const ms = Math.min(now - this.#frameAt, LONGEST_FRAME_MS);
    this.#frameAt = now;
    this.#rolledMs = near ? this.#rolledMs + ms : 0;
    if (!near) return;
    const faster = Math.min(FASTEST, Math.max(1, (this.#rolledMs / FASTER_AFTER_MS) ** 1.5));
    scroller.scrollTop += Math.max(-1, Math.min(1, near / EDGE)) * SPEED * ms * faster;
  }

  #stopAt(event: KeyboardEvent, ended: AbortController): void {
    if (event.key !== 'Escape' || !this.#grid.held) return;
    stop(event);
    this.#letGo(ended);
  }

  #drop(ended: AbortController): void {
    const { held, actions } = this.#grid;
    const place = this.#place;
    this.#letGo(ended);
    if (held && place) actions.attempt(() => moveTableLines(this.#grid, held, place));
  }

  #letGo(ended: AbortController): void {
    ended.abort();
    cancelAnimationFrame(this.#frame);
    isFingerHolding = false;
    this.#place = null;
    this.#line.remove();
    this.#label.remove();
    if (!this.#grid.held) return;
    this.#grid.held = null;
    this.#grid.scroller.classList.remove('dragging');
    this.#grid.draw();
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
