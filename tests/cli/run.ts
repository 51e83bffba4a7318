// Runs the command line as people do: as a process of its own, with no settings but those of the test.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../kit/databases.ts';

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
}

/** The command line for one database; with an argument list it resolves when the process has ended. */
export function commandLine(where: Pick<TestDatabase, 'dataDir' | 'url'>) {
  return async (args: string[], { env = {}, directory }: RunOptions = {}): Promise<Ended> => {
    const cwd = directory ?? where.dataDir;
    mkdirSync(cwd, { recursive: true });
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = join(where.dataDir, 'cache') } = process.env;
    const given = {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATA_DIR: where.dataDir,
      ...(where.url ? { DATABASE_URL: where.url } : {}),
    };
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      env: { ...given, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, stdout, stderr, json: () => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') };
  };
}
