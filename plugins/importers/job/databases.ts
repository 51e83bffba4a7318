// Databases of a running import: made or found again with their properties, and relations once all rows are there.
import {
  collectionPolicies,
  columnFacts,
  databases,
  isComputed,
  type Property,
  type Value,
} from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { RowItem } from '../contract.ts';
import { itemStore } from '../store.ts';
import { type PlannedColumn, valueAsText } from '../tables/columns.ts';
import { cellOf, type PlannedTable } from '../tables/plan.ts';
import { readPlanned, type ValueLookup, type ValueReading } from '../tables/values.ts';
import { importViews } from '../tables/views.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { JobContext } from './job-context.ts';
import type { PlannedPage } from './plan.ts';

/** A database while its rows are written. */
export interface DatabaseInProgress {
  table: PlannedTable;
  /** undefined in a dry run */
  id?: number;
  /** by id of the column; one that somebody deleted here has none */
  properties: Map<string, Property>;
}

/** Which property a column became, as the item of the database keeps it. */
type KeptColumns = Record<string, { id: number; name: string }>;

/** A property as it will be; `id` is none yet. */
function imagined({
  name,
  type,
  config,
  options,
}: Pick<PlannedColumn, 'name' | 'type' | 'config' | 'options'>): Property {
  const choices = options.map((option, index) => ({ color: 'default', ...option, id: `o${index}` }));
  const shown = { ...config, ...(choices.length && { options: choices }) };
  return { id: 0, name, type, config: shown, position: 0, group_name: '', validation: {} };
}

const inputOf = ({ name, type, config, options }: PlannedColumn) => ({
  name,
  type,
  config: { ...config, ...(options.length && { options }) },
});

export class DatabaseWriter {
  readonly #run: JobContext;
  readonly #writer: BatchWriter;
  readonly #held = new Map<string, DatabaseInProgress>();

  constructor(run: JobContext, writer: BatchWriter) {
    this.#run = run;
    this.#writer = writer;
  }

  get(id: string | undefined): DatabaseInProgress | undefined {
    return id === undefined ? undefined : this.#held.get(id);
  }

  get all(): IterableIterator<[id: string, held: DatabaseInProgress]> {
    return this.#held.entries();
  }

  /** Makes the database, or brings the properties of the one that is there up to date. Nothing if it is refused. */
  async open(page: PlannedPage): Promise<'created' | 'skipped' | 'refused'> {
    const { known, job, plan } = this.#run;
    const table = plan.tables.get(page.id) as PlannedTable;
    const state = known.state(page.id);
    const isThere = state === 'live';
    if (job.dry_run) {
      const properties = new Map(table.columns.map((column) => [column.id, imagined(column)]));
      this.#held.set(page.id, { table, properties });
      return isThere ? 'skipped' : 'created';
    }
    if (state === 'trashed') {
      this.#run.report.warn(page.path, 'in_trash', 'Its database is in the trash; it and its rows were left there.');
      return 'refused';
    }
    if (!isThere) await this.#make(page, table);
    const collection = await this.#service.ofPage(this.#run.ctx, this.#writer.pageId(page.id) as number);
    if (!collection || collection.deleted_at) return 'refused';
    this.#held.set(page.id, await this.#settle(page, table, collection.id));
    const isOurs = known.get(page.id)?.row.created_by_job === job.id;
    return isThere && !isOurs ? 'skipped' : 'created';
  }

  get #service() {
    return this.#run.ctx.use(databases);
  }

  async #make(page: PlannedPage, table: PlannedTable): Promise<void> {
    const columns = table.columns.filter(({ database }) => database === undefined);
    const title = { name: table.title.name ?? this.#word(), type: 'title' as const };
    const nameOf = new Map(columns.map(({ id, name }) => [id, name]));
    const find = (made: Property[]) => (id: string | undefined) =>
      made.find(({ name, type }) => (type === 'title' && id === table.title.id) || name === nameOf.get(id ?? ''));
    await this.#writer.add({
      id: page.id,
      path: page.path,
      action: 'fill',
      pageId: this.#writer.pageId(page.id) as number,
      parentId: this.#writer.parentOf(page),
      title: page.title,
      blocks: [],
      bytes: 0,
      database: {
        ...(table.item.description && { description: table.item.description }),
        properties: [title, ...columns.map(inputOf)],
        views: (made) =>
          importViews(table.item.views ?? [], find(made), () => this.#run.report.unsupported({ view_filter: 1 })),
      },
      record: { kind: 'database', fingerprint: '', properties_json: '{}' },
    });
    await this.#writer.flush();
  }

  #word(): string {
    const { ctx } = this.#run;
    return ctx.app.messages.text(ctx.locale, 'importers.title_column');
  }

  /** Finds the property of each column, adds those that are new, and options that rows name. */
  async #settle(page: PlannedPage, table: PlannedTable, id: number): Promise<DatabaseInProgress> {
    const { ctx, known, report } = this.#run;
    const kept = JSON.parse(known.get(page.id)?.row.properties_json ?? '{}') as KeptColumns;
    await ctx.app.access.require(ctx, collectionPolicies.edit, id);
    const there = await this.#service.properties(ctx, id);
    const properties = new Map<string, Property>();
    for (const column of table.columns) {
      const before = kept[column.id];
      const found = there.find((one) => (before ? one.id === before.id : one.name === column.name));
      if (before && !found) {
        report.warn(`${page.path}: ${column.name}`, 'property_gone', 'Its property was deleted here; it was left so.');
        continue;
      }
      const property = found ? await this.#complete(id, found, column, before?.name) : await this.#add(id, column);
      if (!property) continue;
      if (readingFor(property, column) !== column.reading) {
        const because = 'Its property is one of numbers, which do not come back as the source writes them.';
        report.warn(`${page.path}: ${column.name}`, 'not_as_written', because);
      }
      properties.set(column.id, property);
      kept[column.id] = { id: property.id, name: column.name };
    }
    const row = known.record(page.id, { kind: 'database', properties_json: JSON.stringify(kept) });
    const page_version = (await ctx.use(pages).byId(ctx, row.page_id as number))?.sync_version ?? 1;
    await ctx.tx((tx) => itemStore.save(tx, [{ ...row, page_version }]));
    known.remember([{ ...row, page_version }]);
    return { table, id, properties };
  }

  /** A new name of the source comes here where nobody gave it another one; missing options are added. */
  async #complete(id: number, found: Property, column: PlannedColumn, before: string | undefined): Promise<Property> {
    const isRenamed = before !== undefined && before !== column.name && found.name === before;
    const options = found.config.options ?? [];
    const names = new Set(options.map(({ name }) => name.toLowerCase()));
    const missing = column.options.filter(({ name }) => !names.has(name.toLowerCase()));
    const isChoice = columnFacts(found.type).hasOptions;
    if (!isRenamed && !(isChoice && missing.length)) return found;
    const { property } = await this.#service.changeProperty(this.#run.ctx, id, found.id, {
      ...(isRenamed && { name: column.name }),
      ...(isChoice && missing.length && { config: { options: [...options, ...missing] } }),
    });
    return property;
  }

  /** Relations come when the database at the other end is there. */
  async #add(id: number, column: PlannedColumn): Promise<Property | undefined> {
    if (column.database === undefined) return this.#service.addProperty(this.#run.ctx, id, inputOf(column));
    const other = this.#held.get(column.database)?.id;
    if (other === undefined) return undefined;
    const config = { ...column.config, collection_id: other };
    return this.#service.addProperty(this.#run.ctx, id, { name: column.name, type: 'relation', config });
  }

  /** Relations of a database once all databases are there. */
  async withRelations(page: PlannedPage, { table, id }: DatabaseInProgress): Promise<DatabaseInProgress> {
    return id === undefined ? { table, properties: new Map() } : this.#settle(page, table, id);
  }

  /** Values of a row by property, and what does not fit as texts by the name of the column. */
  read(held: DatabaseInProgress, row: RowItem, found: ValueLookup): ReadRow {
    const made: ReadRow = { values: {}, misfits: {}, missing: [], isLate: false };
    for (const column of held.table.columns) {
      const cell = cellOf(row, column, held.table);
      const isLate = this.isRelation(column);
      const there = isLate ? RELATION : held.properties.get(column.id);
      // What the service fills itself takes no value.
      const property = there && isComputed(there) ? undefined : there;
      const { value, misfit, missing }: ValueReading = property
        ? readPlanned(property, readingFor(property, column), cell, found)
        : { value: null, misfit: valueAsText(cell) };
      if (misfit) {
        made.misfits[column.name] = misfit;
        held.table.misfits.set(column.id, (held.table.misfits.get(column.id) ?? 0) + 1);
      }
      made.missing.push(...(missing ?? []));
      if (isLate) made.isLate ||= value !== null;
      else if (property) made.values[property.id] = value;
    }
    return made;
  }

  /** Whether the column names rows of a database of the source. */
  isRelation({ database }: PlannedColumn): boolean {
    return database !== undefined && this.#run.plan.tables.has(database);
  }
}

const readingFor = ({ type }: Property, { reading, numbers }: PlannedColumn) =>
  type === 'number' && reading.type === 'text' ? (numbers ?? reading) : reading;

export interface ReadRow {
  values: Record<string, Value>;
  misfits: Record<string, string>;
  /** rows that are not in the source */
  missing: string[];
  /** it names rows, which is written when all of them are there */
  isLate: boolean;
}

const RELATION = { ...imagined({ name: '', type: 'relation', config: {}, options: [] }), id: 0 };
