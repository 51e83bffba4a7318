// The table as lines of equal height: rows, heads of groups, and a line for a new row at the end of each.
import { groupKey } from '../group-order.ts';
import type { Model, RowGroup } from '../model.ts';
import type { RowList } from '../row-list.ts';

export type TableLine =
  | { kind: 'row'; group: RowGroup | null; list: RowList; index: number }
  | { kind: 'group'; group: RowGroup; isFolded: boolean }
  | { kind: 'new'; group: RowGroup | null };

/** The head of a group alone, or with its rows and the line for a new one. */
interface Part {
  group: RowGroup | null;
  from: number;
  head: number;
  rows: number;
  isFolded: boolean;
}

const keyOf = ({ value, parent }: RowGroup): string =>
  JSON.stringify([parent ? groupKey(parent.value) : null, groupKey(value)]);

export class Lines {
  readonly #model: Model;
  readonly #hasNew: boolean;
  readonly #folded = new Set<string>();
  #parts: Part[] = [];
  count = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#hasNew = model.isEditable;
  }

  /** To be called when the groups or the numbers of rows have changed. */
  measure(): void {
    const { groups, grouping } = this.#model;
    this.#parts = [];
    this.count = 0;
    for (const group of grouping ? groups : [null]) this.#add(group);
  }

  #add(group: RowGroup | null): void {
    const isFolded = group !== null && this.#folded.has(keyOf(group));
    const head = group ? 1 : 0;
    const isOuter = group?.subs !== undefined && this.#model.subGrouping !== undefined;
    const rows = isFolded || isOuter ? 0 : (this.#model.listOf(group).total ?? 0);
    this.#parts.push({ group, from: this.count, head, rows, isFolded });
    this.count += head + rows + (this.#hasNew && !isFolded && !isOuter ? 1 : 0);
    if (isOuter && !isFolded) for (const sub of group.subs ?? []) if (sub.count) this.#add(sub);
  }

  at(index: number): TableLine | undefined {
    if (index < 0 || index >= this.count) return undefined;
    const part = this.#parts.findLast(({ from }) => from <= index);
    if (!part) return undefined;
    const { group, from, head, rows, isFolded } = part;
    const within = index - from - head;
    if (group && within < 0) return { kind: 'group', group, isFolded };
    return within < rows
      ? { kind: 'row', group, list: this.#model.listOf(group), index: within }
      : { kind: 'new', group };
  }

  /** Where a row of a list stands; undefined in a group that is folded. */
  lineOf(list: RowList, index: number): number | undefined {
    const part = this.#parts.find(({ group, rows }) => index < rows && this.#model.listOf(group) === list);
    return part && part.from + part.head + index;
  }

  fold(group: RowGroup): void {
    const key = keyOf(group);
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.measure();
  }
}
