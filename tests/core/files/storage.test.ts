// The storage beside what is not its own: strange names are passed over, half-written files go when they are old.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { loadSettings } from '../../../core/boot/config.ts';
import { LocalFile } from '../../../core/files/local-file.ts';
import { Storage } from '../../../core/files/storage.ts';
import { scratchFolder } from '../../../testing/folders.ts';

const HOUR_MS = 3_600_000;

it('lists only names it gave, and sweeps old leftovers of uploads', async () => {
  const root = scratchFolder();
  const settings = loadSettings({ STORAGE_URL: `disk:${root}`, SECRET_KEY: 'a key for tests that is long enough' });
  const storage = new Storage(settings);
  const { filename } = await storage.put(Buffer.from('kept'), 'txt', 100);
  const own = filename.slice(0, 2);
  mkdirSync(join(root, 'zz'));
  const old = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of [`${own}/.DS_Store`, `zz/${filename}`, `incoming/${filename}`, 'incoming/young', 'lonely'])
    writeFileSync(join(root, name), 'x');
  utimesSync(join(root, 'incoming', filename), old, old);
  const listed: [string, number][] = [];
  for await (const one of storage.list()) listed.push([one.filename, one.size]);
  assert.deepEqual(listed, [[filename, 4]]);
  await storage.sweepIncoming(HOUR_MS);
  assert.deepEqual(readdirSync(join(root, 'incoming')), ['young']);
  await assert.rejects(storage.delete('.DS_Store'), /does not exist/);
});

it('copies a file of this machine whole, and leaves nothing of one that is too large or gone', async () => {
  const root = scratchFolder();
  const storage = new Storage(
    loadSettings({ STORAGE_URL: `disk:${root}`, SECRET_KEY: 'a key for tests that is long enough' }),
  );
  const content = randomBytes(700_001);
  const path = join(root, 'source');
  writeFileSync(path, content);
  const kept = await storage.put(new LocalFile(path), 'bin', content.length);
  assert.equal(kept.size, content.length);
  assert.equal(kept.sha256, createHash('sha256').update(content).digest('hex'));
  assert.ok((await buffer(await storage.read(kept.filename))).equals(content));
  assert.ok((await new LocalFile(path).head(10)).equals(content.subarray(0, 10)));
  await assert.rejects(storage.put(new LocalFile(path), 'bin', content.length - 1), { code: 'payload_too_large' });
  await assert.rejects(storage.put(new LocalFile(`${path}-gone`), 'bin', 10), { code: 'ENOENT' });
  assert.deepEqual(readdirSync(join(root, 'incoming')), []);
});
