// Databases of 10,000 and 100,000 rows: what fills them and the references, and what is asked of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import knex, { type Knex } from 'knex';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import { databases } from '../../plugins/databases/contract.ts';
import { random } from './data.ts';
import type { Call } from './load.ts';
import { SECRET_KEY } from './prepare.ts';

export const ROWS = 10_000;
export const MANY = 100_000;
/** The saved view shows rows with so many points or more: one in two. */
const LEAST = 500;
const STATES = ['Open', 'Doing', 'Done'];

export interface BenchRow {
  title: string;
  points: number;
  due: string;
  state: string;
  done: boolean;
  notes: string;
}

/** Row `index`, the same in every run. */
export function rowAt(index: number): BenchRow {
  const next = random(index + 1);
  const whole = (below: number): number => Math.floor(next() * below);
  const day = new Date(Date.UTC(2026, 0, 1 + whole(730))).toISOString().slice(0, 10);
  return {
    title: `Row ${index}`,
    points: whole(1000),
    due: day,
    state: STATES[whole(3)] as string,
    done: whole(2) === 1,
    notes: `What somebody noted of row ${index}, ${whole(9999)}`,
  };
}

/** A filled database and the ids of what it has. */
export interface Table {
  id: number;
  pageId: number;
  viewId: number;
  /** the view without filter and sorts */
  allId: number;
  points: number;
  due: number;
  /** a body that makes row `index` */
  body(index: number): string;
}

const BATCH = 500;

/** Databases of these sizes in the workspace, with a saved view each; their owner is who asks later. */
export async function fillTables(folder: string, workspaceId: number, sizes: number[]): Promise<Table[]> {
  const app = await createApp(loadSettings({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY }));
  const ctx = app.context({ type: 'system', reason: 'bench' });
  const service = ctx.use(databases);
  const tables: Table[] = [];
  for (const size of sizes) {
    const { collection, page } = await service.createDatabase(ctx, {
      ...{ workspaceId, parentId: null, title: `${size} rows` },
      properties: [
        { name: 'Name', type: 'title' },
        { name: 'Points', type: 'number' },
        { name: 'Due', type: 'date' },
        { name: 'State', type: 'select', config: { options: STATES.map((name) => ({ name })) } },
        { name: 'Done', type: 'checkbox' },
        { name: 'Notes', type: 'text' },
      ],
      views: (made) => {
        const [, points, due] = made.map(({ id }) => id) as [number, number, number];
        const filter = { and: [{ property_id: points, op: 'gte', value: LEAST }] };
        const sorts = [{ property_id: due, direction: 'asc' as const }];
        return [
          { name: 'Next', kind: 'table', config: { filter, sorts } },
          { name: 'All', kind: 'table', config: {} },
        ];
      },
    });
    const made = await service.properties(ctx, collection.id);
    const ids = made.map(({ id }) => id);
    const options = made.find(({ type }) => type === 'select')?.config.options ?? [];
    const valuesAt = (index: number): { title: string; values: Record<string, string | number | boolean> } => {
      const { title, state, points, due, done, notes } = rowAt(index);
      const option = options.find(({ name }) => name === state)?.id as string;
      const [, ...others] = ids as [number, ...number[]];
      const values = [points, due, option, done, notes].map((value, at) => [others[at], value]);
      return { title, values: Object.fromEntries(values) };
    };
    for (let at = 0; at < size; at += BATCH)
      await service.addRows(
        ctx,
        collection.id,
        Array.from({ length: BATCH }, (_, index) => valuesAt(at + index)),
      );
    const views = ctx.db('collection_views').where({ collection_id: collection.id }).orderBy('position');
    const [viewId, allId] = await views.pluck('id');
    tables.push({
      ...{ id: collection.id, pageId: page.id, viewId, allId },
      ...{ points: ids[1] as number, due: ids[2] as number },
      body: (index) => JSON.stringify(valuesAt(index)),
    });
  }
  // Nobody follows what filled them: what is measured is not done beside that.
  await app.database.writer('domain_events').delete();
  await app.events.run();
  await app.stop();
  return tables;
}

const open = (filename: string): Knex =>
  knex({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });

const columns = (table: Knex.CreateTableBuilder): void => {
  table.increments('id');
  for (const name of ['title', 'due', 'state', 'notes']) table.text(name);
  for (const name of ['points', 'done']) table.integer(name);
};

async function insertRows(trx: Knex, table: string, rows: BenchRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await trx(table).insert(rows.slice(at, at + BATCH));
}

/** Rows in real columns: `entries` with the index of the saved view, `loose` without. */
export async function fillReference(folder: string): Promise<void> {
  const db = open(join(folder, 'reference.db'));
  const rows = Array.from({ length: ROWS }, (_, index) => rowAt(index));
  for (const name of ['entries', 'loose']) {
    await db.schema.createTable(name, columns);
    await db.transaction((trx) => insertRows(trx, name, rows));
  }
  await db.schema.alterTable('entries', (table) => table.index(['due', 'points']));
  await db.destroy();
}

/** Lists of 50 a second out of columns without an index, as one thread of the bare driver asks for them. */
export async function rawScan(folder: string, seconds = 2): Promise<number> {
  const db = open(join(folder, 'reference.db'));
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await db('loose').where('points', '>=', pointsAt(done)).orderBy('due').orderBy('id').limit(50);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await db.destroy();
  return done / seconds;
}

/** Seconds to split a table of text and insert its rows in one transaction. */
export async function rawTable(csv: string, database: string): Promise<number> {
  const db = open(database);
  await db.raw('PRAGMA journal_mode = WAL');
  await db.schema.createTable('entries', columns);
  const started = performance.now();
  const [head = '', ...lines] = readFileSync(csv, 'utf8').trimEnd().split('\n');
  const names = head.toLowerCase().split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at]])) as unknown as BenchRow;
  });
  await db.transaction((trx) => insertRows(trx, 'entries', rows));
  const seconds = (performance.now() - started) / 1000;
  await db.destroy();
  return seconds;
}

/** The rows as a file, without commas inside of cells. */
export function writeTable(path: string): void {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const { title, points, due, state, done, notes } = rowAt(index);
    return [title, points, due, state, done, notes.replaceAll(',', ';')].join(',');
  });
  writeFileSync(path, `${['Title,Points,Due,State,Done,Notes', ...lines].join('\n')}\n`);
}

/** Another filter each time, so that no answer and no statement is there already. */
const pointsAt = (index: number): number => 100 + (index % 800);

export const listOf = ({ id, viewId }: Table, headers: Record<string, string>): Call => ({
  path: `/api/v2/collections/${id}/rows?view_id=${viewId}&limit=50`,
  headers,
});

export const askOf = ({ id, points, due }: Table, index: number, headers: Record<string, string>): Call => ({
  method: 'POST',
  path: `/api/v2/collections/${id}/query`,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({
    filter: { and: [{ property_id: points, op: 'gte', value: pointsAt(index) }] },
    sorts: [{ property_id: due, direction: 'asc' }],
    limit: 50,
  }),
});

export const makeOf = (table: Table, index: number, headers: Record<string, string>): Call => ({
  method: 'POST',
  path: `/api/v2/collections/${table.id}/rows`,
  headers: { ...headers, 'content-type': 'application/json' },
  body: table.body(index),
});
