// Writers that note what was acknowledged, a server that is killed under them, and the check that nothing was lost.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '../../core/database/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** A create whose answer was lost: with its key it may be asked again, and must be there once in the end. */
interface Unknown {
  key: string;
  text: string;
}

/** What one writer knows of its pages. */
interface Ledger {
  known: Known[];
  unknown: Unknown[];
}

/** What one page is known to hold: the last acknowledged text, and those that may have been written after it. */
interface Known {
  id: number;
  text: string;
  version: number;
  maybe: string[];
}

interface Writer {
  index: number;
  round: number;
}

export interface Target {
  env: Record<string, string>;
}

const command = (target: Target, args: string[]) =>
  run(process.execPath, [`${root}cli/main.ts`, ...args, '--json'], {
    env: { PATH: process.env.PATH, ...target.env },
    cwd: target.env.DATA_DIR,
  });

const lastLine = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) as string);

/** An account and a token to write with. */
export async function enroll(target: Target): Promise<string> {
  await command(target, ['user', 'create', 'soak@example.org', '--password', 'a calm blue river']);
  return lastLine((await command(target, ['token', 'create', '--user', 'soak'])).stdout).token;
}

/** Findings of `doctor`, empty when all is well. */
export async function examine(target: Target): Promise<string[]> {
  const { stdout } = await command(target, ['doctor']).catch((error: { stdout: string }) => error);
  const result = lastLine(stdout) as { ok: boolean };
  return result.ok ? [] : [stdout.trim().split('\n').at(-1) as string];
}

export interface Server {
  child: ChildProcess;
  base: string;
  readyMs: number;
}

export async function start(target: Target): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, [`${root}core/boot/main.ts`], {
    env: {
      PATH: process.env.PATH,
      ...target.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_NO_WARNINGS: '1',
      API_V2_RATE_LIMIT_PER_TOKEN: '0',
    },
    cwd: target.env.DATA_DIR,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  const base = /http:\S+/.exec(String(line))?.[0] as string;
  return { child, base, readyMs: performance.now() - started };
}

/** Nothing: the server is on its way down, and the outcome is not known. */
async function call(base: string, token: string, method: string, path: string, body: object, key?: string) {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(key && { 'idempotency-key': key }),
  };
  const response = await fetch(`${base}/api/v2${path}`, { method, headers, body: JSON.stringify(body) });
  if (response.status === 503) return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: number; sync_version: number };
}

const create = (base: string, token: string, { key, text }: Unknown) =>
  call(base, token, 'POST', '/pages', { workspace_id: 1, title: text, markdown: text }, key);

/**
 * One writer: creates pages and saves new texts until the server is gone. Each begins its round of one create and two
 * saves at another place, for a server that takes one after the other would else be killed among nothing but saves.
 */
async function write(base: string, token: string, at: Writer, ledger: Ledger, stop: AbortSignal): Promise<void> {
  for (let count = at.index; !stop.aborted; count += 1) {
    const text = `w${at.index} r${at.round} ${count}`;
    const known = count % 3 ? ledger.known[Math.floor(Math.random() * ledger.known.length)] : undefined;
    try {
      if (known) {
        known.maybe.push(text);
        const saved = await call(base, token, 'PUT', `/pages/${known.id}/content`, { markdown: text });
        if (saved) Object.assign(known, { text, version: saved.sync_version, maybe: [] });
      } else {
        const asked = { key: randomUUID(), text };
        ledger.unknown.push(asked);
        const made = await create(base, token, asked);
        if (made) ledger.unknown.pop();
        if (made) ledger.known.push({ id: made.id, text, version: made.sync_version, maybe: [] });
      }
    } catch (error) {
      // The server died in the middle: this write may or may not be there.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

/** Compares every acknowledged write with what the server holds now; returns what is wrong. */
async function verify(base: string, token: string, ledger: Known[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const known of ledger) {
    const response = await fetch(`${base}/api/v2/pages/${known.id}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) {
      wrong.push(`page ${known.id} is gone (${response.status})`);
      continue;
    }
    const page = (await response.json()) as { content: string; sync_version: number };
    const text = JSON.parse(page.content).blocks[0]?.content?.[0]?.text as string;
    if (text !== known.text && !known.maybe.includes(text))
      wrong.push(`page ${known.id} holds "${text}" instead of "${known.text}"`);
    if (page.sync_version < known.version) wrong.push(`page ${known.id} fell back to version ${page.sync_version}`);
  }
  return wrong;
}

/** Asks every create again whose answer was lost; each must then be there exactly once. */
async function askAgain(target: Target, base: string, token: string, lost: Unknown[]): Promise<string[]> {
  for (const asked of lost) await create(base, token, asked);
  const database = await openDatabase({ url: target.env.DATABASE_URL, dataDir: target.env.DATA_DIR as string });
  const wrong: string[] = [];
  for (const { text } of lost) {
    const there = (await database.reader('pages').where({ title: text })).length;
    if (there !== 1) wrong.push(`"${text}", asked again after its answer was lost, is there ${there} times`);
  }
  await database.close();
  return wrong;
}

const WRITES_BEFORE_KILL = 5;

export interface Outcome {
  kills: number;
  acknowledged: number;
  /** creates whose answer was lost */
  unknown: number;
  slowestStartMs: number;
  wrong: string[];
}

/** Kills the server with -9 under its writers, again and again; each writer has pages of its own. */
export async function killAgainAndAgain(target: Target, token: string, kills: number, writers = 8): Promise<Outcome> {
  const ledgers: Ledger[] = Array.from({ length: writers }, () => ({ known: [], unknown: [] }));
  const outcome: Outcome = { kills, acknowledged: 0, unknown: 0, slowestStartMs: 0, wrong: [] };
  for (let round = 0; round < kills; round += 1) {
    const server = await start(target);
    outcome.slowestStartMs = Math.max(outcome.slowestStartMs, server.readyMs);
    const stop = new AbortController();
    const running = ledgers.map((ledger, index) => write(server.base, token, { index, round }, ledger, stop.signal));
    // On a busy machine the first answer takes its time; a kill before it would prove nothing.
    const written = () => ledgers.flatMap(({ known }) => known).length;
    const before = written();
    while (written() < before + WRITES_BEFORE_KILL) await sleep(20);
    await sleep(Math.random() * 1450);
    server.child.kill('SIGKILL');
    stop.abort();
    await Promise.all([...running, once(server.child, 'exit')]);
  }
  const last = await start(target);
  for (const { known } of ledgers) outcome.wrong.push(...(await verify(last.base, token, known)));
  const lost = ledgers.flatMap(({ unknown }) => unknown);
  outcome.wrong.push(...(await askAgain(target, last.base, token, lost)));
  outcome.acknowledged = ledgers.flatMap(({ known }) => known).length;
  outcome.unknown = lost.length;
  last.child.kill('SIGTERM');
  await once(last.child, 'exit');
  outcome.wrong.push(...(await examine(target)));
  return outcome;
}
