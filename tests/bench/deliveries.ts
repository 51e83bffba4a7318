// Webhooks beside a bare loop that signs and posts the same: how many arrive a second, how soon, and at whose cost.
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Engine } from '../../core/database/dialect.ts';
import { emptyDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startPostgres } from '../kit/postgres.ts';
import { ROUNDS } from './compare.ts';
import { median, report } from './figures.ts';
import { preparePerson } from './prepare.ts';
import { root, start } from './processes.ts';

const HOOKS = 10;
const PAGES = 300;
const IN_FLIGHT = 32;

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Signed messages a second that the receiver takes from nothing but undici. */
async function bareLoop(receiver: string, body: string): Promise<number> {
  const key = randomBytes(32);
  const total = HOOKS * PAGES;
  let left = total;
  const began = performance.now();
  const worker = async () => {
    for (let index = left--; index > 0; index = left--) {
      const moment = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', key).update(`msg_${index}.${moment}.${body}`).digest('base64');
      const headers = {
        ...{ 'content-type': 'application/json', 'webhook-id': `msg_${index}`, 'webhook-timestamp': moment },
        'webhook-signature': `v1,${signature}`,
      };
      const answer = await request(`${receiver}/bare`, { method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (total * 1000) / (performance.now() - began);
}

interface Bench {
  receiver: string;
  arrivals(path: string): Promise<number[]>;
  call<T>(method: string, path: string, body?: object): Promise<T>;
  hook(path: string): Promise<number>;
  page(title: string): Promise<void>;
}

/** Until so many have come to these paths. */
async function awaited(bench: Bench, paths: string[], count: number): Promise<number[]> {
  const found: number[] = [];
  await until(async () => {
    for (const path of paths) found.push(...(await bench.arrivals(path)));
    return found.length >= count;
  });
  return found;
}

/** From the moment they are queued to the answers being noted. */
async function rate(bench: Bench, hooks: number[], paths: string[]): Promise<number> {
  for (const id of hooks) await bench.call('PATCH', `/api/v2/webhooks/${id}`, { enabled: false });
  const since = new Date().toISOString();
  await Promise.all(Array.from({ length: PAGES }, (_, index) => bench.page(`Page ${index}`)));
  for (const id of hooks) await bench.call('PATCH', `/api/v2/webhooks/${id}`, { enabled: true });
  const began = performance.now();
  await Promise.all(hooks.map((id) => bench.call('POST', `/api/v2/webhooks/${id}/recover`, { since })));
  await awaited(bench, paths, hooks.length * PAGES);
  for (const id of hooks)
    await until(
      async () => !(await bench.call<object[]>('GET', `/api/v2/webhooks/${id}/deliveries?status=pending`)).length,
    );
  return (hooks.length * PAGES * 1000) / (performance.now() - began);
}

/** Pages at an even pace; the time that each took, in milliseconds. */
async function paced(bench: Bench, perSecond: number, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, index) => {
    await sleep((index * 1000) / perSecond - (performance.now() - began));
    const asked = performance.now();
    await bench.page(`Paced ${index}`);
    times.push(performance.now() - asked);
  });
  await Promise.all(calls);
  return times;
}

async function writesBeside(bench: Bench, hooks: number[], paths: string[]): Promise<[busy: number, quiet: number]> {
  for (const id of hooks) await bench.call('PATCH', `/api/v2/webhooks/${id}`, { enabled: false });
  const quiet = at(await paced(bench, 50, 4), 0.99);
  const since = new Date(Date.now() - 60_000).toISOString();
  for (const id of hooks) await bench.call('PATCH', `/api/v2/webhooks/${id}`, { enabled: true });
  await Promise.all(hooks.map((id) => bench.call('POST', `/api/v2/webhooks/${id}/recover`, { since })));
  const busy = at(await paced(bench, 50, 4), 0.99);
  for (const path of paths) await bench.arrivals(path);
  return [busy, quiet];
}

/** How soon the good ones hear of things, with this many bad ones beside them. */
async function soon(bench: Bench, good: number, bad: number): Promise<number> {
  const paths = Array.from({ length: good }, (_, index) => `/good-${bad}-${index}`);
  const hooks: number[] = [];
  for (const path of paths) hooks.push(await bench.hook(path));
  for (let index = 0; index < bad; index += 1) hooks.push(await bench.hook(`/hang-${index}`));
  const count = 10;
  await paced(bench, 2, count / 2);
  const times = await awaited(bench, paths, good * count);
  for (const id of hooks) await bench.call('DELETE', `/api/v2/webhooks/${id}`);
  return at(times, 0.95);
}

async function onEngine(engine: Engine, settings: (folder: string) => Record<string, string>): Promise<void> {
  const database = await emptyDatabase(engine);
  const env = { ...settings(database.dataDir), DATABASE_URL: database.url ?? '' };
  const { token, workspaceId } = await preparePerson(env);
  const receiver = await start([process.execPath, join(root, 'tests/bench/receiver.ts')], {}, { path: '/none' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ours = await start(
    [process.execPath, join(root, 'core/boot/main.ts')],
    { ...env, OUTBOUND_ALLOW: new URL(receiver.base).host },
    { path: '/api/v2/users/me', headers },
  );
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(ours.base + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const bench: Bench = {
    receiver: receiver.base,
    call,
    arrivals: async (path) => (await (await fetch(receiver.base + path)).json()) as number[],
    async hook(path) {
      const body = { workspace_id: workspaceId, url: receiver.base + path, events: ['page.created'] };
      return (await call<{ id: number }>('POST', '/api/v2/webhooks', body)).id;
    },
    page: (title) => call('POST', '/api/v2/pages', { workspace_id: workspaceId, title }),
  };
  try {
    await figures(bench, engine);
  } finally {
    await Promise.all([ours.stop(), receiver.stop()]);
    await database.cleanup();
  }
}

async function figures(bench: Bench, engine: Engine): Promise<void> {
  const paths = Array.from({ length: HOOKS }, (_, index) => `/rate-${index}`);
  const hooks: number[] = [];
  for (const path of paths) hooks.push(await bench.hook(path));
  const body = JSON.stringify({ type: 'page.created', timestamp: new Date().toISOString(), data: { id: 1 } });
  const mine: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareLoop(bench.receiver, body));
    mine.push(await rate(bench, hooks, paths));
  }
  report('deliveries', `a second, event to noted answer, ${engine}`, median(mine), median(bare), '/s', { least: 0.3 });
  const [busy, quiet] = await writesBeside(bench, hooks, paths);
  report('deliveries', `99 of 100 writes of pages beside them, ${engine}`, busy, quiet, 'ms', { most: 1.3 });
  for (const id of hooks) await bench.call('DELETE', `/api/v2/webhooks/${id}`);
  const one = await bench.hook('/paced');
  await paced(bench, 50, 4);
  report(
    'deliveries',
    `50 events a second, 95 of 100, ${engine}`,
    at(await awaited(bench, ['/paced'], 200), 0.95),
    250,
    'ms',
    {
      most: 1,
    },
  );
  await bench.call('DELETE', `/api/v2/webhooks/${one}`);
  const alone = await soon(bench, 40, 0);
  const beside = await soon(bench, 40, 10);
  console.log(`40 good hooks alone: 95 of 100 within ${alone} ms, ${engine}`);
  report('deliveries', `40 good hooks beside 10 that hang, 95 of 100, ${engine}`, beside, 2000, 'ms', { most: 1 });
}

export async function deliveries(settings: (folder: string) => Record<string, string>): Promise<void> {
  await onEngine('sqlite', settings);
  const server = await startPostgres();
  try {
    process.env.TEST_POSTGRES_URL = server.url('postgres');
    await onEngine('postgres', settings);
  } finally {
    server.stop();
  }
}
