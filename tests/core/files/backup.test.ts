// Backups and moves: every row and file as it was, on the same engine and on the other one, and nothing half.
import assert from 'node:assert/strict';
import { createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { loadSettings, prepareDataDir } from '../../../core/boot/config.ts';
import { tablesOf } from '../../../core/boot/table-registry.ts';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import { snapshot, tallies } from '../../../core/database/database-dump.ts';
import type { Engine } from '../../../core/database/dialect.ts';
import { ledgersOf } from '../../../core/database/migration-ledgers.ts';
import {
  checkBackup,
  type Installation,
  moveDatabase,
  openBackup,
  planBackup,
  restoreBackup,
} from '../../../core/files/backup.ts';
import { SealedReader } from '../../../core/files/manifest-zip.ts';
import { Storage } from '../../../core/files/storage.ts';
import { files } from '../../../plugins/files/contract.ts';
import filesPlugin from '../../../plugins/files/index.ts';
import {
  ENGINES,
  emptyDatabase,
  migratedDatabase,
  onEachEngine,
  skipped,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { commandLine } from '../../cli/run.ts';
import { makeDatabase } from '../../databases/database.ts';
import { startApp } from '../../kit/app.ts';
import { PIXEL } from '../../kit/pictures.ts';

interface Opened extends Installation {
  close(): Promise<void>;
}

async function opened(where: TestDatabase): Promise<Opened> {
  const settings = prepareDataDir(loadSettings({ DATA_DIR: where.dataDir, DATABASE_URL: where.url ?? '' }));
  const database = await openDatabase({ url: where.url, dataDir: where.dataDir });
  const close = () => database.close();
  const [ledgers, tables] = [ledgersOf(database, []), tablesOf([filesPlugin.manifest])];
  return { settings, database, storage: new Storage(settings), ledgers, tables, plugins: [], close };
}

const contents = (database: Database) => snapshot(database, (db) => tallies(database, db));

async function written(from: Installation): Promise<string> {
  const path = join(scratchFolder(), 'backup.zip');
  await pipeline(await openBackup(await planBackup(from), from), createWriteStream(path));
  return path;
}

async function restored(into: Installation, path: string) {
  const reader = await SealedReader.open(path);
  try {
    await checkBackup(into, reader);
    return await restoreBackup(into, reader);
  } finally {
    reader.close();
  }
}

onEachEngine((engine, open) => {
  describe('a backup', () => {
    let where: TestDatabase;
    let from: Opened;
    let filename: string;
    before(async () => {
      where = await open();
      const t = await startApp(where);
      const made = await makeDatabase(t, [{ name: 'Share', type: 'number' }]);
      await made.row({ Share: 0.1 }, 'Émile ☂');
      const ctx = t.ctx('ann');
      const page = await t.call('ann', 'POST', '/api/pages', {
        workspace_id: t.ws1,
        title: 'Page',
        markdown: 'umbrella',
      });
      const stored = await ctx
        .use(files)
        .store(ctx, { content: PIXEL, name: 'dot.png', workspaceId: t.ws1, maxBytes: 1e6 });
      filename = stored.filename;
      const bytes = {
        doc_kind: 'page',
        doc_id: page.body.id,
        epoch: 'x',
        schema_version: 1,
        state: Buffer.from([0, 255, 7]),
      };
      await t.app.database.writer('page_doc').insert({ ...bytes, state_upto: 0, projected_upto: 0 });
      await t.stop();
      from = await opened(where);
    });
    after(() => from.close());

    it('comes back with every row and file', async () => {
      const target = await migratedDatabase(engine);
      const into = await opened(target);
      try {
        await restored(into, await written(from));
        assert.deepEqual(await contents(into.database), await contents(from.database));
        assert.equal(await into.storage.sha256(filename), await from.storage.sha256(filename));
        const key = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8');
        assert.equal(key(target.dataDir), key(where.dataDir));
        assert.equal(statSync(join(target.dataDir, 'secret.key')).mode & 0o777, 0o600);
      } finally {
        await into.close();
        await target.cleanup();
      }
    });

    const other = ENGINES.find((one) => one !== engine) as Engine;
    it(`moves to ${other} counted and hashed`, { skip: skipped(other) }, async () => {
      const target = await migratedDatabase(other);
      const into = await opened(target);
      try {
        const tables = await moveDatabase(from, into);
        assert.deepEqual(new Map(Object.entries(tables)), await contents(into.database));
        const words = await into.database.reader('search_entries').whereLike('body', '%umbrella%').pluck('title');
        assert.deepEqual(words, ['page']);
        const now = new Date().toISOString();
        const [tag] = await into.database
          .writer('tags')
          .insert({ user_id: 1, name: 'x', name_key: 'x', created_at: now, updated_at: now })
          .returning('id');
        assert.ok(tag.id >= 1);
        await assert.rejects(moveDatabase(from, into), { code: 'conflict' });
      } finally {
        await into.close();
        await target.cleanup();
      }
    });

    it('that is damaged, or meets people, changes nothing', async () => {
      const path = await written(from);
      const before = await contents(from.database);
      await assert.rejects(restored(from, path), /people in this installation/);
      const bytes = readFileSync(path);
      const at = bytes.indexOf('files/');
      bytes[at + 60] = (bytes[at + 60] as number) ^ 0xff;
      writeFileSync(path, bytes);
      const target = await migratedDatabase('sqlite');
      const into = await opened(target);
      try {
        await assert.rejects(restored(into, path), /damaged|cannot be used/);
        assert.equal((await contents(into.database)).get('pages')?.rows, 0);
      } finally {
        await into.close();
        await target.cleanup();
      }
      assert.deepEqual(await contents(from.database), before);
    });
  });
});

describe('backup commands', () => {
  it('write, check and bring back, beside a server too', async () => {
    const database = await migratedDatabase('sqlite');
    const t = await startApp(database);
    const home = commandLine(database);
    const elsewhere = { dataDir: scratchFolder() };
    try {
      const path = join(scratchFolder(), 'all.zip');
      const made = await home(['backup', path, '--json'], { own: true });
      assert.equal(made.code, 0, made.stderr);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.equal((await home(['verify', path])).code, 0);
      assert.equal((await home(['restore', path])).code, 1);
      const there = commandLine(elsewhere);
      const back = await there(['restore', path, '--json'], { own: true });
      assert.equal(back.code, 0, back.stderr);
      const archive = join(scratchFolder(), 'pages.zip');
      assert.equal((await home(['export', 'archive', '--all', '--output', archive])).code, 0);
      assert.deepEqual((await there(['restore', archive, '--json'])).json().accounts, 0);
      const doctor = await there(['doctor', '--json']);
      assert.equal(doctor.code, 0, doctor.stdout);
      writeFileSync(archive, 'no archive');
      assert.equal((await home(['verify', archive])).code, 1);
      assert.equal((await home(['move-database', 'mysql://x'])).code, 2);
    } finally {
      await t.stop();
      await database.cleanup();
    }
  });

  for (const [from, to] of [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)
    it(`move from ${from} to ${to} only while nobody works with either of them`, {
      skip: skipped('postgres'),
    }, async () => {
      const source = await migratedDatabase(from);
      const target = await emptyDatabase(to);
      const home = commandLine(source);
      const url = target.url ?? `sqlite:${join(target.dataDir, 'commonplace.db')}`;
      const move = () => home(['move-database', url]);
      try {
        const t = await startApp(source);
        const refused = await move();
        await t.stop();
        assert.equal(refused.code, 1, refused.stdout);
        assert.match(refused.stderr, /Another process works with the database: stop the server/);
        const taken = await openDatabase({ url, dataDir: target.dataDir });
        // A pool connects when it is asked.
        await taken.reader.raw('select 1');
        const again = await move();
        await taken.close();
        assert.match(again.stderr, /Another process works with the new database/);
        const moved = await move();
        assert.equal(moved.code, 0, moved.stderr);
        assert.match(moved.stdout, /all are the same/);
      } finally {
        await source.cleanup();
        await target.cleanup();
      }
    });
});
