// The table by keyboard and pointer, as in a spreadsheet: move, choose, type, copy, paste, clear, take back.
import { copyOut } from '../../../../../core/client/clipboard.ts';
import type { Property, Row, Value } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { whenReleased } from '../context-menu-guard.ts';
import type { CellChange } from '../edit-queue.ts';
import { edit } from '../editors/editor-of-type.ts';
import type { CellMove } from '../editors/editor-panel.ts';
import { partPressed } from '../editors/pressed-part.ts';
import type { HistoryStep } from '../history.ts';
import { openPropertyMenu } from '../panels/property-menu.ts';
import { isPhone } from '../phone.ts';
import { isClicked, isPressed, isToggled } from '../property-kinds.ts';
import { cellsText, copyCells, type Paste, type PasteTarget, pasteCells, pastedFrom, readCells } from './clipboard.ts';
import type { TableGrid } from './grid.ts';
import { typeRows } from './new-rows.ts';
import type { CellPosition } from './range.ts';
import { stretchRange } from './range-stretch.ts';

const STEPS: Record<string, [line: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const MOVES: Record<CellMove, string> = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };
export class Keys {
  readonly #grid: TableGrid;
  /** where a click means what Enter means */
  #pressed: CellPosition | undefined;

  constructor(grid: TableGrid) {
    this.#grid = grid;
    const { scroller } = grid;
    scroller.addEventListener('keydown', (event) => event.target === scroller && this.#obey(event));
    scroller.addEventListener('pointerdown', (event) => this.#point(event));
    scroller.addEventListener('click', (event) => this.#click(event));
    scroller.addEventListener('contextmenu', (event) => this.#menu(event));
    scroller.addEventListener('copy', (event) => this.#copy(event));
    scroller.addEventListener('cut', (event) => this.#copy(event) && this.#clear());
    scroller.addEventListener('paste', (event) => this.#paste(event));
  }

  #step(key: string, extend: boolean, far: boolean): void {
    const { range, lines, columns } = this.#grid;
    const isRtl = document.documentElement.dir === 'rtl';
    const [line, column] = STEPS[key] as [number, number];
    const { active } = range;
    const jump = far ? Math.max(lines.count, columns.length) : 1;
    const wanted = { line: active.line + line * jump, column: active.column + column * (isRtl ? -1 : 1) * jump };
    // The heads are reached by one step only.
    if (wanted.line < 0 && (far || extend)) wanted.line = 0;
    this.#grid.go(wanted, extend);
  }

  #obey(event: KeyboardEvent): void {
    const { key, shiftKey, altKey } = event;
    const mod = event.ctrlKey || event.metaKey;
    const grid = this.#grid;
    const { active } = grid.range;
    const page = Math.max(1, Math.floor(grid.scroller.clientHeight / grid.height) - 2);
    const run: (() => void) | undefined = mod
      ? this.#commands(event)
      : altKey
        ? undefined
        : STEPS[key]
          ? () => this.#step(key, shiftKey, false)
          : {
              Enter: () => void this.enter(),
              F2: () => void this.enter(),
              Delete: () => this.#clear(),
              Backspace: () => this.#clear(),
              ...(grid.range.isSingle ? {} : { Escape: () => grid.go(active) }),
              Home: () => grid.go({ ...active, column: 0 }, shiftKey),
              End: () => grid.go({ ...active, column: grid.columns.length - 1 }, shiftKey),
              PageUp: () => grid.go({ ...active, line: Math.max(0, active.line - page) }, shiftKey),
              PageDown: () => grid.go({ ...active, line: active.line + page }, shiftKey),
              ' ': () => this.#space(),
              ContextMenu: () => this.#rowMenu(),
              ...(shiftKey ? { F10: () => this.#rowMenu() } : {}),
              ...(this.#mayTab(shiftKey)
                ? { Tab: () => this.#step(shiftKey ? 'ArrowLeft' : 'ArrowRight', false, false) }
                : {}),
            }[key];
    if (run) {
      event.preventDefault();
      event.stopPropagation();
      run();
    } else if (!mod && !altKey && key.length === 1 && !event.isComposing && this.#takesTyping()) {
      event.preventDefault();
      event.stopPropagation();
      void this.enter(key);
    }
  }

  #commands({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    const { range, lines, columns } = this.#grid;
    if (STEPS[key]) return () => this.#step(key, shiftKey, true);
    if (key === 'Home') return () => this.#grid.go({ line: 0, column: 0 }, shiftKey);
    if (key === 'End') return () => this.#grid.go({ line: lines.count - 1, column: columns.length - 1 }, shiftKey);
    if (key === 'Enter') return () => this.#openRow();
    const letter = key.toLowerCase();
    if (letter === 'a') return () => this.#all();
    if (letter === 'd' && !range.isSingle) return () => this.#fillDown();
    return undefined;
  }

  /** Every cell, with the keys at the first one. */
  #all(): void {
    const { range, lines, columns } = this.#grid;
    range.go({ line: lines.count - 1, column: columns.length - 1 });
    this.#grid.go({ line: 0, column: 0 }, true);
  }

  /** Tab leaves the table at the ends of a row: nobody is caught in it. */
  #mayTab(isBack: boolean): boolean {
    return isBack ? this.#grid.range.active.column > 0 : this.#grid.range.active.column < this.#grid.columns.length - 1;
  }

  #takesTyping(): boolean {
    const { range, model, columns, lines } = this.#grid;
    const property = columns[range.active.column]?.property;
    const row = this.#grid.rowAt(range.active.line);
    if (!row) return lines.at(range.active.line)?.kind === 'new';
    return Boolean(property && clientType(property).isTyped && model.mayFill(row, property));
  }

  #space(): void {
    const { range, columns } = this.#grid;
    const property = columns[range.active.column]?.property;
    if (property && isToggled(property)) void this.enter();
    else this.#openRow();
  }

  #openRow(): void {
    const row = this.#grid.rowAt(this.#grid.range.active.line);
    if (row) this.#grid.actions.open(row.id, this.#grid.scroller);
  }

  #rowMenu(): void {
    const { actions, range, scroller } = this.#grid;
    const cell = this.#grid.cellAt(range.active) ?? this.#grid.cellAt({ ...range.active, column: 0 });
    if (range.active.line < 0) void this.enter();
    else if (cell) this.#withChosen((rows) => actions.rowMenu(rows, cell, scroller));
  }

  #menu(event: MouseEvent): void {
    const place = this.#grid.placeOf(event.target);
    if (!place || place.line < 0 || (event.target as Element).closest(isPhone() ? 'a:not(.open-row)' : 'a')) return;
    event.preventDefault();
    if (!this.#grid.range.has(place)) this.#grid.go(place);
    const at = new DOMRect(event.clientX, event.clientY, 0, 0);
    const { actions, scroller } = this.#grid;
    whenReleased(event, () =>
      this.#withChosen((rows) => actions.rowMenu(rows, { getBoundingClientRect: () => at }, scroller)),
    );
  }

  /** What Enter does where the keys are: edit, fold, make a row, open a menu. */
  async enter(typed?: string, press?: MouseEvent): Promise<void> {
    const grid = this.#grid;
    const { active } = grid.range;
    const cell = grid.cellAt(active) ?? grid.cellAt({ ...active, column: 0 });
    if (!cell) return;
    const column = grid.columns[active.column];
    if (active.line < 0) {
      if (column) openPropertyMenu(grid.model, grid.actions, column.property, cell);
      return;
    }
    const line = grid.lines.at(active.line);
    if (line?.kind === 'group') {
      grid.lines.fold(line.group);
      grid.draw();
    } else if (line?.kind === 'new') {
      const begun = { group: line.group, line: active.line, typed: typed ?? '' };
      await typeRows(grid, begun, (words) => this.enter(words));
    } else if (column) await this.#edit(active, cell, typed, press);
  }

  async #edit({ line }: CellPosition, cell: HTMLElement, typed?: string, press?: MouseEvent): Promise<void> {
    const { model, changes, actions, range, columns, scroller } = this.#grid;
    const row = this.#grid.rowAt(line);
    const property = columns[range.active.column]?.property;
    if (!row || !property) return;
    if (isPressed(property) && model.mayPress(row, property))
      return actions.attempt(() => actions.press(row, property));
    if (!model.mayFill(row, property)) return;
    const value = row.values[property.id] ?? null;
    const set = isToggled(property) ? value !== true : press && partPressed(press, value);
    if (set !== undefined) {
      void changes.set([{ rowId: row.id, propertyId: property.id, value: set }]);
      return;
    }
    const kept = changes.fault(row.id, property.id);
    const words = typed ?? (typeof kept?.typed === 'string' ? kept.typed : undefined);
    const result = await edit({ model, property, rowId: row.id, anchor: cell, value, typed: words });
    const at = { rowId: row.id, propertyId: property.id };
    if (!result) changes.forget(at.rowId, at.propertyId);
    else if (result.unread) changes.keep(at.rowId, at.propertyId, result.unread.typed, result.unread.reason);
    else if (result.value !== undefined) void changes.set([{ ...at, value: result.value }]).then(result.storeRest);
    if (!document.activeElement || document.activeElement === document.body || result?.move)
      scroller.focus({ preventScroll: true });
    if (result?.move) this.#step(MOVES[result.move], false, false);
  }

  /** With the rows of all chosen cells, those too that nobody has scrolled to yet. */
  #withChosen(run: (rows: Row[], columns: Property[]) => void): void {
    const grid = this.#grid;
    const { lines } = grid.range.bounds;
    const columns = grid.chosenColumns();
    if (grid.isHere(...lines)) run(grid.chosenRows(lines), columns);
    else
      grid.actions.attempt(async () => {
        await grid.read(...lines);
        run(grid.chosenRows(lines), columns);
      });
  }

  #clear(): void {
    this.#withChosen((rows, columns) => this.#fill(rows, columns, (one) => clientType(one).unset ?? null));
  }

  #fillDown(): void {
    this.#withChosen(([first, ...rest], columns) => {
      if (first) this.#fill(rest, columns, ({ id }) => first.values[id] ?? null);
    });
  }

  /** Those of these cells that may be written. */
  #fill(rows: Row[], columns: Property[], meaning: (property: Property) => Value): void {
    const { model, changes } = this.#grid;
    const cells = rows.flatMap((row): CellChange[] =>
      columns
        .filter((property) => model.mayFill(row, property))
        .map((property) => ({ rowId: row.id, propertyId: property.id, value: meaning(property) })),
    );
    if (cells.length) void changes.set(cells);
  }

  #copy(event: ClipboardEvent): boolean {
    const { target, clipboardData: data } = event;
    const { model, range, scroller } = this.#grid;
    if (target !== scroller || !data || !this.#grid.chosenRows().length || !getSelection()?.isCollapsed) return false;
    event.preventDefault();
    const isHere = this.#grid.isHere(...range.bounds.lines);
    this.#withChosen((rows, columns) => {
      if (isHere) copyCells(model, rows, columns, data);
      else this.#grid.actions.attempt(() => copyOut(cellsText(model, rows, columns)));
    });
    return true;
  }

  #paste(event: ClipboardEvent): void {
    const { model, actions, range, columns } = this.#grid;
    const data = event.clipboardData;
    if (event.target !== this.#grid.scroller || !data?.getData('text/plain') || model.isReadOnly) return;
    event.preventDefault();
    const { bounds } = range;
    const fill = { rows: bounds.lines[1] - bounds.lines[0] + 1, columns: bounds.columns[1] - bounds.columns[0] + 1 };
    const wanted = {
      columns: columns.slice(bounds.columns[0]).map(({ property }) => property),
      ...(range.isSingle ? {} : { fill }),
    };
    const pasted = pastedFrom(data);
    const { history } = this.#grid.changes;
    actions.attempt(() => history.step((step) => this.#pasteAt(bounds.lines[0], pasted, wanted, step)));
  }

  /** What is below is written over, though nobody has scrolled there; what is left over becomes new rows. */
  async #pasteAt(
    first: number,
    pasted: Paste,
    wanted: Pick<PasteTarget, 'columns' | 'fill'>,
    step: HistoryStep,
  ): Promise<void> {
    const { model, changes, actions, lines } = this.#grid;
    const last = first + Math.max(readCells(pasted.text).length, wanted.fill?.rows ?? 1) - 1;
    await this.#grid.read(first, last);
    const rows = [];
    let line = first;
    for (let row = this.#grid.rowAt(line); row && line <= last; row = this.#grid.rowAt(++line)) rows.push(row);
    const [start, end] = [lines.at(first), lines.at(line)];
    const group = end?.kind === 'new' ? end.group : start?.kind === 'new' ? start.group : null;
    const target = { ...wanted, rows, given: actions.given(group) };
    actions.take(await pasteCells(model, changes, target, pasted, step), group, step);
  }

  #point(event: PointerEvent): void {
    const grid = this.#grid;
    const { target } = event;
    this.#pressed = undefined;
    if (!(target instanceof Element) || event.button !== 0 || target.closest('[data-edge], a, button')) return;
    const place = grid.placeOf(target);
    if (!place) return;
    const wasActive = grid.range.isActive(place) && grid.range.isSingle && document.activeElement === grid.scroller;
    const property = grid.columns[place.column]?.property;
    const isTap = isPhone() && event.pointerType !== 'mouse';
    const isAtOnce = isTap || grid.lines.at(place.line)?.kind !== 'row' || (property && isClicked(property));
    if (!event.shiftKey && (wasActive || isAtOnce)) this.#pressed = place;
    grid.go(place, event.shiftKey);
    if (event.pointerType === 'mouse' && place.line >= 0)
      stretchRange(grid, () => {
        this.#pressed = undefined;
      });
  }

  /** Whether a cell says something about its row that this reader cannot change here. */
  #isOnlyShown({ line, column }: CellPosition): boolean {
    const { model, columns } = this.#grid;
    const row = this.#grid.rowAt(line);
    const property = columns[column]?.property;
    if (!row || !property) return false;
    return isPressed(property) ? !model.mayPress(row, property) : !model.mayFill(row, property);
  }

  #click(event: MouseEvent): void {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('.open-row') : null;
    if (opener && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.#grid.openBy(opener);
    } else if (this.#pressed && isPhone() && this.#isOnlyShown(this.#pressed)) this.#openRow();
    else if (this.#pressed) void this.enter(undefined, event);
  }
}
