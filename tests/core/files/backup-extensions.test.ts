// Extensions in backups: their files and tables come back, what is missing is named, and both can be left out.
import assert from 'node:assert/strict';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, it } from 'node:test';
import { openDatabase } from '../../../core/database/database.ts';
import { SealedReader, sealed } from '../../../core/files/manifest-zip.ts';
import { emptyDatabase, migratedDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { commandLine } from '../../cli/run.ts';

const FILES: Record<string, string> = {
  'shelf/index.ts': `import { definePlugin } from 'commonplace';

export default definePlugin({
  name: 'shelf',
  version: '1.2.0',
  summary: 'Keeps books',
  tables: { shelf_books: 'kept by whoever owns the shelf' },
  migrations: new URL('./migrations/', import.meta.url),
});
`,
  'shelf/migrations/0001_books.ts': `const up = (trx) =>
  trx.schema.createTable('shelf_books', (table) => {
    table.increments('id');
    table.text('title').notNullable();
  });

export default { up, down: (trx) => trx.schema.dropTable('shelf_books') };
`,
  'shelf/notes/read me.txt': 'Grüße\n',
};

const write = (folder: string, path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** The same backup without some of its entries. */
async function rewritten(path: string, keeps: (entry: string) => boolean): Promise<string> {
  const reader = await SealedReader.open(path);
  const { entries, ...head } = reader.manifest;
  const made = join(scratchFolder(), 'rewritten.zip');
  const content = await sealed(async (zip) => {
    for (const name of Object.keys(entries).filter(keeps)) await zip.add(name, await reader.stream(name));
    return head;
  });
  await pipeline(content, createWriteStream(made)).finally(() => reader.close());
  return made;
}

onEachEngine((engine) => {
  const opened: TestDatabase[] = [];
  let from: TestDatabase;
  let backup: string;
  const where = async (make = emptyDatabase): Promise<TestDatabase> => {
    const made = await make(engine);
    opened.push(made);
    return made;
  };
  const run = (database: TestDatabase, ...args: string[]) => commandLine(database)(args);
  async function books(database: TestDatabase): Promise<string[] | undefined> {
    const open = await openDatabase(database);
    try {
      const isThere = await open.reader.schema.hasTable('shelf_books');
      return isThere ? await open.reader('shelf_books').orderBy('id').pluck('title') : undefined;
    } finally {
      await open.close();
    }
  }
  before(async () => {
    from = await where(migratedDatabase);
    const folder = join(from.dataDir, 'extensions');
    for (const [path, text] of Object.entries(FILES)) write(folder, path, text);
    write(folder, 'shelf/node_modules/other/index.js', 'export default 1;\n');
    write(folder, 'shelf/.git/HEAD', 'ref: refs/heads/main\n');
    assert.equal((await run(from, 'migrate', 'up')).code, 0);
    const open = await openDatabase(from);
    await open.writer('shelf_books').insert([{ title: 'Emma' }, { title: 'Émile ☂' }]);
    await open.close();
    backup = join(scratchFolder(), 'backup.zip');
    const made = await run(from, 'backup', backup);
    assert.equal(made.code, 0, made.stderr);
  });
  after(async () => {
    for (const one of opened) await one.cleanup();
  });

  it('are held with their files, without what npm brings, and by name and version', async () => {
    const reader = await SealedReader.open(backup);
    reader.close();
    const held = Object.keys(reader.manifest.entries).filter((name) => name.startsWith('extensions/'));
    assert.deepEqual(
      held.toSorted(),
      Object.keys(FILES)
        .map((path) => `extensions/${path}`)
        .toSorted(),
    );
    assert.deepEqual(reader.manifest.extensions, [{ name: 'shelf', version: '1.2.0', kind: 'extension' }]);
  });

  it('come back with their files and rows, at once', async () => {
    const into = await where();
    const { code, stdout, stderr } = await run(into, 'restore', backup);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Wrote 3 files of extensions to .*extensions\.$/m);
    for (const [path, text] of Object.entries(FILES))
      assert.equal(readFileSync(join(into.dataDir, 'extensions', path), 'utf8'), text);
    assert.deepEqual(await books(into), ['Emma', 'Émile ☂']);
    assert.equal((await run(into, 'doctor')).code, 0);
  });

  it('never write over another file, and nothing is changed then', async () => {
    const into = await where();
    const folder = join(into.dataDir, 'extensions');
    write(folder, 'shelf/notes/read me.txt', 'mine\n');
    const { code, stderr } = await run(into, 'restore', backup);
    assert.equal(code, 1);
    assert.match(stderr, /extensions\/shelf\/notes\/read me\.txt is there already and differs/);
    assert.equal(readFileSync(join(folder, 'shelf/notes/read me.txt'), 'utf8'), 'mine\n');
    assert.ok(!existsSync(join(folder, 'shelf/index.ts')));
    assert.equal(await books(into), undefined);
  });

  it('are left out with their tables when that is asked for', async () => {
    const into = await where();
    const { code, stdout, stderr } = await run(into, 'restore', backup, '--without-extensions');
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Left out tables of extensions: shelf_books \(2 rows\)\.\nLeft out 3 files of extensions\.$/m,
    );
    assert.ok(!existsSync(join(into.dataDir, 'extensions', 'shelf')));
    assert.equal(await books(into), undefined);
    assert.equal((await run(into, 'doctor')).code, 0);
  });

  it('are named when they are needed and the backup has no files of them', async () => {
    const source = await where(migratedDatabase);
    const place = join(scratchFolder(), 'elsewhere');
    for (const [path, text] of Object.entries(FILES)) write(place, path, text);
    const made = join(scratchFolder(), 'package.zip');
    const away = { env: { EXTENSIONS_DIR: place } };
    assert.equal((await commandLine(source)(['migrate', 'up'], away)).code, 0);
    assert.equal((await commandLine(source)(['backup', made], away)).code, 0);
    // As if it had been an npm package: the rows are there, and the files are not.
    const owned = await rewritten(made, (name) => !name.startsWith('extensions/'));
    const into = await where();
    const refused = await run(into, 'restore', owned);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /needs plugins that are not installed: shelf 1\.2\.0\. Install them first/);
    assert.ok(!existsSync(join(into.dataDir, 'extensions', 'shelf')));
    assert.equal((await run(into, 'restore', owned, '--without-extensions')).code, 0);
  });

  it('that were gone when the backup was made are named before anything is changed, and bring their tables back once they are installed', async () => {
    rmSync(join(from.dataDir, 'extensions'), { recursive: true });
    const made = join(scratchFolder(), 'left.zip');
    assert.equal((await run(from, 'backup', made)).code, 0);
    const into = await where();
    const refused = await run(into, 'restore', made);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /needs plugins that are not installed: shelf\. Install them first/);
    const open = await openDatabase(into);
    const people = (await open.reader.schema.hasTable('users')) ? await open.reader('users').pluck('id') : [];
    await open.close();
    assert.deepEqual(people, []);
    const done = await run(into, 'restore', made, '--without-extensions');
    assert.equal(done.code, 0, done.stderr);
    const ready = await where();
    for (const [path, text] of Object.entries(FILES)) write(join(ready.dataDir, 'extensions'), path, text);
    const whole = await run(ready, 'restore', made);
    assert.equal(whole.code, 0, whole.stderr);
    assert.deepEqual(await books(ready), ['Emma', 'Émile ☂']);
    const target = await where();
    const url = target.url ?? `sqlite:${join(target.dataDir, 'commonplace.db')}`;
    const stays = await run(from, 'move-database', url);
    assert.equal(stays.code, 1);
    assert.match(stays.stderr, /No plugin here creates these tables: shelf_books/);
    const moved = await run(from, 'move-database', url, '--without-extensions');
    assert.equal(moved.code, 0, moved.stderr);
  });
});
