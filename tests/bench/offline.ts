// Devices without a connection: how soon 5,000 pages are on one, how fast what waited is through, and how soon a kept page
// is there to be read and written.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import { actorOf } from '../../plugins/auth/contract.ts';
import { openSession } from '../../plugins/auth/sessions/sessions.ts';
import { emptyDatabase } from '../../testing/databases.ts';
import { ROUNDS } from './compare.ts';
import { markdown, PAGES } from './data.ts';
import { median, report } from './figures.ts';
import { openings } from './page-opening.ts';
import { preparePerson } from './prepare.ts';
import { root, start } from './processes.ts';

const BATCH = 500;
const EDITS = 1000;
const DOCUMENTS = 50;
const SMALL = 30;
const QUIET_MS = 5000;

type Call = (method: string, path: string, body?: object) => Promise<{ body: unknown; text: string; ms: number }>;

interface Delta {
  changes: { type: string; id: number; version: number; data: { title: string } }[];
  cursor: string;
  has_more: boolean;
}

/** Everything from the beginning, as a device reads it first. */
async function readAll(call: Call) {
  const found: Delta['changes'] = [];
  let [bytes, ms] = [0, 0];
  for (let since: string | undefined; ; ) {
    const answer = await call('POST', '/api/v2/sync/delta', { limit: 1000, ...(since ? { since } : {}) });
    const delta = answer.body as Delta;
    found.push(...delta.changes);
    bytes += gzipSync(answer.text).length;
    ms += answer.ms;
    since = delta.cursor;
    if (!delta.has_more) return { found: found.filter(({ type }) => type === 'page'), bytes, ms, cursor: since };
  }
}

async function fill(call: Call, workspaceId: number): Promise<void> {
  for (let from = 0; from < PAGES; from += BATCH) {
    const mutations = Array.from({ length: BATCH }, (_none, at) => ({
      ...{ client_id: `page-${from + at}`, type: 'page_create', client_timestamp: Date.now() },
      payload: { workspace_id: workspaceId, title: markdown(from + at).title },
    }));
    await call('POST', '/api/v2/sync/batch', { device_id: 'filler', mutations });
  }
}

async function readBodies(call: Call, ids: number[]): Promise<number> {
  let ms = 0;
  for (let at = 0; at < ids.length; at += DOCUMENTS)
    ms += (await call('POST', '/api/v2/sync/documents', { ids: ids.slice(at, at + DOCUMENTS) })).ms;
  return ms;
}

/** Of 100 reads of a page by somebody else, one after the other until `work` has ended, the slowest but one. */
async function readsBeside(call: Call, page: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isDone = false;
  const read = async () => {
    while (!isDone) times.push((await call('GET', `/api/v2/pages/${page}`)).ms);
  };
  await Promise.all([
    read(),
    work().finally(() => {
      isDone = true;
    }),
  ]);
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Milliseconds of 1,000 changed titles as a device sends them, and one by one. */
async function edits(call: Call, pages: Delta['changes'], round: number): Promise<{ queued: number; single: number }> {
  const title = (id: number, how: string) => `${how} ${round} ${id}`;
  let queued = 0;
  for (let from = 0; from < EDITS; from += BATCH) {
    const mutations = pages.slice(from, from + BATCH).map(({ id }) => ({
      ...{ client_id: `edit-${round}-${id}`, type: 'page_update', client_timestamp: Date.now() },
      ...{ payload: { id, fields: { title: title(id, 'queued') } }, base_version: 1_000_000 },
    }));
    queued += (await call('POST', '/api/v2/sync/batch', { device_id: 'writer', mutations })).ms;
  }
  let single = 0;
  for (const { id } of pages.slice(EDITS, 2 * EDITS))
    single += (await call('PATCH', `/api/v2/pages/${id}`, { title: title(id, 'single') })).ms;
  return { queued, single };
}

/** A browser session of the only person there is. */
async function sessionOf(env: Record<string, string>): Promise<string> {
  const app = await createApp(loadSettings(env));
  const user = await app.database.reader('users').first();
  const { cookie } = await openSession(app.context(actorOf(user)), user.id, 'bench');
  await app.stop();
  return cookie;
}

export async function offline(settings: (folder: string) => Record<string, string>): Promise<void> {
  const database = await emptyDatabase('sqlite');
  const env = settings(database.dataDir);
  const { token, workspaceId } = await preparePerson(env);
  const cookie = await sessionOf(env);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ours = await start([process.execPath, join(root, 'core/boot/main.ts')], env, {
    path: '/api/v2/users/me',
    headers,
  });
  const call: Call = async (method, path, body) => {
    const began = performance.now();
    const answer = await fetch(ours.base + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return { body: JSON.parse(text), text, ms: performance.now() - began };
  };
  try {
    await fill(call, workspaceId);
    const first = await readAll(call);
    report('offline', `first sync of ${PAGES} pages, records`, first.ms, 5000, 'ms', { most: 1 });
    report('offline', 'the same, compressed', first.bytes / 1000, 1500, 'kB', { most: 1 });
    const ids = first.found.map(({ id }) => id);
    const quiet = await readsBeside(call, ids[0] as number, () => sleep(QUIET_MS));
    let bodies = 0;
    const meanwhile = await readsBeside(call, ids[0] as number, async () => {
      bodies = await readBodies(call, ids);
    });
    report('offline', 'the same, all bodies', bodies, 60_000, 'ms', { most: 1 });
    report('offline', '99 of 100 reads of others meanwhile', meanwhile, quiet, 'ms', { most: 2 });
    const all = [];
    for (let round = 0; round < ROUNDS; round += 1) all.push(await edits(call, first.found, round));
    const queued = median(all.map((one) => one.queued));
    report('offline', `${EDITS} queued edits`, queued, 5000, 'ms', { most: 1 });
    report('offline', 'the same beside single ones', median(all.map((one) => one.single)), queued, 'ms', {
      least: 1.2,
    });
    const times = { deltas: [] as number[], people: [] as number[] };
    const { cursor } = await readAll(call);
    for (let n = 0; n < SMALL * ROUNDS; n += 1) {
      times.deltas.push((await call('GET', `/api/v2/sync/delta?since=${cursor}`)).ms);
      times.people.push((await call('GET', '/api/v2/users/me')).ms);
    }
    report('offline', 'empty delta beside users/me', median(times.deltas), median(times.people), 'ms', { most: 1.2 });
    const opened = await openings(ours.base, cookie, first.found[0]?.id as number);
    if (!opened) return;
    report('offline', 'a kept page without a connection, text', opened.text, 300, 'ms', { most: 1 });
    report('offline', 'the same, ready to be written', opened.writing, 500, 'ms', { most: 1 });
    report('offline', 'the same beside the page online', opened.writing, opened.online, 'ms', { most: 1.5 });
  } finally {
    await ours.stop();
    await database.cleanup();
  }
}
