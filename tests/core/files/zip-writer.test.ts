// Archives as they are written: what is open is closed when nobody reads them to the end.
import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { zipped } from '../../../core/files/zip-writer.ts';
import { scratchFolder } from '../../../testing/folders.ts';

it('a reader that gives up leaves no file open, and nothing further is read', async () => {
  const folder = scratchFolder();
  const path = join(folder, 'large.bin');
  writeFileSync(path, Buffer.alloc(4_000_000, 'x'));
  const handles: FileHandle[] = [];
  const closed: Promise<unknown>[] = [];
  const stream = async () => {
    const handle = await open(path, 'r');
    handles.push(handle);
    closed.push(once(handle as unknown as EventEmitter, 'close'));
    return handle.createReadStream();
  };
  const refused = Promise.withResolvers<Error>();
  const archive = await zipped(async (zip) => {
    // Opened before the reader went away, and read by nobody after.
    const late = await stream();
    await Promise.all([
      zip.add('one.png', await stream()),
      once(archive, 'close')
        .then(() => zip.add('two.png', late))
        .catch(refused.resolve),
    ]);
  });
  await once(archive, 'readable');
  archive.destroy();
  await Promise.all(closed);
  assert.match((await refused.promise).message, /read no further/);
  assert.deepEqual(
    handles.map(({ fd }) => fd),
    [-1, -1],
  );
  rmSync(folder, { recursive: true });
});
