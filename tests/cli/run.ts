// Runs the command line as people do, with no settings but those of the test: in a process that stays, or in its own.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../../testing/databases.ts';
import { type Call, callStanding } from './installation.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** the last line of standard output, parsed */
  json(): Record<string, unknown>;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** working folder, where .env is looked for; default: the data folder of the test */
  directory?: string;
  /** standard input; default: none */
  input?: string;
  /** in a process of its own: for what the end of a process, or modules that change, have a part in */
  own?: boolean;
}

/** Runs one call in a process of its own. */
async function callOwn({ args, env, cwd }: Call, input?: string): Promise<[number | null, string, string]> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A command that ends before it has read all of it is no fault of the test.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [code, stdout, stderr];
}

/** The command line for one database; with an argument list it resolves when the call has ended. */
export function commandLine(where: Pick<TestDatabase, 'dataDir' | 'url'>, always: { own?: boolean } = {}) {
  return async (args: string[], options: RunOptions = {}): Promise<Ended> => {
    const { env = {}, directory: cwd = where.dataDir, input, own } = { ...always, ...options };
    mkdirSync(cwd, { recursive: true });
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = join(where.dataDir, 'cache') } = process.env;
    const place = { DATA_DIR: where.dataDir, ...(where.url ? { DATABASE_URL: where.url } : {}) };
    const call = { args, cwd, env: { PATH, HOME, NODE_COMPILE_CACHE, ...place, ...env }, input: input ?? '' };
    const [code, stdout, stderr] = own ? await callOwn(call, input) : await callStanding(call);
    return { code, stdout, stderr, json: () => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') };
  };
}

/** The token of an account that is made, the first one, by which programs write. */
export async function writingToken(where: Pick<TestDatabase, 'dataDir' | 'url'>): Promise<string> {
  const run = commandLine(where);
  await run(['user', 'create', 'writer@example.org', '--password', 'a calm blue river']);
  return String((await run(['token', 'create', '--user', 'writer', '--json'])).json().token);
}
