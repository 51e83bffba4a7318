// The dearest requests that a token to read is allowed, fifty at once at a large database, while somebody else works in it.
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../../testing/databases.ts';
import { startApp } from '../kit/app.ts';
import { type Ask, type Filled, makeExpensive } from './expensive.ts';
import { start } from './writers.ts';

const EVERY_MS = 50;
const QUIET_MS = 10_000;
const AT_ONCE = 50;

interface Answered {
  name: string;
  status: number;
  code: string;
  ms: number;
}

type Headers = Record<string, string>;

async function drained({ body }: Response): Promise<string> {
  for await (const _part of body ?? []);
  return '';
}

/** What a refusal says: to programs in a document, to people on a page, which both say more than that it failed. */
async function codeOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!/json/.test(response.headers.get('content-type') ?? '')) return /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '';
  const { code, detail } = JSON.parse(text) as { code: string; detail: string };
  return `${code}: ${detail}`;
}

/** What was answered and when it was there to the end, which nobody keeps. */
async function answerOf(base: string, headers: Headers, { name, method = 'GET', path, body }: Ask): Promise<Answered> {
  const began = performance.now();
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const code = await (response.ok ? drained(response) : codeOf(response)).catch(() => 'broken_off');
  return { name, status: response.status, code, ms: performance.now() - began };
}

/** Somebody who does the same all the time, and waits for what was not answered before they do it again. */
class Other {
  readonly #answered: Answered[] = [];
  readonly #going: Promise<void>;
  #isDone = false;

  constructor(ask: (count: number) => Promise<Answered>) {
    this.#going = this.#go(ask);
  }

  async #go(ask: (count: number) => Promise<Answered>): Promise<void> {
    for (let count = 1; !this.#isDone; count += 1) {
      const next = sleep(EVERY_MS);
      this.#answered.push(await ask(count));
      await next;
    }
  }

  async stop(): Promise<Answered[]> {
    this.#isDone = true;
    await this.#going;
    return this.#answered;
  }
}

/** One who reads a page, and one who changes rows. */
function others(base: string, headers: Headers, { pageId, firstRow, points }: Filled): { stop(): Promise<Answered[]> } {
  const read = { name: 'read', path: `/api/v2/pages/${pageId}` };
  const write = (count: number): Ask => ({
    ...{ name: 'write', method: 'PATCH', path: `/api/v2/rows/${firstRow + 10 + (count % 1000)}` },
    body: { values: { [points]: count } },
  });
  const both = [
    new Other(() => answerOf(base, headers, read)),
    new Other((count) => answerOf(base, headers, write(count))),
  ];
  return { stop: async () => (await Promise.all(both.map((one) => one.stop()))).flat() };
}

/** Who waited long did not ask meanwhile: what they would have waited then is counted, too. */
const withMissed = (ms: number): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(ms / EVERY_MS)) }, (_, missed) => ms - missed * EVERY_MS);

function figures(all: Answered[]): object {
  const times = all.flatMap(({ ms }) => withMissed(ms)).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { answered: all.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

const named = (all: Answered[], wanted: string): Answered[] => all.filter(({ name }) => name === wanted);
const isRight = ({ status, code }: Answered): boolean => status === 200 && code === '';
const isRefusal = ({ status, code }: Answered): boolean =>
  (status === 503 && /^too_expensive:|^That is too much at once$/.test(code)) || status === 429;

async function prepare(database: TestDatabase, rows: number) {
  const t = await startApp(database, { checkAnswers: false });
  try {
    const filled = await makeExpensive(t, rows);
    return { filled, reader: await t.token('vic', 'read'), other: await t.token('edi') };
  } finally {
    await t.stop();
  }
}

interface Outcome {
  /** of others, before and while the dear requests are answered */
  quiet: Answered[];
  loaded: Answered[];
  asked: Answered[];
  seconds: number;
  /** how late this process itself was, which is in every figure */
  ownDelayP99: number;
}

async function measure(base: string, filled: Filled, reader: Headers, other: Headers): Promise<Outcome> {
  const before = others(base, other, filled);
  await sleep(QUIET_MS);
  const quiet = await before.stop();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const beside = others(base, other, filled);
  const began = performance.now();
  const asked = await Promise.all(filled.asks.map((ask) => answerOf(base, reader, ask)));
  const seconds = Math.round((performance.now() - began) / 1000);
  const loaded = await beside.stop();
  delay.disable();
  return { quiet, loaded, asked, seconds, ownDelayP99: Math.round(delay.percentile(99) / 1e6) };
}

/** Whether nobody else was refused anything, and each answer is right or a clear refusal. */
function report({ quiet, loaded, asked, ...about }: Outcome, engine: string, rows: number): boolean {
  const refused = [...quiet, ...loaded].filter((one) => !isRight(one));
  const unclear = asked.filter((one) => !isRight(one) && !isRefusal(one));
  console.log(JSON.stringify({ engine, rows, busy: loadavg()[0], ...about }));
  for (const [when, all] of Object.entries({ quiet, loaded }))
    for (const what of ['read', 'write']) console.log(JSON.stringify({ when, what, ...figures(named(all, what)) }));
  for (const { ms, ...one } of asked) console.log(JSON.stringify({ ...one, ms: Math.round(ms) }));
  console.log(JSON.stringify({ refused, unclear }));
  return refused.length === 0 && unclear.length === 0;
}

/** Prints who waited how long, which no run fails for; false when an answer is neither right nor a clear refusal. */
export async function readDearly(database: TestDatabase, rows: number): Promise<boolean> {
  const { engine, dataDir, url } = database;
  try {
    const { filled, reader, other } = await prepare(database, rows);
    if (filled.asks.length !== AT_ONCE) throw new Error(`${filled.asks.length} requests instead of ${AT_ONCE}`);
    const env = { DATA_DIR: dataDir, ACCOUNT_RATE_LIMIT: '0', ...(url ? { DATABASE_URL: url } : {}) };
    const { base, child } = await start({ env });
    const outcome = await measure(base, filled, reader, other);
    child.kill('SIGTERM');
    await once(child, 'exit');
    return report(outcome, engine, rows);
  } finally {
    await database.cleanup();
  }
}
