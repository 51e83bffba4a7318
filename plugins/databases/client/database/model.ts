// A database as the browser knows it: its properties, its views, the rows read so far, and who hears of changes.
import { RequestError, send } from '../../../../core/client/request.ts';
import {
  type Collection,
  glanceColumns,
  type NamesById,
  type Property,
  type Row,
  type Value,
  type View,
  type ViewConfig,
  type ViewKind,
} from '../../model.ts';
import { startsRulesOnly } from '../../schema/types/button/press-right.ts';
import { readGroups } from './group-counts.ts';
import { groupKey } from './group-order.ts';
import type { Job } from './job-status.ts';
import { isWritable } from './property-kinds.ts';
import { type GroupKeys, ROW_PAGE_SIZE, RowList } from './row-list.ts';
import type { TableData } from './table-data.ts';
import { ViewDrafts } from './view-drafts.ts';

/** What is left to do when a job has ended; returns its way back, where it is a step of this window. */
type Ending = (job: Job) => Promise<(() => void) | undefined>;

export interface RowGroup {
  value: Value;
  count: number;
  /** groups within it, where a table has such */
  subs?: RowGroup[];
  parent?: RowGroup;
}

export class Model {
  readonly id: number;
  /** whether rows may be made and the schema changed; settled before anything is drawn */
  isEditable: boolean;
  readonly userId: number;
  collection!: Collection;
  properties: Property[] = [];
  /** as this person looks at them */
  views: View[] = [];
  view!: View;
  readonly drafts = new ViewDrafts(this);
  groups: RowGroup[] = [];
  /** colours of rows by the rules of the view */
  readonly tones = new Map<number, string>();
  names: Required<NamesById> = { people: {}, faces: {}, rows: {}, files: {} };
  #lists = new Map<string, RowList>();
  #rows = new Map<number, Row>();
  readonly #writable = new Set<number>();
  #rights: Pick<TableData, 'read_only' | 'sees_all_rows' | 'is_locked'> = { read_only: [], sees_all_rows: true };
  #heard: (() => void)[] = [];
  #reads = 0;
  jobId: number | null = null;
  readonly #endings = new Map<number, Ending>();
  /** words that are searched for in the rows of the view; with this window alone */
  search = '';
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

  /** Rows outside of views, such as the one of a page, have no colours. */
  get isColoured(): boolean {
    return Boolean((this.view as View | undefined)?.config.color_rules?.length);
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
    const columns = this.properties
      .filter(({ id, type }) => type === 'title' || !visible || visible.includes(id))
      .toSorted((a, b) => rank(a) - rank(b));
    return glanceColumns(this.view, columns);
  }

  /** What the rows of each group are grouped by, in tables. */
  get subGrouping(): Property | undefined {
    const { kind, config } = this.view;
    const id = kind === 'table' && this.grouping ? config.sub_group_by : null;
    return id && id !== this.grouping?.id ? this.property(id) : undefined;
  }

  /** All rows, or those of one group by its key. */
  list(group?: string): RowList {
    const known = this.groups.find(({ value }) => groupKey(value) === group);
    return group === undefined ? this.#list({}, null) : this.#list({ group }, known?.count ?? 0);
  }

  /** The same for a group or a group within one. */
  listOf(group: RowGroup | null): RowList {
    if (!group) return this.list();
    if (!group.parent) return this.list(groupKey(group.value));
    return this.#list({ group: groupKey(group.parent.value), sub_group: groupKey(group.value) }, group.count);
  }

  #list(grouped: GroupKeys, total: number | null): RowList {
    const key = JSON.stringify(grouped);
    const known = this.#lists.get(key);
    if (known) return known;
    const made = new RowList(this, grouped, total);
    this.#lists.set(key, made);
    return made;
  }

  /** Rows as they were read, whoever may change them. */
  keep(rows: Row[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
  }

  /** Whether a row may be changed, be it the only one. */
  mayWrite = ({ id }: Pick<Row, 'id'>): boolean => this.#writable.has(id);

  mayDelete = (row: Pick<Row, 'id'>): boolean => this.mayWrite(row) && !this.#rights.is_locked;

  /** Whether this value of it may be. */
  mayFill = (row: Pick<Row, 'id'>, property: Property): boolean =>
    this.mayWrite(row) && isWritable(property) && !this.#rights.read_only.includes(property.id);

  /** Whether a property may be changed; `isLoss`: so that rows may lose what they hold, hidden ones too. */
  maySet = ({ id }: Property, isLoss = false): boolean =>
    this.isEditable && !this.#rights.read_only.includes(id) && (this.#rights.sees_all_rows || !isLoss);

  /** Whether a button of it may be pressed. */
  mayPress = (row: Pick<Row, 'id'>, button: Property): boolean => this.mayWrite(row) || startsRulesOnly(button);

  /** Of these rows, those that may be changed. */
  allow(ids: number[], writable: number[]): void {
    for (const id of ids) this.#writable.delete(id);
    for (const id of writable) this.#writable.add(id);
  }

  /** Nothing that is here may be changed. */
  get isReadOnly(): boolean {
    return !this.isEditable && !this.#writable.size;
  }

  /** Takes in rows that were made or changed here; whoever has made one may change it. */
  put(rows: Row[]): void {
    for (const { id } of rows) if (!this.#rows.has(id)) this.#writable.add(id);
    this.keep(rows);
    this.version++;
  }

  onChange(heard: () => void): void {
    this.#heard.push(heard);
  }

  /** What is left to do here when a job that was started here has ended. */
  whenEnded(id: number, run: Ending): void {
    this.#endings.set(id, run);
    this.changed();
  }

  /** The job that is on its way, or one of this window that may be over already. */
  get awaited(): number | null {
    return this.jobId ?? this.#endings.keys().next().value ?? null;
  }

  async ended(job: Job): Promise<(() => void) | undefined> {
    const run = this.#endings.get(job.id);
    this.#endings.delete(job.id);
    return run?.(job);
  }

  changed(): void {
    for (const heard of this.#heard) heard();
  }

  async read(page: number, limit: number, group: GroupKeys = {}): Promise<TableData> {
    return this.#ask(new URLSearchParams({ page: String(page), limit: String(limit), ...group }));
  }

  /** Of these rows, at most 200, those that the view shows, as they are now. */
  async readRows(ids: number[]): Promise<Row[]> {
    const { pages } = await this.#ask(new URLSearchParams({ ids: ids.join(), limit: String(ROW_PAGE_SIZE) }));
    return pages;
  }

  async #ask(query: URLSearchParams): Promise<TableData> {
    if (this.view) query.set('view_id', String(this.view.id));
    if (this.search) query.set('search', this.search);
    const data = await send<TableData>('GET', `/api/collections/${this.id}/table-data?${query}`);
    this.keep(data.pages);
    this.learn(data.names);
    this.#rights = data;
    this.allow(
      data.pages.map(({ id }) => id),
      data.writable,
    );
    for (const { id } of data.pages) {
      const color = data.colors[id];
      if (color) this.tones.set(id, color);
      else this.tones.delete(id);
    }
    return data;
  }

  /** The one of the lists that are here which has this row. */
  listWith = (id: number): RowList | undefined => [...this.#lists.values()].find((list) => list.has(id));

  drop(id: number): void {
    for (const list of this.#lists.values()) list.remove(id);
  }

  learn(more: Partial<NamesById>): void {
    for (const kind of ['people', 'faces', 'rows', 'files'] as const) Object.assign(this.names[kind], more[kind]);
  }

  /** Reads everything anew, as `viewId` shows it. What another call has overtaken is dropped. */
  async load(viewId?: number): Promise<void> {
    const turn = ++this.#reads;
    const wanted = this.views.find(({ id }) => id === viewId);
    if (wanted) this.view = wanted;
    else if (!this.view && viewId) this.view = { id: viewId } as View;
    const data = await this.read(1, 1);
    if (turn !== this.#reads) return;
    this.#learnSchema(data, data.view_id ?? 0);
    const groups = this.grouping ? await readGroups(this) : [];
    if (turn !== this.#reads) return;
    this.groups = groups;
    this.#lists = new Map();
    if (!this.grouping) await this.list().load();
    this.changed();
  }

  /** Asks for everything anew after a change elsewhere; what is here stays in sight until then. */
  async refresh(): Promise<void> {
    const turn = ++this.#reads;
    const data = await this.read(1, 1).catch((error: unknown) => {
      if (error instanceof RequestError && error.status === 404) return null;
      throw error;
    });
    if (turn !== this.#reads) return;
    const view = data?.views.find(({ id }) => id === this.view.id);
    if (!data || !view || view.kind !== this.view.kind) {
      if (!view) this.view = undefined as never;
      return this.load(view?.id);
    }
    this.#learnSchema(data, view.id);
    const groups = this.grouping ? await readGroups(this) : [];
    if (turn !== this.#reads) return;
    this.groups = groups;
    const kept = this.grouping ? groups.flatMap((one) => [one, ...(one.subs ?? [])]) : [null];
    const lists = new Set(kept.map((one) => this.listOf(one)));
    for (const [key, list] of this.#lists) if (!lists.has(list)) this.#lists.delete(key);
    await Promise.all([...this.#lists.values()].map((list) => list.refresh()));
    this.#tellNews();
  }

  /** Takes in rows that were changed elsewhere and stay where they are. */
  putNews(rows: Row[]): void {
    this.keep(rows);
    this.#tellNews();
  }

  #tellNews(): void {
    this.version++;
    this.news++;
    this.changed();
  }

  #learnSchema({ properties, collection, job_id: jobId, ...data }: TableData, viewId: number): void {
    Object.assign(this, { properties, collection, jobId });
    this.drafts.learn(data.views, data.drafts);
    this.showViews(viewId);
  }

  /** Narrows what is shown to rows with these words. */
  async find(words: string): Promise<void> {
    if (words === this.search) return;
    this.search = words;
    this.version++;
    await this.load(this.view.id);
  }

  showViews(viewId = this.view.id): void {
    this.views = this.drafts.views;
    this.view = this.views.find(({ id }) => id === viewId) as View;
  }

  /** Keeps settings with the view; whoever may not change it for all gets a view of their own. */
  async saveConfig(
    config: { [key in keyof ViewConfig]: ViewConfig[key] | null },
    { quiet = false } = {},
  ): Promise<void> {
    if (this.isEditable || this.view.created_by === this.userId) {
      const saved = await send<View>('PATCH', `/api/v2/views/${this.view.id}`, { config });
      this.drafts.put(saved);
      this.showViews(saved.id);
      if (quiet) this.changed();
      else await this.load(saved.id);
    } else await this.addView(this.view.name, this.view.kind, { ...this.view.config, ...config } as ViewConfig, true);
  }

  async addView(name: string, kind: ViewKind, config: ViewConfig, personal: boolean): Promise<void> {
    const made = await send<View>('POST', `${this.path}/views`, { name, kind, personal, config });
    this.drafts.put(made);
    this.showViews(made.id);
    await this.load();
  }
}
