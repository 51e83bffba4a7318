// Changes of large databases on the command line, beside the server that they go on in.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';
import { fillRows } from './filled.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let db: Made;
  before(async () => {
    database = await open();
    t = await startApp(database);
    db = await makeDatabase(t, [{ name: 'N', type: 'number' }]);
    await fillRows(t, db, 5200, { N: { json: 'n', cell: { num: 'n' } } });
  });
  after(() => t.stop());

  const run = (...args: string[]) => commandLine({ dataDir: database.dataDir, url: database.url })(args);
  const json = async (...args: string[]): Promise<Any> => (await run(...args, '--json')).json();
  const change = async (name: string): Promise<number> => {
    const config = { expression: 'prop("N") + 1' };
    const path = `/api/v2/collections/${db.id}/properties`;
    const answer = await t.call('ann', 'POST', path, { name, type: 'formula', config });
    assert.equal(answer.body.job?.status, 'queued', answer.text);
    return answer.body.job.id;
  };

  it('are listed, shown and cancelled, and nothing of a cancelled one is kept', async () => {
    const id = await change('Next');
    const listed = await run('database', 'changes');
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /queued/);
    const { changes } = await json('database', 'changes', '--unfinished');
    assert.deepEqual(
      changes.map((one: Any) => [one.id, one.collection_id, one.status, one.done, one.total]),
      [[id, db.id, 'queued', 0, 5200]],
    );
    assert.equal(
      (await run('database', 'change', String(id))).stdout.trim(),
      `Change ${id} of database ${db.id}: queued, 0 of 5200 rows.`,
    );
    const cancelled = await run('database', 'cancel', String(id));
    assert.equal(cancelled.code, 0, cancelled.stderr);
    await t.app.jobs.drain();
    assert.equal((await json('database', 'change', String(id))).change.status, 'cancelled');
    assert.deepEqual((await json('database', 'changes', '--unfinished')).changes, []);
    assert.ok(!(await db.reload()).by.Next);
  });

  it('say what is wrong with what is asked', async () => {
    const id = await change('Other');
    await t.app.jobs.drain();
    for (const [args, code, words] of [
      [['cancel', String(id)], 1, /come to its end already/],
      [['change', '99999'], 1, /There is no change 99999 of a database/],
      [['change', 'x'], 2, /must be the number of a change/],
      [['changes', '--limit', '0'], 2, /--limit must be a number above 0/],
    ] as const) {
      const answer = await run('database', ...args);
      assert.equal(answer.code, code, args.join(' '));
      assert.match(answer.stderr, words);
    }
  });
});
