// Large files that outlive a loss of power: whole under their name or not there at all, and on the disk when they are.
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the disk owes at most: a commit of the database waits until all that is owed before it is written, too. */
const OWED_BYTES = 1024 * 1024;

/**
 * Writes a file that only its owner reads, under another name until it is whole.
 * @throws Error, also when `signal` ends it; nothing is left then
 */
export async function writeDurableFile(
  path: string,
  unfinished: string,
  content: Readable,
  signal?: AbortSignal,
): Promise<void> {
  await rm(unfinished, { force: true });
  try {
    await pipeline(content, (chunks: AsyncIterable<Buffer>) => writeOut(unfinished, chunks), { signal });
    await rename(unfinished, path);
    await settleNames(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeOut(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let owed = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      owed += chunk.length;
      if (owed < OWED_BYTES) continue;
      await file.datasync();
      owed = 0;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is on the disk when its folder is; Windows opens none, and keeps names by itself. */
async function settleNames(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => undefined);
  try {
    await opened?.sync();
  } finally {
    await opened?.close();
  }
}
