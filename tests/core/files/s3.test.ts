// The same storage on an object store: written, read with ranges, listed, swept, and moved there and back.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import S3rver from 's3rver';
import { Storage } from '../../../core/files/storage.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { commandLine } from '../../cli/run.ts';

const filenames = async (storage: Storage): Promise<string[]> =>
  (await Array.fromAsync(storage.list())).map(({ filename }) => filename).sort();

describe('an object store', () => {
  let server: S3rver;
  let url: string;
  const DATA_DIR = scratchFolder();
  before(async () => {
    server = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: scratchFolder() },
      configureBuckets: [{ name: 'commonplace', configs: [] }],
    });
    const { port } = await server.run();
    url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/commonplace?http=1`;
  });
  after(() => server.close());

  it('keeps, reads, lists and removes files', async () => {
    const storage = new Storage({ STORAGE_URL: url, DATA_DIR });
    const kept = await storage.put(Buffer.from('0123456789'), 'txt', 100);
    assert.deepEqual([kept.size, await storage.sha256(kept.filename)], [10, kept.sha256]);
    assert.equal(await text(await storage.read(kept.filename)), '0123456789');
    assert.equal(await text(await storage.read(kept.filename, { start: 2, end: 4 })), '234');
    assert.deepEqual(readdirSync(join(DATA_DIR, 'files')), ['incoming']);
    assert.deepEqual(readdirSync(join(DATA_DIR, 'files', 'incoming')), []);
    const listed = await Array.fromAsync(storage.list());
    assert.deepEqual([listed[0]?.filename, listed[0]?.size], [kept.filename, 10]);
    const made = await storage.derived(kept.filename, '96.webp', async () => Buffer.from('small'));
    assert.equal(String(made), 'small');
    await storage.sweepDerived();
    assert.deepEqual(readdirSync(join(DATA_DIR, 'files', 'derived')), [kept.filename]);
    await assert.rejects(storage.put(Buffer.alloc(101), 'bin', 100), { code: 'payload_too_large' });
    await storage.delete(kept.filename);
    await assert.rejects(storage.read(kept.filename), { code: 'not_found' });
    assert.deepEqual(await filenames(storage), []);
  });

  it('takes files that come in parts', async () => {
    const storage = new Storage({ STORAGE_URL: url, DATA_DIR });
    const part = '6f1d2c3b-4a59-4e68-8f7a-0b1c2d3e4f50';
    const { Readable } = await import('node:stream');
    await storage.appendPart(part, Readable.from([Buffer.from('one ')]), 0, 7);
    await storage.appendPart(part, Readable.from([Buffer.from('two')]), 4, 7);
    const { filename } = await storage.adoptPart(part, 'txt');
    assert.equal(await text(await storage.read(filename)), 'one two');
    await storage.delete(filename);
  });

  it('is moved to and from by a command, which compares and leaves alone what is there', async () => {
    const dataDir = scratchFolder();
    const disk = new Storage({ STORAGE_URL: `disk:${join(dataDir, 'files')}`, DATA_DIR: dataDir });
    const { filename } = await disk.put(Buffer.from('moved'), 'txt', 100);
    const run = commandLine({ dataDir });
    const moved = await run(['storage', 'move', url, '--json']);
    assert.deepEqual([moved.code, moved.json().copied], [0, 1], moved.stderr);
    const bucket = new Storage({ STORAGE_URL: url, DATA_DIR });
    assert.deepEqual(await filenames(bucket), [filename]);
    assert.equal((await run(['storage', 'move', url, '--json'])).json().copied, 0);
    await disk.delete(filename);
    const back = await run(['storage', 'move', `disk:${join(dataDir, 'files')}`], { env: { STORAGE_URL: url } });
    assert.equal(back.code, 0, back.stderr);
    assert.equal(await text(await disk.read(filename)), 'moved');
  });

  it('says in a sentence why it does not take part', async () => {
    const { host } = new URL(url.replace('s3:', 'http:'));
    const closed = `s3://a:b@127.0.0.1:1/commonplace?http=1`;
    for (const [place, words] of [
      [url.replace('/commonplace', '/nowhere'), `The object store ${host} has no bucket nowhere.`],
      [closed, 'The object store 127.0.0.1:1 does not answer (ECONNREFUSED).'],
      [url.replace('?http=1', ''), `The object store ${host} speaks no TLS: add http=1 to STORAGE_URL.`],
      [url.replace('S3RVER:S3RVER', 'nobody:wrong'), /refuses the key of STORAGE_URL \(\w+\)/],
    ] as const) {
      const storage = new Storage({ STORAGE_URL: place, DATA_DIR });
      const shown = (error: Error & { code?: string }) => {
        assert.equal(error.code, 'unavailable', String(error));
        if (typeof words === 'string') assert.equal(error.message, words);
        else assert.match(error.message, words);
        return true;
      };
      await assert.rejects(storage.put(Buffer.from('x'), 'txt', 10), shown);
      await assert.rejects(Array.fromAsync(storage.list()), shown);
    }
  });
});
