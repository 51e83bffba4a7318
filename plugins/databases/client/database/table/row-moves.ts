// Moves rows of the table to another place or into another group: shown at once, then sent, a step that can be taken back.
import { t } from '../../../../../core/client/messages.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Property, Row } from '../../../model.ts';
import { type CellChange, EDIT_BATCH_MAX } from '../edit-queue.ts';
import { groupKey } from '../group-order.ts';
import { groupText, movedValue } from '../groups.ts';
import type { HistoryStep } from '../history.ts';
import type { Model, RowGroup } from '../model.ts';
import { ROW_PAGE_SIZE, type RowList } from '../row-list.ts';
import { askOrders, endSorting, type RowOrder, sendOrders } from '../row-orders.ts';
import type { TableGrid } from './grid.ts';
import { type LinePlace, rowBeside } from './line-places.ts';
import type { TableLine } from './lines.ts';

type RowLine = Extract<TableLine, { kind: 'row' }>;

/** A row that moves, with where it stands. */
interface MovedRow extends RowLine {
  row: Row;
}

const orderOf = (move: number[], beside: ReturnType<typeof rowBeside>): RowOrder[] =>
  beside ? [{ move, [beside.side]: beside.id }] : [];

/** Moves what may be moved of these lines; asks first where the view sorts its rows. Returns whether they have moved. */
export async function moveTableLines(
  grid: TableGrid,
  [from, to]: [number, number],
  place: LinePlace,
): Promise<boolean> {
  if (to - from >= EDIT_BATCH_MAX) {
    toast(t('databases.view.row_move.too_many', { count: EDIT_BATCH_MAX }), { tone: 'danger' });
    return false;
  }
  await grid.read(from, to);
  await readAround(place);
  const moved = linesOf(grid, from, to);
  const changes = moved.flatMap((one) => groupChanges(grid.model, one, place.group));
  const fixed = changes.find(({ row, property }) => !grid.model.mayFill(row, property));
  if (fixed) {
    toast(t('databases.view.row_move.fixed', { name: fixed.property.name }), { tone: 'danger' });
    return false;
  }
  if (!moved.length || (!changes.length && stands(moved, place))) return false;
  const cells = changes.map(({ row, property, value }) => ({ rowId: row.id, propertyId: property.id, value }));
  const ids = new Set(moved.map(({ row }) => row.id));
  const orders = orderOf([...ids], rowBeside(place, ids));
  if (!grid.model.view.config.sorts?.length) return new Move(grid, moved, place, cells, orders).run();
  // A sort says where they stand in another group, too; within theirs they would jump back.
  if (cells.length) return new Move(grid, moved, { ...place, index: 0 }, cells, []).run();
  if (!(await endSorting(grid.model))) return false;
  await askOrders(grid.model, orders);
  await grid.model.refresh();
  return true;
}

async function readAround({ list, index }: LinePlace): Promise<void> {
  for (const at of [index - 1, index])
    if (at >= 0 && at < (list.total ?? 0) && !list.at(at)) await list.load(Math.floor(at / ROW_PAGE_SIZE));
}

function linesOf(grid: TableGrid, from: number, to: number): MovedRow[] {
  const found: MovedRow[] = [];
  for (let at = Math.max(0, from); at <= to; at++) {
    const line = grid.lines.at(at);
    const row = grid.rowAt(at);
    const isOnce = row && !found.some((one) => one.row.id === row.id);
    if (line?.kind === 'row' && isOnce && grid.model.mayWrite(row)) found.push({ ...line, row });
  }
  return found;
}

/** What brings a row from its group into another one, on both levels where there are two. */
function groupChanges(model: Model, { row, group: from }: MovedRow, to: RowGroup | null) {
  const levels: [Property | undefined, RowGroup | null | undefined, RowGroup | null | undefined][] = model.subGrouping
    ? [
        [model.grouping, from?.parent, to?.parent],
        [model.subGrouping, from, to],
      ]
    : [[model.grouping, from, to]];
  return levels.flatMap(([property, old, next]) => {
    if (!property || !old || !next || groupKey(old.value) === groupKey(next.value)) return [];
    const value = movedValue(property, row.values[property.id] ?? null, old.value, next.value);
    return [{ row, property, value }];
  });
}

/** Whether they stand there already, one behind the other. */
function stands(moved: MovedRow[], { list, index }: LinePlace): boolean {
  const first = moved[0]?.index ?? 0;
  const isOne = moved.every((one, at) => one.list === list && one.index === first + at);
  return isOne && index >= first && index <= first + moved.length;
}

/** What brings them back: each run of neighbours behind the row that stands before it now. */
function backwards(moved: MovedRow[]): RowOrder[] {
  const ids = new Set(moved.map(({ row }) => row.id));
  const runs = moved.reduce<MovedRow[][]>((found, one) => {
    const last = found.at(-1)?.at(-1);
    if (last && last.list === one.list && last.index === one.index - 1) found.at(-1)?.push(one);
    else found.push([one]);
    return found;
  }, []);
  return runs.flatMap((run): RowOrder[] => {
    const [{ list, index }] = run as [MovedRow];
    const previous = list.ids.slice(0, index).findLast((id) => id !== undefined && !ids.has(id));
    const next = list.ids.slice(index).find((id) => id !== undefined && !ids.has(id));
    const move = run.map(({ row }) => row.id);
    if (previous !== undefined) return [{ move, after: previous }];
    return next === undefined ? [] : [{ move, before: next }];
  });
}

/** One move of a view that does not sort, or into a group of one that does. */
class Move {
  readonly #grid: TableGrid;
  readonly #moved: MovedRow[];
  readonly #place: LinePlace;
  readonly #cells: CellChange[];
  readonly #orders: RowOrder[];
  readonly #back: RowOrder[];
  /** how all lists and groups were before */
  readonly #lists = new Map<RowList, (number | undefined)[]>();
  readonly #counts = new Map<RowGroup, number>();

  constructor(grid: TableGrid, moved: MovedRow[], place: LinePlace, cells: CellChange[], orders: RowOrder[]) {
    this.#grid = grid;
    this.#moved = moved;
    this.#place = place;
    this.#cells = cells;
    this.#orders = orders;
    this.#back = backwards(moved);
  }

  async run(): Promise<boolean> {
    const { model, changes } = this.#grid;
    this.#show();
    try {
      const isTaken = await changes.history.step(async (step) => {
        if (this.#cells.length && !(await this.#fill(step))) return false;
        await sendOrders(model, this.#orders, this.#back, step);
        return true;
      });
      if (isTaken && this.#cells.length) await model.refresh();
      return isTaken;
    } catch (error) {
      this.#putBack();
      throw error;
    }
  }

  #show(): void {
    const { model } = this.#grid;
    const { list, group, index } = this.#place;
    const ids = this.#moved.map(({ row }) => row.id);
    for (const one of this.#moved) {
      this.#keep(one.list, one.group);
      this.#keep(list, group);
      if (one.list === list) continue;
      this.#count(one.group, -1);
      if (!list.has(one.row.id)) this.#count(group, 1);
    }
    for (const [one, before] of this.#lists) if (one !== list) one.ids = before.filter((id) => !ids.includes(id ?? 0));
    list.place(ids, index);
    model.changed();
    this.#follow(ids.length);
    this.#tell();
  }

  #keep(list: RowList, group: RowGroup | null): void {
    if (!this.#lists.has(list)) this.#lists.set(list, list.ids);
    for (let one: RowGroup | null | undefined = group; one; one = one.parent)
      if (!this.#counts.has(one)) this.#counts.set(one, one.count);
  }

  #count(group: RowGroup | null, by: number): void {
    for (let one: RowGroup | null | undefined = group; one; one = one.parent) one.count += by;
  }

  /** The chosen cells go along. */
  #follow(count: number): void {
    const { range, lines } = this.#grid;
    const { list, index } = this.#place;
    const before = this.#moved.filter((one) => one.list === list && one.index < index).length;
    const line = lines.lineOf(list, index - before);
    if (line === undefined) return;
    const [first, last] = range.bounds.columns;
    this.#grid.go({ line, column: first });
    if (count > 1 || last > first) this.#grid.go({ line: line + count - 1, column: last }, true);
  }

  #tell(): void {
    const { model, status } = this.#grid;
    const { list, group } = this.#place;
    const [{ row }] = this.#moved as [MovedRow];
    const property = group?.parent ? model.subGrouping : model.grouping;
    const title = row.title || t('core.client.untitled');
    status.textContent =
      group && property && this.#cells.length
        ? t('databases.view.moved', { title, name: groupText(model, property, group.value) })
        : t('databases.view.row_move.done', { title, at: list.ids.indexOf(row.id) + 1, total: list.total ?? 0 });
  }

  /** False: the server has refused some of it, which has been said. */
  async #fill(step: HistoryStep): Promise<boolean> {
    const { changes } = this.#grid;
    await changes.set(this.#cells, step);
    const refused = this.#cells.filter(({ rowId, propertyId }) => changes.fault(rowId, propertyId));
    for (const { rowId, propertyId } of refused) changes.forget(rowId, propertyId);
    if (refused.length) this.#putBack();
    return !refused.length;
  }

  #putBack(): void {
    for (const [list, ids] of this.#lists) list.ids = ids;
    for (const [group, count] of this.#counts) group.count = count;
    this.#grid.model.changed();
    // Of several rows some may have gone, and what was kept here may be old by now.
    this.#grid.model.refresh().catch(() => undefined);
  }
}
