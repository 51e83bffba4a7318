// `commonplace import` as people call it: wrong calls first, then preview, import, list, report and undo.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { watchFolder } from '../../plugins/importers/command-source.ts';
import type { ImportReport } from '../../plugins/importers/contract.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { commandLine } from '../cli/run.ts';
import { vaultOf } from './imports.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

onEachEngine((_engine, open) => {
  const base = scratchFolder();
  let database: TestDatabase;
  let run: ReturnType<typeof commandLine>;
  let folder: string;
  before(async () => {
    database = await open();
    run = commandLine(database);
    await run(['user', 'create', 'ann@example.org', '--password', 'a quiet afternoon', '--admin']);
    folder = vaultOf({ 'a.md': '[[b]] [[gone]]', 'd/b.md': '---\nx: [\n---\nb' }, 'Vault', base);
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  const wrong: [string, string[], number, RegExp][] = [
    ['a path that is not there', ['notes-vault', '/no/such/vault'], 1, /There is nothing at \/no\/such\/vault/],
    ['an unknown source', ['nothing', '.'], 1, /names no import source/],
    ['a source without a path', ['markdown'], 2, /Name a source and the path/],
    ['an unknown workspace', ['markdown', '.', '--workspace', 'nowhere'], 1, /no workspace nowhere/],
    ['an unknown account', ['markdown', '.', '--user', 'nobody'], 1, /no account nobody/],
    ['an unknown parent', ['markdown', '.', '--parent', '99'], 1, /There is no page 99/],
    ['an unknown import', ['report', 'none'], 1, /does not exist/],
  ];
  for (const [what, args, code, message] of wrong) {
    it(`says in one line what is wrong: ${what}`, async () => {
      const ended = await run(['import', ...args]);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
      assert.ok(!/\n\s+at /.test(ended.stderr));
    });
  }

  it('lists the sources', async () => {
    const { code, stdout } = await run(['import', '--list-sources']);
    assert.equal(code, 0);
    assert.match(stdout, /notes-vault +Notes vault \(Obsidian\) +folder \.zip \.md/);
  });

  it('previews, imports once, reports and undoes', async () => {
    const preview = (await run(['import', 'notes-vault', folder, '--dry-run', '--json'])).json();
    assert.equal(preview.status, 'preview_ready');
    const first = await run(['import', 'notes-vault', folder, '--workspace', '1', '--user', 'ann'], { own: true });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Found 2 notes, 1 folders, 1 links; 2 created\./);
    assert.match(first.stdout, /Warnings of kind front_matter: 1\n {2}d\/b\.md: /);
    assert.match(first.stdout, /Links that lead nowhere: 1\n {2}a\.md → gone/);
    assert.match(first.stderr, /Pages: /);
    const again = (await run(['import', 'notes-vault', folder, '--json'])).json() as {
      id: string;
      report_json: object;
    };
    assert.partialDeepStrictEqual(again.report_json, { created: 0, updated: 0, skipped: 2 });
    const { jobs } = (await run(['import', 'list', '--json'])).json() as { jobs: { id: string; status: string }[] };
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ['completed_with_warnings', 'completed_with_warnings', 'preview_ready'],
    );
    const undone = await run(['import', 'undo', jobs[1]?.id as string]);
    assert.match(undone.stdout, /Undone: 3 pages in the trash, 0 restored\./);
    assert.equal((await run(['import', 'undo', jobs[1]?.id as string])).code, 1);
    assert.match((await run(['import', 'report', jobs[1]?.id as string])).stdout, /3 pages in the trash/);
  });

  it('reads standard input and what columns become, and refuses a mapping that is none', async () => {
    const map = join(base, 'columns.json');
    writeFileSync(
      map,
      JSON.stringify({ 'prices.csv': { Price: { type: 'text', name: 'Cost' }, Note: { skip: true } } }),
    );
    const args = ['import', 'csv', '-', '--name', 'prices.csv', '--json'];
    const input = 'Thing,Price,Note\nTea,3,a\nMilk,4,b\n';
    const done = await run([...args, '--map', map], { input });
    assert.equal(done.code, 0, done.stderr);
    const { report_json: report } = done.json() as { report_json: ImportReport };
    assert.deepEqual(
      report.databases?.[0]?.columns.filter((column) => !column.left_out).map(({ name, type }) => [name, type]),
      [
        ['Thing', 'title'],
        ['Cost', 'text'],
      ],
    );
    writeFileSync(map, '{"prices.csv":{"Price":{"type":"nonsense"}}}');
    assert.equal((await run([...args, '--map', map], { input })).code, 1);
    assert.equal((await run([...args, '--map', join(base, 'none.json')], { input })).code, 1);
  });

  it('stays with a folder, brings what changes in it, and ends when it is told to', async () => {
    const watched = vaultOf({ 'first.md': 'one' }, 'Kept', base);
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [MAIN, 'import', 'notes-vault', watched, '--user', 'ann', '--watch'], {
      cwd: database.dataDir,
      env: { PATH, DATA_DIR: database.dataDir, ...(database.url && { DATABASE_URL: database.url }) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const said = async (words: RegExp): Promise<void> => {
        for (let line = await lines.next(); !words.test(String(line.value)); line = await lines.next())
          assert.ok(!line.done, `it ended before it said ${words}`);
      };
      await said(/1 created/);
      await said(/Watching .*Kept; stop with Ctrl\+C/);
      writeFileSync(join(watched, 'second.md'), 'two');
      await said(/1 created/);
      rmSync(join(watched, 'first.md'));
      await said(/^Warnings of kind gone: 1/);
      await said(/first\.md: It is no longer in the source; its page was left/);
      child.kill('SIGINT');
      const [code] = await once(child, 'exit');
      assert.equal(code, 0);
    } finally {
      child.kill('SIGKILL');
    }
    const pruned = await run(['import', 'notes-vault', watched, '--user', 'ann', '--prune']);
    assert.match(pruned.stdout, /Warnings of kind pruned: 1\n {2}first\.md: .* its page is in the trash\./);
  });

  it('tells when a watched folder has changed and is quiet again', async () => {
    const watched = vaultOf({ 'a.md': 'a' }, 'Watched', base);
    const stop = new AbortController();
    const changes = watchFolder(watched, stop.signal, 50);
    const next = changes.next();
    // Watching begins when it is asked for; a change that comes sooner is made again.
    const again = setInterval(() => writeFileSync(join(watched, 'a.md'), String(Math.random())), 200);
    assert.equal((await next).done, false);
    clearInterval(again);
    const last = changes.next();
    stop.abort();
    await last;
    assert.equal((await changes.next()).done, true);
  });
});
