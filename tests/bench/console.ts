// The library beside a bare list of as many pages, a thousand digests, and a backup while others read and write.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInProcess } from '../../core/workers/process-runner.ts';
import { insertAccount } from '../../plugins/auth/accounts.ts';
import { notifications } from '../../plugins/notifications/contract.ts';
import { notificationSettingsStore } from '../../plugins/notifications/digest/store.ts';
import { emptyDatabase, migratedDatabase } from '../../testing/databases.ts';
import { startApp } from '../kit/app.ts';
import { globalSetup, globalTeardown } from '../setup.ts';
import { type Server, start as startServer } from '../soak/writers.ts';
import { compare, requireOk } from './compare.ts';
import { report } from './figures.ts';
import { prepareReferences } from './prepare.ts';
import { root, start } from './processes.ts';
import { fillScale } from './scale/workspace.ts';

const PAGES = 100_000;
const PEOPLE = 1000;
const DAY = 24 * 3_600_000;
const QUIET_MS = 5_000;

type Headers = Record<string, string>;

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Seconds from the hour at which a thousand digests are due until all of them lie in the outbox. */
async function digests(): Promise<number> {
  let now = Date.parse('2026-03-02T00:00:00.000Z');
  const t = await startApp(await migratedDatabase('sqlite'), { now: () => new Date(now).toISOString() });
  try {
    const system = t.app.context({ type: 'system', reason: 'bench' });
    const userIds: number[] = [];
    await system.tx(async (tx) => {
      for (let index = 0; index < PEOPLE; index += 1) {
        const login = `person${index}`;
        const person = { login, email: `${login}@example.org`, full_name: login, password_hash: 'none' };
        const { id } = await insertAccount(tx, person);
        userIds.push(id);
        await notificationSettingsStore.set(tx, {
          ...{ user_id: id, digest: 'daily', hour: 8, weekday: 1, quiet_from: null, quiet_to: null },
          ...{ since: new Date(now).toISOString(), sent_at: null },
        });
      }
    });
    const notice = { type: 'page_changed', url: '/notifications', pageId: null, actorId: null, userIds };
    for (let index = 0; index < 5; index += 1)
      await system.use(notifications).tell(system, { ...notice, cause: `bench:${index}`, topic: `bench:${index}` });
    now += DAY;
    const began = performance.now();
    await t.app.jobs.kind('notifications.digests')?.run(system, {}, new AbortController().signal);
    await t.app.jobs.drain();
    const seconds = (performance.now() - began) / 1000;
    const { total } = await t.app.mail.list(t.ctx('adm'), 1, 0);
    if (total !== PEOPLE) throw new Error(`${total} digests instead of ${PEOPLE}`);
    return seconds;
  } finally {
    await t.stop();
  }
}

interface Waits {
  reads: number[];
  writes: number[];
}

/** One who reads and one who writes, as fast as they are answered, until `work` has ended. */
async function beside(base: string, headers: Headers, page: number, work: () => Promise<void>): Promise<Waits> {
  const waits: Waits = { reads: [], writes: [] };
  let isDone = false;
  const repeat = async (times: number[], path: string, more: RequestInit) => {
    while (!isDone) {
      const began = performance.now();
      const answer = await fetch(base + path, { ...more, headers: { ...headers, 'content-type': 'application/json' } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      times.push(performance.now() - began);
    }
  };
  const others = [
    repeat(waits.reads, `/api/v2/pages/${page}`, {}),
    repeat(waits.writes, `/api/v2/pages/${page}`, { method: 'PATCH', body: '{"title":"Again"}' }),
  ];
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(others);
  return waits;
}

async function backUp(base: string, headers: Headers): Promise<void> {
  const path = `${base}/api/v2/admin/backups`;
  const begun = await fetch(path, { method: 'POST', headers });
  const made = (await begun.json()) as { id: number };
  if (!begun.ok) throw new Error(`no backup: ${JSON.stringify(made)}`);
  for (;;) {
    const { state, error } = (await (await fetch(`${path}/${made.id}`, { headers })).json()) as Record<string, string>;
    if (state === 'verified') return;
    if (state !== 'queued' && state !== 'running') throw new Error(`the backup is ${state}: ${error}`);
    await sleep(50);
  }
}

interface Library {
  page: number;
  mine: Headers;
  admin: Headers;
}

/** In a folder with an empty installation. */
export async function fillLibrary(dataDir: string): Promise<Library> {
  const t = await startApp({ engine: 'sqlite', dataDir, cleanup: async () => {} }, { checkAnswers: false });
  const { page } = await fillScale(t, { pages: PAGES, rows: 10, workspaces: 1 });
  const [mine, admin] = [await t.token('ann'), await t.token('adm', 'read,write,admin')];
  await t.stop();
  return { page, mine, admin };
}

/** The library of a person beside a bare list, and then a backup of all of it. */
async function libraryAndBackup(): Promise<void> {
  const database = await migratedDatabase('sqlite');
  const references = (await emptyDatabase('sqlite')).dataDir;
  // What filling leaves behind in memory would have whoever measures stop for longer than a writer may wait.
  const filled = await runInProcess<Library>(new URL(import.meta.url), 'fillLibrary', [database.dataDir]);
  const { page, mine, admin } = filled;
  await prepareReferences(references, (mine.authorization as string).slice('Bearer '.length), PAGES);
  const server: Server = await startServer({ env: { DATA_DIR: database.dataDir, ACCOUNT_RATE_LIMIT: '0' } });
  const stub = await start(
    [process.execPath, join(root, 'tests/bench/references.ts'), 'S', references],
    {},
    {
      path: '/list',
      headers: mine,
    },
  );
  try {
    const ours = {
      base: server.base,
      startMs: server.readyMs,
      startUsed: 0,
      memory: () => 0,
      used: () => 0,
      stop: async () => {},
    };
    await compare(
      '19',
      'a tab of the library, 100,000 pages',
      0.5,
      [ours, () => ({ path: '/api/library/workspace?limit=50', headers: mine })],
      [stub, () => ({ path: '/list', headers: mine })],
      requireOk,
    );
    const quiet = await beside(server.base, mine, page, () => sleep(QUIET_MS));
    const loaded = await beside(server.base, mine, page, () => backUp(server.base, admin));
    const [before, meanwhile] = [at(quiet.reads, 0.99), at(loaded.reads, 0.99)];
    report('19', '99 of 100 reads while a backup is made', meanwhile, before, 'ms', { most: 2 });
    report('19', 'longest wait of a writer meanwhile', Math.max(...loaded.writes), 100, 'ms', { most: 1 });
  } finally {
    await stub.stop();
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
    await database.cleanup();
  }
}

export async function consoleParts(): Promise<void> {
  await globalSetup();
  await libraryAndBackup();
  report('19', '1,000 digests in the outbox', await digests(), 60, 's', { most: 1 });
  await globalTeardown();
}
