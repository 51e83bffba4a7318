// Two runners and one import: who lost it changes nothing, who waits for it loses no attempt, and its end is told.
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Ctx } from '../../core/kernel/context.ts';
import { beginLocal, cancelImport, startImport, work } from '../../plugins/importers/service.ts';
import { type ImportState, type JobRow, jobStore } from '../../plugins/importers/store.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { count, importPath, pagesOf, startedFor, system, vaultOf } from './imports.ts';

const NOTES = 60;
const forever = new AbortController().signal;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let ahead = 0;
  let vaults = 0;
  const now = () => new Date(Date.now() + ahead).toISOString();
  const take = (app: TestApp) => {
    t = app;
  };
  const base = startedFor(open, take, { now });

  const folder = () =>
    vaultOf(
      Object.fromEntries(Array.from({ length: NOTES }, (_, i) => [`n${i}.md`, `# ${i}`])),
      `vault-${++vaults}`,
      base,
    );
  const begun = (): Promise<JobRow> => {
    const path = folder();
    const input = { source: 'markdown', workspaceId: t.ws1, parentId: null, filename: path, dryRun: false };
    return beginLocal(t.ctx('ann'), { ...input, options: {} }, path);
  };
  const stored = async (id: string): Promise<JobRow> => (await jobStore.byId(system(t), id)) as JobRow;
  const taken = (id: string, owner: string, from: ImportState[]) =>
    system(t).tx((tx) => jobStore.take(tx, id, owner, from, 'running'));
  const queued = (id: string) =>
    system(t).db('jobs').where({ kind: 'importers.run', status: 'queued' }).whereLike('payload', `%${id}%`);

  /** What happens between the last item of a run and its end. */
  function atEnd(test: TestContext, change: (ctx: Ctx) => Promise<void>) {
    const { hold } = jobStore;
    return test.mock.method(jobStore, 'hold', async (...[ctx, id, owner]: Parameters<typeof hold>) => {
      await change(ctx);
      return hold(ctx, id, owner);
    });
  }

  it('cannot be taken twice, not even under the same name', async () => {
    const { id } = await begun();
    assert.ok(await taken(id, 'one', ['queued']));
    assert.equal(await taken(id, 'one', ['running']), undefined);
  });

  it('is not ended, and keeps its reserved pages, when the runner that comes to its end has lost it', async (test) => {
    const { id } = await begun();
    const events = await count(t, 'domain_events', { type: 'import.completed' });
    const discard = test.mock.method(t.app.use(pages), 'discard');
    atEnd(test, async (ctx) => {
      await ctx.db('import_jobs').where({ id }).update({ lease_owner: 'another' });
    });
    await work(system(t), id, forever);
    const job = await stored(id);
    assert.deepEqual([job.status, job.lease_owner, job.report_json], ['running', 'another', '{}']);
    assert.equal(await count(t, 'domain_events', { type: 'import.completed' }), events);
    assert.equal(discard.mock.callCount(), 0);
    const ended = await system(t).tx((tx) => jobStore.end(tx, id, 'first', { status: 'failed' }));
    assert.deepEqual([ended, (await stored(id)).status], [false, 'running']);
  });

  it('goes on a second later when it is started again before its runner has noticed that it was cancelled', async () => {
    const { id } = await begun();
    await taken(id, 'old runner', ['queued']);
    await cancelImport(system(t), id);
    await startImport(t.ctx('ann'), id);
    await t.app.jobs.drain();
    const [next, ...more] = await queued(id);
    assert.deepEqual([next.attempts, next.error, more], [0, '', []]);
    assert.ok(Date.parse(next.run_at) <= Date.parse(t.app.now()) + 1000);
    assert.equal(
      await system(t).tx((tx) => jobStore.end(tx, id, 'old runner', { status: 'cancelled' })),
      false,
      'the end of the old run is not that of the new one',
    );
    await jobStore.release(system(t), id, 'old runner');
    ahead += 1000;
    await t.app.jobs.drain();
    assert.deepEqual([(await stored(id)).status, (await queued(id)).length], ['completed', 0]);
  });

  it('is looked at again when the lease of a living runner would end, and then taken', async () => {
    const { id } = await begun();
    const { lease_until } = (await taken(id, 'silent', ['queued'])) as JobRow;
    await system(t).enqueue('importers.run', { id });
    for (let times = 0; times < 2; times++) await t.app.jobs.drain();
    assert.deepEqual(
      (await queued(id)).map(({ run_at, attempts }) => [run_at, attempts]),
      [[lease_until, 0]],
    );
    ahead += 61_000;
    await t.app.jobs.drain();
    assert.equal((await stored(id)).status, 'completed');
  });

  it('is given back by a runner that sees it started again, and then brings nothing twice', async (test) => {
    const { id } = await begun();
    const before = (await pagesOf(t)).length;
    const restart = atEnd(test, async (ctx) => {
      await cancelImport(ctx, id);
      await startImport(ctx, id);
    });
    await work(system(t), id, forever);
    restart.mock.restore();
    const job = await stored(id);
    assert.deepEqual([job.status, job.lease_owner], ['queued', null]);
    await t.app.jobs.drain();
    assert.equal((await stored(id)).status, 'completed');
    assert.equal((await pagesOf(t)).length, before + NOTES);
  });

  for (const dryRun of [true, false])
    it(`tells that all is done at its end${dryRun ? ', in a dry run too' : ''}`, async () => {
      const { job } = await importPath(t, folder(), { source: 'markdown', dryRun });
      assert.deepEqual(JSON.parse(job.progress_json), { phase: 'pages', done: NOTES, total: NOTES });
    });
});
