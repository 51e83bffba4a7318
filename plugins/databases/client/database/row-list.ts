// A list of rows as a view has it, of which pages are read on demand.
import { failed } from '../../../../core/client/toast.ts';
import type { Row } from '../../model.ts';
import type { Model } from './model.ts';

/** Rows that one call brings. */
export const ROW_PAGE_SIZE = 200;
const PAGES_AT_ONCE = 3;

/** The keys of the groups that a list belongs to. */
export interface GroupKeys {
  group?: string;
  sub_group?: string;
}

/** One list of rows of the view that is shown: all of them, or those of one group. Pages of it are read on demand. */
export class RowList {
  readonly #model: Model;
  readonly #group: GroupKeys;
  readonly #pages = new Map<number, (number | undefined)[]>();
  readonly #asked = new Map<number, Promise<void>>();
  /** another one after each change that was made here */
  #turn = 0;
  /** null until the first answer */
  total: number | null = null;

  constructor(model: Model, group: GroupKeys = {}, total: number | null = null) {
    this.#model = model;
    this.#group = group;
    this.total = total;
  }

  /** The row at this place; undefined while it is read. */
  at(index: number): Row | undefined {
    const page = Math.floor(index / ROW_PAGE_SIZE);
    if (!this.#asked.has(page)) this.load(page).catch(failed);
    const id = this.#pages.get(page)?.[index % ROW_PAGE_SIZE];
    return id === undefined ? undefined : this.#model.row(id);
  }

  load(page = 0): Promise<void> {
    const known = this.#asked.get(page);
    if (known) return known;
    const asked = this.#read(page).catch((error) => {
      if (this.#asked.get(page) === asked) this.#asked.delete(page);
      throw error;
    });
    this.#asked.set(page, asked);
    return asked;
  }

  async #read(page: number): Promise<void> {
    const turn = this.#turn;
    const data = await this.#model.read(page + 1, ROW_PAGE_SIZE, this.#group);
    // What was asked before is not how the rows stand here by now.
    if (turn !== this.#turn) return;
    this.#pages.set(
      page,
      data.pages.map(({ id }) => id),
    );
    this.total = data.total;
    this.#model.changed();
  }

  /** Reads what follows the rows that are here. */
  more(): void {
    let page = 0;
    while (this.#asked.has(page)) page++;
    this.load(page).catch(failed);
  }

  /** Rows that are here, in their order. */
  known(): Row[] {
    const ids = [...this.#pages].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
    return ids.flatMap((id) => (id === undefined ? [] : (this.#model.row(id) ?? [])));
  }

  /** All places of the list, with the rows that are here. */
  get ids(): (number | undefined)[] {
    const ids = new Array<number | undefined>(this.total ?? 0).fill(undefined);
    for (const [page, list] of this.#pages) for (const [at, id] of list.entries()) ids[page * ROW_PAGE_SIZE + at] = id;
    return ids;
  }

  /** As somebody has changed them here; a page of which a row is not known is read when it comes in sight. */
  set ids(ids: (number | undefined)[]) {
    this.#turn++;
    this.#pages.clear();
    this.#asked.clear();
    this.total = ids.length;
    for (let page = 0; page * ROW_PAGE_SIZE < ids.length; page++) {
      const list = ids.slice(page * ROW_PAGE_SIZE, (page + 1) * ROW_PAGE_SIZE);
      if (list.some((id) => id !== undefined)) this.#pages.set(page, list);
      if (!list.includes(undefined)) this.#asked.set(page, Promise.resolve());
    }
  }

  has(id: number): boolean {
    return [...this.#pages.values()].some((ids) => ids.includes(id));
  }

  /** Asks anew for what is here, which is shown until the answer comes; of many pages, as they come in sight. */
  async refresh(): Promise<void> {
    const pages = [...this.#pages.keys()];
    this.#asked.clear();
    await Promise.all(pages.length > PAGES_AT_ONCE ? [] : pages.map((page) => this.load(page)));
  }

  /** Takes a row in at a place, or at the end, before the server is asked again. */
  add(id: number, index = this.total ?? 0): void {
    if (!this.has(id)) this.ids = this.ids.toSpliced(index, 0, id);
  }

  remove(id: number): void {
    if (this.has(id)) this.ids = this.ids.filter((one) => one !== id);
  }

  /** Brings rows to a place, which is counted as they all stand before. */
  place(rows: number[], index: number): void {
    const moved = new Set<number | undefined>(rows);
    const stays = (id: number | undefined) => !moved.has(id);
    const ids = this.ids;
    this.ids = [...ids.slice(0, index).filter(stays), ...rows, ...ids.slice(index).filter(stays)];
  }
}
