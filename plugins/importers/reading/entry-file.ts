// An entry as a file of its own, for readers in threads: they are told its path, so that no two threads hold its bytes.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { SourceEntry } from '../contract.ts';
import type { RawEntry } from './raw-entry.ts';

/** Bytes of a file from which on the room that reading it takes is worth more than the start of a process. */
const LARGE = 8_388_608;

/** What a reader in a thread is told. */
export interface EntryPlace {
  file: string;
  /** for what is found in it */
  folder: string;
}

/** Calls `use` with the path of a file that holds the entry: its own, or a copy in the folder that goes afterwards. */
export async function withEntryFile<T>(
  entry: Pick<RawEntry, 'file' | 'bytes' | 'stream'>,
  folder: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (entry.file !== undefined) return use(entry.file);
  const own = await mkdtemp(join(folder, 'commonplace-import-'));
  try {
    const file = join(own, 'entry');
    const content = (await entry.stream?.()) ?? Readable.from([await entry.bytes()]);
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    return await use(file);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Calls a function in a thread, or in a process where the file is large, with the paths of `withFile`, and with what else it takes. */
export async function readInWorker<T>(
  runner: WorkerRunner,
  name: string,
  entry: SourceEntry,
  ...args: unknown[]
): Promise<T> {
  if (!entry.withFile) throw new Error('It is no file of the source.');
  return entry.withFile((file, folder) =>
    entry.size > LARGE
      ? runner.runApart<T>(name, { file, folder }, ...args)
      : runner.run<T>(name, { file, folder }, ...args),
  );
}
