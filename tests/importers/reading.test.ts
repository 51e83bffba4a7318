// What a source may hold: names, encodings and archives, the hostile ones first.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import iconv from 'iconv-lite';
import { decode } from '../../core/files/text-decoding.ts';
import { cleanTitle, entryPath, isHidden } from '../../plugins/importers/reading/entry-path.ts';
import { SourceFault } from '../../plugins/importers/reading/raw-entry.ts';
import { openSource } from '../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { type ZipEntry, zipOf } from './formats/zip.ts';
import { vaultOf } from './imports.ts';

const MIB = 1_048_576;
const base = scratchFolder();
after(() => rmSync(base, { recursive: true, force: true }));

interface Read {
  paths: string[];
  notices: string[];
}

async function read(path: string, { maxBytes = 50 * MIB, contents = false } = {}): Promise<Read> {
  const notices: string[] = [];
  const notice = (at: string, kind: string, because: string) => void notices.push(`${at}: ${kind}: ${because}`);
  const source = await openSource(path, { maxBytes, notice });
  const paths: string[] = [];
  try {
    for await (const entry of source.entries())
      paths.push(contents ? `${entry.path}=${await entry.text()}` : entry.path);
  } finally {
    await source.close();
  }
  return { paths, notices };
}

let made = 0;
function archive(entries: ZipEntry[]): string {
  const path = join(base, `archive-${++made}.zip`);
  writeFileSync(path, zipOf(entries));
  return path;
}

const good: ZipEntry = { name: 'good.md', data: 'good' };

describe('archives', () => {
  const refused: [string, ZipEntry, RegExp][] = [
    ['a name that leaves', { name: '../e.md' }, /^\.\.\/e\.md: refused: .*leaves its folder/],
    ['a name that leaves further in', { name: 'a/../../x.md' }, /leaves its folder/],
    ['backslashes that leave', { name: '..\\..\\x.md' }, /leaves its folder/],
    ['an absolute name', { name: '/abs/x.md' }, /absolute name/],
    ['a drive', { name: 'C:\\x.md' }, /absolute name/],
    ['U+0000 in the name', { name: 'a\0.md' }, /U\+0000/],
    ['a symbolic link', { name: 'link.md', data: '/etc/passwd', mode: 0o120777 }, /link\.md: .*symbolic link/],
    ['an encrypted entry', { name: 'secret.md', flags: 1 }, /encrypted/],
    ['a bomb', { name: 'zeros.md', data: Buffer.alloc(8 * MIB) }, /packed more than 200 to 1/],
    ['a second entry of the name', { name: 'good.md', data: 'other' }, /good\.md: .*name of another/],
    ['too many folders', { name: `${'d/'.repeat(60)}x.md` }, /more than 40 folders deep/],
    ['a name of 5,000 characters', { name: `${'n'.repeat(5000)}.md` }, /more than 4096 characters/],
  ];
  for (const [what, entry, reason] of refused) {
    it(`leave out ${what}, say why, and read the rest`, async () => {
      const { paths, notices } = await read(archive([good, entry]), { contents: true });
      assert.deepEqual(paths, ['good.md=good']);
      assert.equal(notices.length, 1);
      assert.match(notices[0] as string, reason);
    });
  }

  it('leave out what goes beyond the bytes they may unpack to', async () => {
    const { paths, notices } = await read(archive([good, { name: 'b.md', data: 'x'.repeat(100) }]), { maxBytes: 50 });
    assert.deepEqual(paths, ['good.md']);
    assert.match(notices[0] as string, /b\.md: refused: The archive unpacks to more than/);
  });

  it('do not believe the size in the directory', async () => {
    const { paths, notices } = await read(archive([good, { name: 'small.md', data: 'x'.repeat(5000), claimed: 10 }]));
    assert.deepEqual(paths, ['good.md']);
    assert.match(notices.join(), /^small\.md: damaged: .*too many bytes/);
  });

  const whole: [string, Buffer, RegExp][] = [
    ['no archive', Buffer.from('not a zip'), /damaged or no zip/],
    ['nothing', Buffer.alloc(0), /damaged or no zip/],
    ['one that is cut off within its first entry', zipOf([good]).subarray(0, 40), /damaged/],
    ['60,000 entries', zipOf(Array.from({ length: 60_000 }, (_, i) => ({ name: `${i}.md` }))), /60000 entries/],
  ];
  for (const [what, bytes, reason] of whole) {
    it(`are refused as a whole: ${what}`, async () => {
      const path = join(base, `whole-${++made}.zip`);
      writeFileSync(path, bytes);
      await assert.rejects(read(path), (error) => error instanceof SourceFault && reason.test(error.message));
    });
  }

  it('whose entries share one compressed block are refused', async () => {
    const bytes = zipOf([
      { name: 'a.md', data: Buffer.from(crypto.getRandomValues(new Uint8Array(2000))) },
      { name: 'b.md', data: 'b' },
    ]);
    const directory = bytes.readUInt32LE(bytes.length - 6);
    const first = bytes.subarray(directory, directory + 50);
    const end = Buffer.from(bytes.subarray(-22));
    end.writeUInt16LE(4, 8);
    end.writeUInt16LE(4, 10);
    end.writeUInt32LE(200, 12);
    const path = join(base, `overlap-${++made}.zip`);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, directory), first, first, first, first, end]));
    await assert.rejects(read(path), /overlap/);
  });

  it('are read in the order of their paths, names of old systems too', async () => {
    const path = archive([
      { name: 'b\\n.md', data: '2' },
      { name: 'a.md', data: '1' },
      { name: iconv.encode('ü.md', 'cp437'), data: '3' },
      { name: 'folder/' },
      { name: '__MACOSX/a.md' },
      { name: '.obsidian/app.json' },
    ]);
    assert.deepEqual(await read(path, { contents: true }), {
      paths: ['a.md=1', 'b/n.md=2', 'ü.md=3'],
      notices: ['.obsidian: program_files: It belongs to a program.'],
    });
  });

  it('are called by their name without ending and without the number of a repeated download', async () => {
    const path = join(base, 'Vault (1).zip');
    writeFileSync(path, zipOf([good]));
    const source = await openSource(path, { maxBytes: MIB, notice: () => {} });
    assert.equal(source.name, 'Vault');
    await source.close();
  });
});

describe('folders', () => {
  it('are left by no symbolic link, and programs keep their own files', async () => {
    const folder = vaultOf(
      { 'a.md': 'a', 'sub/b.md': 'b', '.obsidian/app.json': '{}', '.git/HEAD': '', 'node_modules/x.md': '' },
      'links',
      base,
    );
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside', 'secret.md'), 'SECRET');
    symlinkSync(join(base, 'outside'), join(folder, 'out'));
    symlinkSync(join(base, 'outside', 'secret.md'), join(folder, 'secret.md'));
    const { paths, notices } = await read(folder);
    assert.deepEqual(paths, ['a.md', 'sub/b.md']);
    assert.deepEqual(
      notices.map((notice) => notice.split(':')[0]),
      ['.obsidian', 'out', 'secret.md'],
    );
  });

  it('keep names that are no text', async () => {
    const folder = vaultOf({ 'a.md': 'a' }, 'names', base);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xfc]), Buffer.from('.md')]), 'umlaut');
    assert.deepEqual((await read(folder, { contents: true })).paths, ['a.md=a', 'ü.md=umlaut']);
  });

  it('that are not there are one clear fault', async () => {
    await assert.rejects(read(join(base, 'nowhere')), /There is nothing at/);
  });
});

describe('archives in archives', () => {
  const inner = (...entries: ZipEntry[]) => zipOf(entries);

  it('are parts of one source when there is nothing else', async () => {
    const path = archive([
      { name: 'Part-1.zip', data: inner(good, { name: 'a/b.md', data: 'b' }) },
      { name: 'Part-2.zip', data: inner({ name: 'c.md', data: 'c' }, { name: 'good.md', data: 'again' }) },
    ]);
    const { paths, notices } = await read(path, { contents: true });
    assert.deepEqual(paths, ['a/b.md=b', 'good.md=good', 'c.md=c']);
    assert.match(notices.join(), /^good\.md: refused: Another part/);
  });

  it('are files beside other files, and below three levels', async () => {
    const beside = archive([
      { name: 'x.zip', data: inner(good) },
      { name: 'y.md', data: 'y' },
    ]);
    assert.deepEqual((await read(beside)).paths, ['x.zip', 'y.md']);
    let nested = inner(good);
    for (let depth = 0; depth < 6; depth++) nested = inner({ name: `d${depth}.zip`, data: nested });
    const path = join(base, `archive-${++made}.zip`);
    writeFileSync(path, nested);
    assert.deepEqual((await read(path)).paths, ['d3.zip']);
  });

  it('share one budget, and a damaged part is one clear fault', async () => {
    const large = inner({ name: 'large.bin', data: randomBytes(3 * MIB) });
    const path = archive([
      { name: '1.zip', data: large },
      { name: '2.zip', data: inner(good) },
    ]);
    const { paths, notices } = await read(path, { maxBytes: 4 * MIB });
    assert.deepEqual(paths, ['good.md']);
    assert.match(notices.join(), /large\.bin: refused: .*unpacks to more/);
    const alone = archive([{ name: 'bad.zip', data: 'PK nothing' }]);
    await assert.rejects(read(alone), /damaged/);
  });

  it('that are damaged leave the others, and say so', async () => {
    const path = archive([
      { name: '1.zip', data: 'PK nothing' },
      { name: '2.zip', data: inner(good) },
    ]);
    const { paths, notices } = await read(path);
    assert.deepEqual(paths, ['good.md']);
    assert.match(notices.join(), /^1\.zip: damaged: The archive is damaged or no zip archive: .*\. It was left out\.$/);
  });
});

describe('texts', () => {
  const latin = 'Blåbærsyltetøy – “quoted”';
  const cases: [string, Buffer, string, RegExp | undefined][] = [
    ['UTF-8', Buffer.from('é'), 'é', undefined],
    ['UTF-8 with a mark', Buffer.from('\ufeffé'), 'é', undefined],
    [
      'UTF-16 LE with a mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode('é\r\n', 'utf-16le')]),
      'é\r\n',
      undefined,
    ],
    [
      'UTF-16 BE with a mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode('日本', 'utf-16be')]),
      '日本',
      undefined,
    ],
    [
      'UTF-32 LE with a mark',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), iconv.encode('é🌲\n', 'utf-32le')]),
      'é🌲\n',
      undefined,
    ],
    [
      'UTF-32 BE with a mark',
      Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), iconv.encode('日本', 'utf-32be')]),
      '日本',
      undefined,
    ],
    ['UTF-32 LE without a mark', iconv.encode('a,é🌲\n', 'utf-32le'), 'a,é🌲\n', /read as utf-32le/],
    ['UTF-32 BE without a mark', iconv.encode('a,日本\n', 'utf-32be'), 'a,日本\n', /read as utf-32be/],
    ['UTF-16 LE without a mark', iconv.encode('plain text here', 'utf-16le'), 'plain text here', /read as utf-16le/],
    ['Windows-1252', iconv.encode(latin, 'windows-1252'), latin, /Windows-1252/],
    [
      'UTF-8 with one damaged byte',
      Buffer.concat([Buffer.from('Grüße äöü ß '), Buffer.from([0xff])]),
      'Grüße äöü ß \ufffd',
      /1 damaged/,
    ],
    [
      'U+0000',
      Buffer.from('a\0b and much more text, so that it is no UTF-16'),
      'a\ufffdb and much more text, so that it is no UTF-16',
      /cannot be stored/,
    ],
    ['U+0000 among two letters', Buffer.from('a\0b'), 'a\ufffdb', /cannot be stored/],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), '\ufffdA', /cannot be stored/],
  ];
  for (const [what, bytes, text, problem] of cases) {
    it(`are read: ${what}`, () => {
      const found = decode(bytes);
      assert.equal(found.text, text);
      if (problem) assert.match(found.problem ?? '', problem);
      else assert.equal(found.problem, undefined);
      assert.ok(found.text.isWellFormed() && !found.text.includes('\0'));
    });
  }
});

describe('names', () => {
  it('have one form', () => {
    assert.deepEqual(entryPath('a//b/./e\u0301.md'), { path: 'a/b/é.md' });
    assert.deepEqual(entryPath('///'), { refused: 'has an absolute name' });
    assert.deepEqual(entryPath('./'), { refused: 'has no name' });
  });

  it('of programs are passed over', () => {
    const paths = ['.obsidian/types.json', 'a/.trash/b.md', '__MACOSX/x', 'x/.DS_Store', 'a/Thumbs.db'];
    assert.deepEqual([...paths, 'a/._note.md', '.md/x'].filter(isHidden), [...paths, 'a/._note.md', '.md/x']);
    assert.deepEqual(['..md', 'a/.plan.md', 'a.md'].filter(isHidden), []);
    assert.equal(isHidden('a/b.c/d.md'), false);
  });

  it('of a trash are named, and those of programs said, but for what systems leave everywhere', async () => {
    const names = [
      ...['Note.md', '.trash/Old plan.md', '.trash/deep/Older.md', '.trash/.DS_Store', 'a/.trash/Third.md'],
      ...[
        '.obsidian/app.json',
        '.obsidian/plugins/x.json',
        '.hidden',
        '.git/HEAD',
        '.DS_Store',
        '__MACOSX/._a',
        'node_modules/x.js',
      ],
    ];
    const expected = [
      '.hidden: program_files: It belongs to a program.',
      '.obsidian: program_files: It belongs to a program.',
      '.trash: left_out: 2 notes in the trash were left out: “Old plan”, “Older”.',
      'a/.trash: left_out: 1 note in the trash was left out: “Third”.',
    ];
    const folder = vaultOf(Object.fromEntries(names.map((name) => [name, 'x'])), 'Hidden', base);
    for (const source of [folder, archive(names.map((name) => ({ name, data: 'x' })))]) {
      const { paths, notices } = await read(source);
      assert.deepEqual(paths, ['Note.md']);
      assert.deepEqual(notices.sort(), expected);
    }
  });

  it('become titles of one line and at most 500 characters', () => {
    assert.equal(cleanTitle(' a\u202eb\n\tc '), 'a b c');
    assert.equal(cleanTitle('\ud800'), '\ufffd');
    assert.equal(cleanTitle(' \u0007 '), 'Untitled');
    assert.equal(cleanTitle('🌲'.repeat(300)), '🌲'.repeat(250));
    assert.ok(cleanTitle(`a${'🌲'.repeat(300)}`).isWellFormed());
  });
});
