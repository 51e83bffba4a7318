// Archives that were cut off or damaged: what is whole is read, and what is not is said.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import bear from '../../plugins/importers/formats/bear/index.ts';
import { openSource } from '../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { itemsIn, of } from './formats/items.ts';
import { type ZipEntry, zipOf } from './formats/zip.ts';

const base = scratchFolder();
after(() => rmSync(base, { recursive: true, force: true }));

async function read(bytes: Buffer): Promise<{ texts: string[]; notices: string[] }> {
  const path = join(base, 'archive.zip');
  writeFileSync(path, bytes);
  const notices: string[] = [];
  const notice = (at: string, kind: string, because: string) => void notices.push(`${at}: ${kind}: ${because}`);
  const source = await openSource(path, { maxBytes: 1_000_000, notice });
  try {
    const texts: string[] = [];
    for await (const entry of source.entries()) texts.push(`${entry.path}=${await entry.text()}`);
    return { texts, notices };
  } finally {
    await source.close();
  }
}

const words = (letter: string) => Array.from({ length: 400 }, (_, index) => `${letter}${index * 7919}`).join(' ');
const notes = (streamed: boolean): ZipEntry[] =>
  ['a', 'b', 'c'].map((letter) => ({ name: `ü/${letter}.md`, data: words(letter), streamed }));
const said =
  /^archive\.zip: cut_off: The archive is cut off or damaged: only the \d entries that are whole were read\.$/;

describe('archives that are cut off', () => {
  for (const streamed of [false, true])
    it(`are read as far as they are whole, with sizes ${streamed ? 'behind' : 'before'} the data`, async () => {
      const bytes = zipOf(notes(streamed));
      const second = bytes.indexOf('ü/b.md');
      const third = bytes.indexOf('ü/c.md');
      const directory = bytes.lastIndexOf('ü/a.md') - 46;
      const cases: [number, string[]][] = [
        [second + 100, ['a']],
        [third - 30, ['a', 'b']],
        [third + 2, ['a', 'b']],
        [directory, ['a', 'b', 'c']],
        [bytes.length - 10, ['a', 'b', 'c']],
      ];
      for (const [end, letters] of cases) {
        const { texts, notices } = await read(bytes.subarray(0, end));
        assert.deepEqual(
          texts,
          letters.map((letter) => `ü/${letter}.md=${words(letter)}`),
          String(end),
        );
        assert.match(notices.join(), said);
      }
    });

  it('have the same limits as whole ones', async () => {
    const bytes = zipOf([
      ...notes(true),
      { name: '../x.md', data: 'x' },
      { name: 'bomb.md', data: Buffer.alloc(8_000_000), streamed: true },
    ]);
    const { texts, notices } = await read(bytes.subarray(0, -60));
    assert.equal(texts.length, 3);
    assert.match(notices.join('\n'), /\.\.\/x\.md: refused/);
  });
});

describe('entries that are damaged', () => {
  const damaged = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = zipOf(notes(false));
    change(bytes);
    return bytes;
  };

  it('are left out where they cannot be unpacked, and all others are read', async () => {
    const bytes = damaged((all) => void all.fill(0xff, all.indexOf('ü/b.md') + 10, all.indexOf('ü/b.md') + 40));
    const { texts, notices } = await read(bytes);
    assert.deepEqual(
      texts.map((text) => text.slice(0, 7)),
      ['ü/a.md=', 'ü/c.md='],
    );
    assert.match(notices.join(), /^ü\/b\.md: damaged: The entry cannot be unpacked \(.*\); it was left out\.$/);
  });

  it('are read where only their checksum is another one, which is said', async () => {
    const bytes = damaged((all) => void all.writeUInt32LE(7, all.lastIndexOf('ü/b.md') - 46 + 16));
    const { texts, notices } = await read(bytes);
    assert.equal(texts.length, 3);
    assert.match(notices.join(), /^ü\/b\.md: damaged: .*checksum/);
  });

  it('refuse no bundle, and neither does its missing end', async () => {
    const bundle = zipOf([
      { name: 'N.textbundle/text.md', data: '# Note' },
      { name: 'N.textbundle/assets/link.png', data: '/etc/passwd', mode: 0o120777 },
    ]);
    const whole = await itemsIn(bear, 'Notes.bear2bk', bundle);
    assert.deepEqual([of(whole, 'page').map(({ title }) => title), of(whole, 'problem').length], [['Note'], 1]);
    const cut = await itemsIn(bear, 'Notes.bear2bk', bundle.subarray(0, bundle.indexOf('link.png') + 4));
    assert.deepEqual(
      [of(cut, 'page').map(({ title }) => title), of(cut, 'problem').map(({ kind }) => kind)],
      [['Note'], ['cut_off']],
    );
  });
});
