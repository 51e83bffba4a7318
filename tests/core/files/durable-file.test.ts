// Files that outlive a loss of power: whole under their name, or as if nobody had begun them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { writeDurableFile } from '../../../core/files/durable-file.ts';
import { scratchFolder } from '../../../testing/folders.ts';

const PART = Buffer.alloc(700_000, 'a');

/** A folder with a file in it that somebody relies on, and what an earlier process left unfinished. */
function beginning() {
  const folder = scratchFolder();
  const [path, unfinished] = [join(folder, 'whole'), join(folder, 'whole.part')];
  writeFileSync(path, 'as it was');
  writeFileSync(unfinished, 'left by somebody');
  return { folder, path, unfinished };
}

async function* failing(): AsyncGenerator<Buffer> {
  yield PART;
  throw new Error('the source broke');
}

describe('a durable file', () => {
  it('has all of its parts, is read by its owner only, and leaves no other file', async () => {
    const { folder, path, unfinished } = beginning();
    await writeDurableFile(path, unfinished, Readable.from([PART, PART, PART]));
    assert.equal(Buffer.compare(readFileSync(path), Buffer.concat([PART, PART, PART])), 0);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['whole']);
  });

  it('leaves what was there when its source breaks', async () => {
    const { folder, path, unfinished } = beginning();
    await assert.rejects(writeDurableFile(path, unfinished, Readable.from(failing())), /the source broke/);
    assert.equal(readFileSync(path, 'utf8'), 'as it was');
    assert.deepEqual(readdirSync(folder), ['whole']);
  });

  it('leaves what was there when it is stopped', async () => {
    const { folder, path, unfinished } = beginning();
    const stop = new AbortController();
    async function* stopped(): AsyncGenerator<Buffer> {
      yield PART;
      stop.abort(new Error('enough'));
      yield PART;
    }
    await assert.rejects(writeDurableFile(path, unfinished, Readable.from(stopped()), stop.signal));
    assert.equal(readFileSync(path, 'utf8'), 'as it was');
    assert.deepEqual(readdirSync(folder), ['whole']);
  });
});
