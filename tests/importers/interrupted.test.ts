// kill -9 in the middle of an import, again and again: in the end every page is there once and nothing is left over.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { beginUpload, recoverImports } from '../../plugins/importers/service.ts';
import { jobStore } from '../../plugins/importers/store.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { serveAhead } from './child-server.ts';
import { zipOf } from './formats/zip.ts';
import { count, importPath, pagesOf, startedFor, system, vaultOf } from './imports.ts';

/** `npm run soak` asks for more. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);
/** Reserved in three parts and written in fifteen; many kills need more of them to fall into. */
const NOTES = KILLS > 3 ? 1000 : 600;
const TEN_MINUTES = 600_000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead).toISOString();
  const take = (app: TestApp, opened: TestDatabase) => {
    [t, database] = [app, opened];
  };
  const base = startedFor(open, take, { now });

  const notes = () =>
    Array.from({ length: NOTES }, (_, i) => ({
      name: `folder-${i % 7}/note-${i}.md`,
      data: `# Note ${i}\n\nLinks to [[note-${(i * 31) % NOTES}]] and ![[pic-${i % 5}.txt]].\n\n- one\n- two\n`,
    }));
  const files = Array.from({ length: 5 }, (_, i) => ({ name: `pic-${i}.txt`, data: `file ${i}` }));

  async function assertWhole(jobId: string, first = jobId): Promise<void> {
    const job = await jobStore.byId(system(t), jobId);
    assert.equal(job?.status, 'completed', job?.error || job?.report_json.slice(0, 2000));
    const all = await pagesOf(t);
    assert.equal(all.filter(({ kind }) => kind === 'page').length, NOTES);
    assert.equal(all.filter(({ kind }) => kind === 'folder').length, 7);
    assert.equal(new Set(all.map(({ title }) => title)).size, NOTES + 7);
    assert.equal(await count(t, 'pages', { workspace_id: t.ws1 }), NOTES + 7);
    // What a first attempt left without its links is saved once more by the second import.
    if (jobId === first) assert.equal(await count(t, 'page_versions'), NOTES + 7);
    assert.equal(await count(t, 'search_entries'), NOTES + 7);
    assert.equal(await count(t, 'files'), 5);
    assert.equal(await count(t, 'file_references'), NOTES);
    assert.equal(await count(t, 'domain_events', { type: 'page.created' }), NOTES + 7);
    assert.equal(await count(t, 'domain_events', { type: 'import.completed' }), 1);
    const folders = new Map(all.map((page) => [page.id, page.kind]));
    assert.ok(all.every(({ kind, parent_id }) => kind === 'folder' || folders.get(parent_id ?? 0) === 'folder'));
  }

  /** After ten kills in one attempt each the queue gives an import up; doing it again must bring nothing twice. */
  async function endOf(id: string, input: Parameters<typeof beginUpload>[1]): Promise<string> {
    const job = await jobStore.byId(system(t), id);
    if (job?.status !== 'failed' || KILLS < 10) return id;
    const upload = join(t.app.settings.DATA_DIR, 'imports', 'incoming', 'again');
    writeFileSync(upload, zipOf([...notes(), ...files]));
    const again = await beginUpload(t.ctx('ann'), input, upload);
    await t.app.jobs.drain();
    return again.id;
  }

  it('goes on after each kill and ends with exactly its pages', async () => {
    const upload = join(t.app.settings.DATA_DIR, 'imports', 'incoming', 'vault');
    writeFileSync(upload, zipOf([...notes(), ...files]));
    const input = {
      source: 'notes-vault',
      workspaceId: t.ws1,
      parentId: null,
      filename: 'vault.zip',
      dryRun: false,
      options: {},
    };
    const { id } = await beginUpload(t.ctx('ann'), input, upload);
    let seen = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = Math.max(1, Math.floor((NOTES * 0.9 * kill) / KILLS));
      const child = serveAhead(database, ahead);
      for (let tries = 0; tries < 2000; tries++) {
        seen = await count(t, 'pages', { workspace_id: t.ws1, deleted_at: null });
        const reserved = await count(t, 'pages', { workspace_id: t.ws1 });
        if ((await jobStore.byId(system(t), id))?.status === 'failed') break;
        if (wanted === 1 ? reserved > 0 : seen >= wanted) break;
        await wait(5);
      }
      await child.kill();
      assert.ok((await count(t, 'pages', { workspace_id: t.ws1 })) > 0);
      ahead += TEN_MINUTES;
    }
    assert.ok(seen > 0);
    await t.app.jobs.drain();
    await assertWhole(await endOf(id, input), id);
    const vault = vaultOf(
      Object.fromEntries([...notes(), ...files].map(({ name, data }) => [name, data])),
      'vault',
      base,
    );
    const { report } = await importPath(t, vault);
    assert.deepEqual([report.created, report.updated, report.skipped], [0, 0, NOTES]);
  });

  it('of a command ends as failed, gives up what was only reserved, and is completed by running it again', async () => {
    const ctx = system(t);
    const row = {
      workspace_id: t.ws1,
      parent_id: null,
      user_id: t.user('ann').id,
      source: 'markdown',
      filename: 'x',
      location: '/elsewhere',
      dry_run: 0,
      options_json: '{}',
    };
    await ctx.tx((tx) => jobStore.insert(tx, { ...row, id: 'command-job' }));
    await ctx.tx((tx) => jobStore.take(tx, 'command-job', 'dead process', ['queued'], 'running'));
    await recoverImports(ctx);
    assert.equal((await jobStore.byId(ctx, 'command-job'))?.status, 'running');
    ahead += TEN_MINUTES;
    await recoverImports(ctx);
    const ended = await jobStore.byId(ctx, 'command-job');
    assert.equal(ended?.status, 'failed');
    assert.match(ended?.error ?? '', /run it again/);
  });
});
