// What process-runner.test.ts has done in processes of their own.
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInProcess } from '../../../core/workers/process-runner.ts';

export const same = (value: unknown): unknown => value;

export function fail(message: string, code: string): never {
  throw Object.assign(new Error(message), { code });
}

export const end = (): unknown => process.kill(process.pid, 'SIGKILL');

export const waitForEver = (): Promise<void> => new Promise(() => {});

export async function signalled(): Promise<string> {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.kill(process.pid, name);
  await sleep(1);
  return 'still here';
}

/** Notes which process it is. */
export function note(file: string): Promise<void> {
  writeFileSync(`${file}.half`, String(process.pid));
  renameSync(`${file}.half`, file);
  return waitForEver();
}

const [, , file] = process.argv;
if (file) void runInProcess(new URL(import.meta.url), 'note', [file]);
