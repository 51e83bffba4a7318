// doctor on both engines: content with what is sound, and naming each fault that was planted.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Database, openDatabase } from '../../core/database/database.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from './run.ts';

const THEN = '2026-01-01T00:00:00.000Z';
const LONG_AGO = new Date(Date.now() - 2 * 3_600_000);

onEachEngine((engine, open) => {
  let where: TestDatabase;
  let database: Database;
  let run: ReturnType<typeof commandLine>;
  before(async () => {
    where = await open();
    database = await openDatabase(where);
    run = commandLine(where);
  });
  after(() => database.close());

  const verdicts = async (): Promise<{
    code: number | null;
    checks: Record<string, { ok: boolean; detail: string }>;
  }> => {
    const { code, json } = await run(['doctor', '--json']);
    const { checks } = json() as { checks: { name: string; ok: boolean; detail: string }[] };
    return { code, checks: Object.fromEntries(checks.map(({ name, ok, detail }) => [name, { ok, detail }])) };
  };

  const insertPage = async (id: number, parentId: number | null, deletedAt: string | null = null): Promise<void> => {
    const page = { id, workspace_id: 1, parent_id: parentId, kind: 'page', title: 'T', title_key: 't' };
    const times = { content_format: 'blocks', created_at: THEN, updated_at: THEN };
    const trashed = { deleted_at: deletedAt, deleted_with: deletedAt && id };
    await database.writer('pages').insert({ ...page, ...times, ...trashed });
  };
  const insertEntry = (pageId: number) =>
    database.writer('search_entries').insert({ page_id: pageId, workspace_id: 1 });

  const blob = (content: string): { filename: string; path: string; sha256: string; size: number } => {
    const filename = `${randomUUID()}.txt`;
    const folder = join(where.dataDir, 'files', filename.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    const path = join(folder, filename);
    writeFileSync(path, content);
    return { filename, path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  };
  const insertFile = ({ filename, size, sha256 }: { filename: string; size: number; sha256: string }) =>
    database.writer('files').insert({ filename, size, sha256, name: 'n.txt', mime: 'text/plain', created_at: THEN });

  it('finds nothing wrong with sound data', async () => {
    await database
      .writer('workspaces')
      .insert({ id: 1, name: 'W', name_key: 'w', slug: 'w', created_at: THEN, updated_at: THEN });
    await insertPage(1, null);
    await insertPage(2, 1);
    await insertPage(3, 1, THEN);
    await insertEntry(1);
    await insertEntry(2);
    await insertFile(blob('sound'));
    blob('of an upload that is just being finished');
    const { code, checks } = await verdicts();
    assert.equal(code, 0);
    const core = ['schema version', 'database integrity', 'references', 'leases'];
    // Plugins add theirs in the order in which they start.
    const added = [
      'agent-connectors',
      'automations',
      'clips',
      'comments',
      'directory',
      'emoji',
      'files',
      'forges',
      'live documents',
      'page tree',
      'search by meaning',
      'search index',
    ];
    const names = Object.keys(checks);
    assert.deepEqual(
      [...names.slice(0, 4), ...names.slice(4).sort()],
      [...core, ...added, 'single sign-on', 'sync', 'synced blocks', 'tags', 'templates', 'two-factor', 'webhooks'],
    );
    assert.ok(Object.values(checks).every(({ ok }) => ok));
  });

  /** Plants a fault and answers how to mend it. */
  type Plant = () => Promise<() => Promise<unknown>>;
  const faults: [string, string, RegExp, Plant][] = [
    [
      'a job left by a dead process',
      'leases',
      /page\.purge/,
      async () => {
        const lease = { status: 'running', lease_owner: 'gone', lease_until: LONG_AGO.toISOString() };
        await database.writer('jobs').insert({ kind: 'page.purge', run_at: THEN, created_at: THEN, ...lease });
        return () => database.writer('jobs').delete();
      },
    ],
    [
      'a file without its content',
      'files',
      /missing/,
      async () => {
        await insertFile({ filename: `${randomUUID()}.txt`, size: 1, sha256: 'x' });
        return () => database.writer('files').where({ sha256: 'x' }).delete();
      },
    ],
    [
      'a file of another length',
      'files',
      /has 5 bytes instead of 6/,
      async () => {
        const { filename, sha256 } = blob('short');
        await insertFile({ filename, size: 6, sha256 });
        return () => database.writer('files').where({ filename }).update({ size: 5 });
      },
    ],
    [
      'a file whose content has changed',
      'files',
      /changed its content/,
      async () => {
        const made = blob('before');
        await insertFile(made);
        writeFileSync(made.path, 'behind');
        return async () => writeFileSync(made.path, 'before');
      },
    ],
    [
      'an old blob that no row knows',
      'files',
      /older than 1 hour and has no row/,
      async () => {
        const made = blob('left over');
        utimesSync(made.path, LONG_AGO, LONG_AGO);
        return () => insertFile(made);
      },
    ],
    [
      'a loop of pages',
      'page tree',
      /page 1 hangs in a loop/,
      async () => {
        await database.writer('pages').where({ id: 1 }).update({ parent_id: 2 });
        return () => database.writer('pages').where({ id: 1 }).update({ parent_id: null });
      },
    ],
    [
      'a live page that nobody can find',
      'search index',
      /page 2 has 0 entries/,
      async () => {
        await database.writer('search_entries').where({ page_id: 2 }).delete();
        return () => insertEntry(2);
      },
    ],
    [
      'a page that is found twice',
      'search index',
      /page 2 has 2 entries/,
      async () => {
        await insertEntry(2);
        return async () => {
          const [id] = await database.writer('search_entries').where({ page_id: 2 }).pluck('id');
          await database.writer('search_entries').where({ id }).delete();
        };
      },
    ],
    [
      'a trashed page that is still found',
      'search index',
      /page 3 is in the trash/,
      async () => {
        await insertEntry(3);
        return () => database.writer('search_entries').where({ page_id: 3 }).delete();
      },
    ],
  ];
  if (engine === 'sqlite') {
    faults.push([
      'a reference to a row that is gone',
      'references',
      /in permission_epochs, point at no row of workspaces/,
      async () => {
        await database.writer.raw('PRAGMA foreign_keys = OFF');
        await database.writer('permission_epochs').insert({ workspace_id: 99, epoch: 1 });
        await database.writer.raw('PRAGMA foreign_keys = ON');
        return () => database.writer('permission_epochs').where({ workspace_id: 99 }).delete();
      },
    ]);
  }

  for (const [what, check, said, plant] of faults) {
    it(`finds ${what}, and nothing else`, async () => {
      const mend = await plant();
      const { code, checks } = await verdicts();
      await mend();
      assert.equal(code, 1);
      const failed = Object.entries(checks).filter(([, { ok }]) => !ok);
      assert.deepEqual(
        failed.map(([name]) => name),
        [check],
      );
      assert.match(checks[check]?.detail ?? '', said);
    });
  }

  it('reads no file and compares no index when it is to be quick, and says so', async () => {
    const file = blob('sound content');
    await insertFile(file);
    const quick = async () => {
      const { json } = await run(['doctor', '--quick', '--json']);
      const { checks } = json() as { checks: { name: string; ok: boolean; detail: string }[] };
      return Object.fromEntries(checks.map(({ name, ok, detail }) => [name, `${ok} ${detail}`]));
    };
    writeFileSync(file.path, 'other content');
    const verdict = await quick();
    assert.match(verdict.files ?? '', /^true .*quick: none was read/);
    assert.match(verdict['database integrity'] ?? '', /^true .*quick: /);
    writeFileSync(file.path, 'cut');
    assert.match((await quick()).files ?? '', /^false .* has 3 bytes instead of 13/);
    writeFileSync(file.path, 'sound content');
  });

  it('is content again once all is mended, and says so in a table', async () => {
    const { code, stdout } = await run(['doctor'], { own: true });
    assert.equal(code, 0);
    assert.match(stdout, /^CHECK +STATE +DETAIL\n/);
    assert.doesNotMatch(stdout, /FAILED/);
  });
});
