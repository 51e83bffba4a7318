// The table as lines of equal height: rows, heads of groups, and a line for a new row at the end of each.
import { type Group, groupKey, type Model, type RowList } from '../model.ts';

export type Line =
  | { kind: 'row'; list: RowList; index: number }
  | { kind: 'group'; group: Group; isFolded: boolean }
  | { kind: 'new'; group: Group | null };

interface Part {
  group: Group | null;
  from: number;
  /** head, rows and the line for a new one */
  head: number;
  rows: number;
  isFolded: boolean;
}

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
    const wanted = grouping ? groups : [null];
    this.#parts = [];
    this.count = 0;
    for (const group of wanted) {
      const isFolded = group !== null && this.#folded.has(groupKey(group.value));
      const list = group ? this.#model.list(groupKey(group.value)) : this.#model.list();
      const rows = isFolded ? 0 : (list.total ?? 0);
      const head = group ? 1 : 0;
      this.#parts.push({ group, from: this.count, head, rows, isFolded });
      this.count += head + rows + (this.#hasNew && !isFolded ? 1 : 0);
    }
  }

  at(index: number): Line | undefined {
    if (index < 0 || index >= this.count) return undefined;
    const part = this.#parts.findLast(({ from }) => from <= index);
    if (!part) return undefined;
    const { group, from, head, rows, isFolded } = part;
    const within = index - from - head;
    if (group && within < 0) return { kind: 'group', group, isFolded };
    const list = group ? this.#model.list(groupKey(group.value)) : this.#model.list();
    return within < rows ? { kind: 'row', list, index: within } : { kind: 'new', group };
  }

  fold({ value }: Group): void {
    const key = groupKey(value);
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.measure();
  }
}
