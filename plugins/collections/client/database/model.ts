// A database as the browser knows it: its properties, its views, the rows read so far, and who hears of changes.
import { Refused, send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import type {
  Collection,
  NamesById,
  Property,
  PropertyTypeName,
  Row,
  Value,
  View,
  ViewConfig,
  ViewKind,
} from '../../contract.ts';

interface TableData extends Record<string, unknown> {
  collection: Collection;
  properties: Property[];
  views: View[];
  view_id: number | null;
  pages: Row[];
  total: number;
  names: NamesById;
  colors: Record<string, string>;
}

export interface Group {
  value: Value;
  count: number;
}

/** Rows that one call brings. */
const PAGE = 200;
const PAGES_AT_ONCE = 3;

/** Types that nobody writes. */
const COMPUTED = /^(rollup|formula|unique_id|button|created_time|last_edited_time|created_by|last_edited_by)$/;
export const isWritable = ({ type }: Property): boolean => !COMPUTED.test(type);

/** The value of a group as addresses write it. */
export const groupKey = (value: Value): string => (value === null ? '' : String(value));

/** One list of rows of the view that is shown: all of them, or those of one group. Pages of it are read on demand. */
export class RowList {
  readonly #model: Model;
  readonly #group: string | undefined;
  readonly #pages = new Map<number, number[]>();
  readonly #asked = new Set<number>();
  /** null until the first answer */
  total: number | null = null;

  constructor(model: Model, group?: string, total: number | null = null) {
    this.#model = model;
    this.#group = group;
    this.total = total;
  }

  /** The row at this place; undefined while it is read. */
  at(index: number): Row | undefined {
    const page = Math.floor(index / PAGE);
    if (!this.#asked.has(page)) this.load(page).catch(failed);
    const id = this.#pages.get(page)?.[index % PAGE];
    return id === undefined ? undefined : this.#model.row(id);
  }

  async load(page = 0): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      const data = await this.#model.read(page + 1, PAGE, this.#group);
      this.#pages.set(
        page,
        data.pages.map(({ id }) => id),
      );
      this.total = data.total;
      this.#model.changed();
    } catch (error) {
      this.#asked.delete(page);
      throw error;
    }
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
    const page = Math.min(Math.floor(index / PAGE), Math.max(0, ...this.#pages.keys()));
    const list = this.#pages.get(page) ?? [];
    this.#pages.set(page, list.toSpliced(index - page * PAGE, 0, id));
    this.#asked.add(page);
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

export class Model {
  readonly id: number;
  readonly isEditable: boolean;
  readonly userId: number;
  collection!: Collection;
  properties: Property[] = [];
  views: View[] = [];
  view!: View;
  groups: Group[] = [];
  /** colours of rows by the rules of the view */
  readonly tones = new Map<number, string>();
  names: NamesById = { people: {}, rows: {}, files: {} };
  #lists = new Map<string, RowList>();
  #rows = new Map<number, Row>();
  #heard: (() => void)[] = [];
  #reads = 0;
  /** another one after each change of rows */
  version = 0;
  /** another one after each change that was made elsewhere */
  news = 0;

  constructor(id: number, { isEditable, userId }: { isEditable: boolean; userId: number }) {
    this.id = id;
    this.isEditable = isEditable;
    this.userId = userId;
  }

  get path(): string {
    return `/api/v2/collections/${this.id}`;
  }

  get title(): Property {
    return this.properties.find(({ type }) => type === 'title') as Property;
  }

  get grouping(): Property | undefined {
    return this.property(this.view.config.group_by ?? 0);
  }

  property = (id: number): Property | undefined => this.properties.find((one) => one.id === id);
  row = (id: number): Row | undefined => this.#rows.get(id);

  /** Properties that the view shows, in its order, the title first. */
  columns(): Property[] {
    const { visible, order = [] } = this.view.config;
    const rank = ({ id, type, position }: Property) => {
      if (type === 'title') return -1;
      const at = order.indexOf(id);
      return at < 0 ? order.length + position : at;
    };
    return this.properties
      .filter(({ id, type }) => type === 'title' || !visible || visible.includes(id))
      .toSorted((a, b) => rank(a) - rank(b));
  }

  ofType = (...types: PropertyTypeName[]): Property[] => this.properties.filter(({ type }) => types.includes(type));

  /** All rows, or those of one group by its key. */
  list(group?: string): RowList {
    const key = group === undefined ? 'all' : `in ${group}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const count = this.groups.find(({ value }) => groupKey(value) === group)?.count;
    const made = new RowList(this, group, group === undefined ? null : (count ?? 0));
    this.#lists.set(key, made);
    return made;
  }

  #keep(rows: Row[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
  }

  /** Takes in rows that were made or changed. */
  put(rows: Row[]): void {
    this.#keep(rows);
    this.version++;
  }

  onChange(heard: () => void): void {
    this.#heard.push(heard);
  }

  changed(): void {
    for (const heard of this.#heard) heard();
  }

  async read(page: number, limit: number, group?: string): Promise<TableData> {
    const query = new URLSearchParams({ page: String(page), limit: String(limit) });
    if (group !== undefined) query.set('group', group);
    return this.#ask(query);
  }

  /** Of these rows, at most 200, those that the view shows, as they are now. */
  async readRows(ids: number[]): Promise<Row[]> {
    const { pages } = await this.#ask(new URLSearchParams({ ids: ids.join(), limit: String(PAGE) }));
    return pages;
  }

  async #ask(query: URLSearchParams): Promise<TableData> {
    if (this.view) query.set('view_id', String(this.view.id));
    const data = await send<TableData>('GET', `/api/collections/${this.id}/table-data?${query}`);
    this.#keep(data.pages);
    this.learn(data.names);
    for (const { id } of data.pages) {
      const color = data.colors[id];
      if (color) this.tones.set(id, color);
      else this.tones.delete(id);
    }
    return data;
  }

  /** Whether one of the lists that are here has this row. */
  shows = (id: number): boolean => [...this.#lists.values()].some((list) => list.has(id));

  drop(id: number): void {
    for (const list of this.#lists.values()) list.remove(id);
  }

  learn({ people = {}, rows = {}, files = {} }: Partial<NamesById>): void {
    Object.assign(this.names.people, people);
    Object.assign(this.names.rows, rows);
    Object.assign(this.names.files, files);
  }

  /** Reads everything anew, as `viewId` shows it. What another call has overtaken is dropped. */
  async load(viewId?: number): Promise<void> {
    const turn = ++this.#reads;
    const wanted = this.views.find(({ id }) => id === viewId);
    if (wanted) this.view = wanted;
    else if (!this.view && viewId) this.view = { id: viewId } as View;
    const data = await this.read(1, 1);
    if (turn !== this.#reads) return;
    const { properties, views, collection } = data;
    Object.assign(this, { properties, views, collection });
    this.view = views.find(({ id }) => id === data.view_id) as View;
    this.groups = this.grouping ? await this.#readGroups() : [];
    if (turn !== this.#reads) return;
    this.#lists = new Map();
    if (!this.grouping) await this.list().load();
    this.changed();
  }

  /** Asks for everything anew after a change elsewhere; what is here stays in sight until then. */
  async refresh(): Promise<void> {
    const turn = ++this.#reads;
    const data = await this.read(1, 1).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    });
    if (turn !== this.#reads) return;
    const view = data?.views.find(({ id }) => id === this.view.id);
    if (!data || !view || view.kind !== this.view.kind) {
      if (!view) this.view = undefined as never;
      return this.load(view?.id);
    }
    const { properties, views, collection } = data;
    Object.assign(this, { properties, views, collection, view });
    const groups = this.grouping ? await this.#readGroups() : [];
    if (turn !== this.#reads) return;
    this.groups = groups;
    const keys = this.grouping ? new Set(groups.map(({ value }) => `in ${groupKey(value)}`)) : new Set(['all']);
    for (const key of this.#lists.keys()) if (!keys.has(key)) this.#lists.delete(key);
    await Promise.all([...this.#lists.values()].map((list) => list.refresh()));
    this.#tellNews();
  }

  /** Takes in rows that were changed elsewhere and stay where they are. */
  putNews(rows: Row[]): void {
    this.#keep(rows);
    this.#tellNews();
  }

  #tellNews(): void {
    this.version++;
    this.news++;
    this.changed();
  }

  async #readGroups(): Promise<Group[]> {
    const body = { view_id: this.view.id, group_by: this.grouping?.id, limit: 1 };
    const { groups } = await send<{ groups: Group[] }>('POST', `${this.path}/query`, body);
    const options = this.grouping?.config.options ?? [];
    const missing = options.filter(({ id }) => !groups.some(({ value }) => value === id));
    const rank = ({ value }: Group) => {
      const at = options.findIndex(({ id }) => id === value);
      return value === null ? Number.MAX_SAFE_INTEGER : at;
    };
    const all = [...groups, ...missing.map(({ id }) => ({ value: id, count: 0 }))];
    return options.length ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
  }

  /** Keeps settings with the view; whoever may not change it for all gets a view of their own. */
  async saveConfig(
    config: { [key in keyof ViewConfig]: ViewConfig[key] | null },
    { quiet = false } = {},
  ): Promise<void> {
    const merged = { ...this.view.config, ...config } as ViewConfig;
    if (this.isEditable || this.view.created_by === this.userId) {
      const saved = await send<View & Record<string, unknown>>('PATCH', `/api/v2/views/${this.view.id}`, { config });
      this.view = saved;
      this.views = this.views.map((one) => (one.id === saved.id ? saved : one));
      if (quiet) this.changed();
      else await this.load(saved.id);
    } else await this.addView(this.view.name, this.view.kind, merged, true);
  }

  async addView(name: string, kind: ViewKind, config: ViewConfig, personal: boolean): Promise<void> {
    const body = { name, kind, personal, config };
    const made = await send<View & Record<string, unknown>>('POST', `${this.path}/views`, body);
    this.views = [...this.views, made];
    await this.load(made.id);
  }
}
