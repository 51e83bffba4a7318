// Where a command imports from: a path, standard input kept in a file, or a folder that is watched.
import { createWriteStream, watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** All of standard input as a file. */
export async function standardInput(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-import-'));
  const path = join(folder, 'input');
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** How long a folder has to be quiet: programs save several files at once. */
const QUIET_MS = 1000;

/** Yields after each time that something below the folder has changed and it is quiet again; ends with the signal. */
export async function* watchFolder(folder: string, signal: AbortSignal, quiet = QUIET_MS): AsyncGenerator<void> {
  let wake: (() => void) | undefined;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    isDue = true;
    wake?.();
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(tell, quiet);
  });
  const end = (): void => wake?.();
  signal.addEventListener('abort', end, { once: true });
  try {
    while (!signal.aborted) {
      if (!isDue)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (signal.aborted) return;
      isDue = false;
      yield;
    }
  } finally {
    clearTimeout(timer);
    watcher.close();
    signal.removeEventListener('abort', end);
  }
}
