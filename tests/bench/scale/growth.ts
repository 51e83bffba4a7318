// How the time of each operation grows with what there is: the same asked of one size and of many times as much, on both
// engines. Its reader sees all of it.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Engine } from '../../../core/database/dialect.ts';
import { migratedDatabase, skipped, type TestDatabase } from '../../../testing/databases.ts';
import { startApp } from '../../kit/app.ts';
import { globalSetup, globalTeardown } from '../../setup.ts';
import { type Server, start } from '../../soak/writers.ts';
import { median, report } from '../figures.ts';
import { memoryOf } from '../processes.ts';
import { fillScale, type Scale, type ScaleData } from './workspace.ts';

const SMALL: Scale = { pages: 5_000, rows: 20_000, workspaces: 1 };
const MIDDLE: Scale = { pages: 50_000, rows: 200_000, workspaces: 1 };
const LARGE: Scale = { pages: 1_000_000, rows: 1_000_000, workspaces: 200 };
const SAMPLES = 5;
const PING_MS = 5;

interface Operation {
  name: string;
  /** the most that ten times the data may cost, as a multiple; what is about all of it may grow with it */
  most: number;
  method?: string;
  path: string;
  body?: object;
}

/** What was measured of one operation, in milliseconds. */
interface Cost {
  ms: number;
  /** the longest that another request waited meanwhile */
  stall: number;
}

const last = (count: number): number => Math.ceil(count / 50);

function operations({ page, folder, table }: ScaleData, ws: number, scale: Scale): Operation[] {
  const property = (name: string): number => table.by[name].id;
  const query = (name: string, most: number, body: object): Operation => ({
    ...{ name, most, method: 'POST' },
    ...{ path: `/api/v2/collections/${table.id}/query`, body: { limit: 50, ...body } },
  });
  const get = (name: string, most: number, path: string): Operation => ({ name, most, path });
  const note = { property_id: property('Note'), op: 'contains' };
  return [
    get('read a page', 1.5, `/api/v2/pages/${page}`),
    get('a page as HTML', 1.5, `/pages/${page}`),
    get('menu of a folder', 1.5, `/api/nav/menu?workspace_id=${ws}&parent_id=${folder}`),
    get('list pages', 1.5, '/api/v2/pages?limit=50'),
    get('list pages, last by number', 3, `/api/v2/pages?limit=50&page=${last(scale.pages)}`),
    get('whole tree', 12, '/api/local-workspace/tree'),
    get('recent pages', 1.5, '/api/v2/recents?limit=50'),
    get('library', 3, `/api/library/workspace?limit=50`),
    get('search one letter', 2, '/api/v2/search?q=k&limit=20'),
    get('search two words', 2, '/api/v2/search?q=meridian+ka&limit=20'),
    get('search a rare word', 2, '/api/v2/search?q=quixotic&limit=20'),
    get('rows', 1.5, `/api/v2/collections/${table.id}/rows?limit=50`),
    get('rows, last by number', 3, `/api/v2/collections/${table.id}/rows?limit=50&page=${last(scale.rows)}`),
    query('sort by a number', 1.5, { sorts: [{ property_id: property('Points'), direction: 'asc' }] }),
    query('filter contains, rare', 3, { filter: { and: [{ ...note, value: 'river 777' }] } }),
    query('filter contains, all', 3, { filter: { and: [{ ...note, value: 'quiet' }] } }),
    query('group by select', 10, { group_by: property('State') }),
    query('median', 10, { aggregates: { [property('Points')]: 'median' } }),
    query('sum', 10, { aggregates: { [property('Points')]: 'sum' } }),
    {
      ...{ name: 'create a page', most: 1.5, method: 'POST', path: '/api/v2/pages' },
      body: { workspace_id: ws, title: 'One more', markdown: 'a quiet river' },
    },
    {
      ...{ name: 'create a row', most: 1.5, method: 'POST', path: `/api/v2/collections/${table.id}/rows` },
      body: { title: 'One more', values: { [property('Points')]: 7 } },
    },
  ];
}

/** Asks for something light all the time, and keeps how long that waited at most. */
async function pinging(base: string, task: () => Promise<void>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const pings = (async () => {
    while (!isDone) {
      const began = performance.now();
      await (await fetch(`${base}/healthz`)).text();
      longest = Math.max(longest, performance.now() - began);
      await sleep(PING_MS);
    }
  })();
  await task();
  isDone = true;
  await pings;
  return longest;
}

async function costOf(base: string, headers: Record<string, string>, operation: Operation): Promise<Cost> {
  const { method = 'GET', path, body } = operation;
  const times: number[] = [];
  const ask = async () => {
    const began = performance.now();
    const response = await fetch(base + path, {
      ...{ method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // Longer than any request may take.
    if (response.status === 503) return void times.push(Number.POSITIVE_INFINITY);
    if (!response.ok) throw new Error(`${operation.name}: ${response.status} ${text.slice(0, 200)}`);
    times.push(performance.now() - began);
  };
  await ask();
  times.length = 0;
  const stall = await pinging(base, async () => {
    for (let sample = 0; sample < SAMPLES; sample += 1) await ask();
  });
  return { ms: median(times), stall };
}

interface Prepared {
  asked: Operation[];
  headers: Record<string, string>;
}

async function prepare(database: TestDatabase, scale: Scale): Promise<Prepared> {
  const t = await startApp(database, { checkAnswers: false });
  try {
    const asked = operations(await fillScale(t, scale), t.ws1, scale);
    // What the engine does by itself some minutes later.
    if (database.engine === 'postgres') await t.app.database.writer.raw('vacuum analyze');
    return { asked, headers: await t.token('ann') };
  } finally {
    await t.stop();
  }
}

interface Measured {
  costs: Map<Operation, Cost>;
  /** megabytes on disk, and in memory after all of it */
  disk: number;
  memory: number;
}

const MB = 1024 ** 2;

async function diskOf({ engine, dataDir, url }: TestDatabase): Promise<number> {
  if (engine === 'sqlite') return (await stat(join(dataDir, 'commonplace.db'))).size / MB;
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as size');
  await client.end();
  return Number(rows[0].size) / MB;
}

async function measure(engine: Engine, scale: Scale): Promise<Measured> {
  const database = await migratedDatabase(engine);
  let server: Server | undefined;
  try {
    const { asked, headers } = await prepare(database, scale);
    const { dataDir, url } = database;
    const env = { DATA_DIR: dataDir, ACCOUNT_RATE_LIMIT: '0', ...(url ? { DATABASE_URL: url } : {}) };
    server = await start({ env });
    const costs = new Map<Operation, Cost>();
    for (const operation of asked) {
      const cost = await costOf(server.base, headers, operation);
      costs.set(operation, cost);
      console.log(`${engine}, ${scale.pages} pages: ${operation.name} ${cost.ms.toFixed(0)} ms`);
    }
    return { costs, disk: await diskOf(database), memory: memoryOf(server.child.pid) };
  } finally {
    if (server) {
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    }
    await database.cleanup();
  }
}

/** Reports each operation at the larger size beside the smaller one. */
async function compareScales(smaller: Scale, larger: Scale): Promise<void> {
  const times = larger.rows / smaller.rows;
  await globalSetup();
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (skipped(engine)) continue;
    const few = await measure(engine, smaller);
    const many = await measure(engine, larger);
    const before = [...few.costs.values()];
    for (const [at, [{ name, most }, { ms, stall }]] of [...many.costs].entries()) {
      const bound = { most: most < 10 ? most : (most * times) / 10 };
      report('25', `${engine}: ${name}, stall ${stall.toFixed(0)} ms`, ms, before[at]?.ms ?? 0, 'ms', bound);
    }
    report('25', `${engine}: disk`, many.disk, few.disk, 'MB', { most: larger.pages / smaller.pages });
    report('25', `${engine}: memory afterwards`, many.memory, few.memory, 'MB', { most: 1.5 });
  }
  await globalTeardown();
}

/** Ten times as much. */
export const scale = (): Promise<void> => compareScales(SMALL, MIDDLE);

/** A million pages in 200 workspaces and as many rows: some ten gigabytes, and half an hour and more. */
export const million = (): Promise<void> => compareScales(MIDDLE, LARGE);
