// How the time of each operation grows with a workspace: the same asked of one size and of ten times as much, on both engines.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../core/database/dialect.ts';
import { startApp } from '../kit/app.ts';
import { migratedDatabase, skipped, type TestDatabase } from '../kit/databases.ts';
import { globalSetup, globalTeardown } from '../setup.ts';
import { type Server, start } from '../soak/writers.ts';
import { median, report } from './figures.ts';
import { fillScale, type Scale, type ScaleData } from './scale-data.ts';

const SMALL: Scale = { pages: 5_000, rows: 20_000 };
const TIMES = 10;
const SAMPLES = 5;
const PING_MS = 5;

interface Operation {
  name: string;
  /** the most that ten times the data may cost, as a multiple */
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
    if (database.engine === 'postgres') await t.app.database.writer.raw('analyze');
    return { asked, headers: await t.token('edi') };
  } finally {
    await t.stop();
  }
}

async function measure(engine: Engine, scale: Scale): Promise<Map<Operation, Cost>> {
  const database = await migratedDatabase(engine);
  let server: Server | undefined;
  try {
    const { asked, headers } = await prepare(database, scale);
    const { dataDir, url } = database;
    const env = { DATA_DIR: dataDir, ACCOUNT_RATE_LIMIT: '0', ...(url ? { DATABASE_URL: url } : {}) };
    server = await start({ env });
    const costs = new Map<Operation, Cost>();
    for (const operation of asked) costs.set(operation, await costOf(server.base, headers, operation));
    return costs;
  } finally {
    if (server) {
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    }
    await database.cleanup();
  }
}

/** Reports each operation at ten times the size beside the small one. */
export async function scale(): Promise<void> {
  await globalSetup();
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (skipped(engine)) continue;
    const few = [...(await measure(engine, SMALL))];
    const many = [...(await measure(engine, { pages: SMALL.pages * TIMES, rows: SMALL.rows * TIMES }))];
    for (const [at, [{ name, most }, cost]] of many.entries()) {
      const before = few[at]?.[1].ms ?? 0;
      report('25', `${engine}: ${name}, stall ${cost.stall.toFixed(0)} ms`, cost.ms, before, 'ms', { most });
    }
  }
  await globalTeardown();
}
