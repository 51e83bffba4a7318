// An import of a thousand rows, by the importer: it starts no rule that does not ask for imports, and hides nothing from trials.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Made, makeDatabase } from '../databases/database.ts';
import { importPath, startedFor, system } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { newRule } from './new-rule.ts';

const ROWS = 1000;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  const base = startedFor(open, (app) => {
    t = app;
  });

  const make = (rule: object) => newRule(t, rule);
  const imported = async (name: string) => {
    const path = join(base, `${name}.csv`);
    writeFileSync(path, ['Task,Points', ...Array.from({ length: ROWS }, (_, at) => `${name} ${at},${at}`)].join('\n'));
    const { job, report } = await importPath(t, path, { source: 'csv' });
    assert.equal(job.status, 'completed', JSON.stringify(report).slice(0, 300));
    await t.app.events.run();
    const pages = await system(t)
      .db('pages')
      .where({ workspace_id: t.ws1, kind: 'page' })
      .where('title', 'like', `${name} %`);
    assert.equal(pages.length, ROWS);
  };
  const total = async ({ id }: Rule): Promise<number> =>
    (await system(t).db('automation_runs').where({ automation_id: id })).length;
  const tried = async ({ id }: Rule): Promise<AutomationRun[]> =>
    (await t.call('ann', 'POST', `/api/v2/automations/${id}/test`, { body: {} })).body;

  before(async () => {
    await t.app.events.start();
    db = await makeDatabase(t, [{ name: 'Points', type: 'number' }]);
    for (let count = 0; count < 60; count += 1) await db.row({ Points: count }, `Real ${count}`);
    await t.call('ann', 'POST', '/api/pages', { title: 'No row', workspace_id: t.ws1 });
  });

  it('causes no run unless it is asked for, and then one for each row', async () => {
    const plain = await make({ event: 'page.created' });
    const rows = await make({ event: 'row.created' });
    const asking = await make({
      ...{ event: 'row.created', include_imports: true },
      condition_json: [{ field: 'title', op: 'eq', value: 'none' }],
    });
    await imported('First');
    assert.deepEqual([await total(plain), await total(rows), await total(asking)], [0, 0, ROWS]);
    for (const { id } of [plain, rows, asking]) await t.call('ann', 'DELETE', `/api/v2/automations/${id}`);
  });

  it('leaves the last fifty events that qualify to be tried', async () => {
    await imported('Second');
    const other = await makeDatabase(t);
    for (let count = 0; count < 210; count += 1) await other.row({}, `Elsewhere ${count}`);
    await t.app.events.run();
    const about = { event: 'row.created', collection_id: db.id };
    const rule = await make(about);
    const trials = await tried(rule);
    assert.deepEqual([trials.length, trials.every(({ status }) => status === 'fired')], [50, true]);
    const titles = await system(t)
      .db('pages')
      .whereIn(
        'id',
        trials.map(({ page_id }) => page_id),
      )
      .pluck('title');
    assert.ok(
      titles.every((title) => /^Real/.test(title)),
      titles.join(),
    );
    const anywhere = await make({ event: 'row.created' });
    assert.equal((await tried(anywhere)).length, 50);
    const asking = await make({ event: 'row.created', include_imports: true });
    assert.equal((await tried(asking)).length, 50);
  });

  it('is no reason to leave out what went into the trash, or what is no row', async () => {
    const gone = await db.row({}, 'Gone');
    assert.equal((await t.call('ann', 'POST', `/api/pages/${gone.id}/trash`)).status, 200);
    const page = await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1 });
    assert.equal((await t.call('ann', 'POST', `/api/pages/${page.body.id}/trash`)).status, 200);
    await t.app.events.run();
    const rule = await make({ event: 'row.deleted' });
    assert.deepEqual(
      (await tried(rule)).map(({ page_id }) => page_id),
      [gone.id],
    );
  });
});
