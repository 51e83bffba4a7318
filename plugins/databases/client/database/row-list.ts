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
  readonly #pages = new Map<number, number[]>();
  readonly #asked = new Map<number, Promise<void>>();
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
    const data = await this.#model.read(page + 1, ROW_PAGE_SIZE, this.#group);
    this.#pages.set(
      page,
      data.pages.map(({ id }) => id),
    );
    this.total = data.total;
    this.#model.changed();
  }

  /** Reads what follows the rows that are here. */
  more(): void {
    this.load(Math.max(-1, ...this.#pages.keys()) + 1).catch(failed);
  }

  /** Rows that are here, in their order. */
  known(): Row[] {
    const ids = [...this.#pages].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
    return ids.flatMap((id) => this.#model.row(id) ?? []);
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
    if (this.has(id)) return;
    const page = Math.min(Math.floor(index / ROW_PAGE_SIZE), Math.max(0, ...this.#pages.keys()));
    const list = this.#pages.get(page) ?? [];
    this.#pages.set(page, list.toSpliced(index - page * ROW_PAGE_SIZE, 0, id));
    this.#asked.set(page, Promise.resolve());
    this.total = (this.total ?? 0) + 1;
  }

  remove(id: number): void {
    for (const [page, list] of this.#pages) {
      if (!list.includes(id)) continue;
      this.#pages.set(
        page,
        list.filter((one) => one !== id),
      );
      this.total = Math.max(0, (this.total ?? 1) - 1);
    }
  }
}
