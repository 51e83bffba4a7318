// Databases and rows of a source on both engines: types, values that do not fit, relations, repeats, mapping, undo.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { actorOf } from '../../plugins/auth/contract.ts';
import { collections } from '../../plugins/collections/contract.ts';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { scratchFolder } from '../kit/folders.ts';
import { count, importPath, pagesOf, system, titled } from './imports.ts';

const TASKS = [
  'Task,Due,Points,Done,Kind',
  'Plan,2026-11-20,3,yes,Bug',
  'Build,2026-11-21,5,no,Story',
  'Test,2026-11-22,8,no,Bug',
  'Ship,2026-11-23,13,no,Bug',
].join('\n');

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = scratchFolder();
  before(async () => {
    t = await startApp(await open());
  });
  after(async () => {
    await t.stop();
    rmSync(base, { recursive: true, force: true });
  });
  const fresh = async () => {
    t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: 'W' })).id;
  };
  const file = (name: string, content: string): string => {
    writeFileSync(join(base, name), content);
    return join(base, name);
  };
  /** name → type, and the rows as name → value */
  const tableOf = async (title: string) => {
    const home = titled(await pagesOf(t), title);
    const service = t.app.use(collections);
    const { id } = (await service.ofPage(t.ctx('ann'), home.id)) as { id: number };
    const properties = await service.properties(t.ctx('ann'), id);
    const rows = (await pagesOf(t)).filter(({ parent_id }) => parent_id === home.id);
    const values = await service.values(
      t.ctx('ann'),
      rows.map((row) => row.id),
    );
    const byTitle = Object.fromEntries(
      rows.map((row) => [
        row.title,
        Object.fromEntries(properties.map(({ id, name }) => [name, values.get(row.id)?.[id]])),
      ]),
    );
    return {
      id,
      pageId: home.id,
      properties,
      types: Object.fromEntries(properties.map((one) => [one.name, one.type])),
      rows,
      byTitle,
    };
  };

  it('makes a typed database of a table, writes nothing in a dry run, and brings nothing twice', async () => {
    await fresh();
    const path = file('tasks.csv', TASKS);
    const tables = [
      'pages',
      'collections',
      'collection_rows',
      'collection_properties',
      'import_items',
      'domain_events',
    ];
    const counts = () => Promise.all(tables.map((table) => count(t, table)));
    const before = await counts();
    const { report: preview } = await importPath(t, path, { source: 'csv', dryRun: true });
    assert.deepEqual(await counts(), before);
    assert.deepEqual([preview.counts.databases, preview.counts.rows, preview.created], [1, 4, 5]);
    assert.deepEqual(
      preview.databases?.[0]?.columns.map(({ name, type }) => `${name} ${type}`),
      ['Task title', 'Due date', 'Points number', 'Done checkbox', 'Kind select'],
    );
    const { job, report } = await importPath(t, path, { source: 'csv' });
    assert.equal(job.status, 'completed', JSON.stringify(report.warnings));
    const table = await tableOf('tasks');
    assert.deepEqual(table.types, { Task: 'title', Due: 'date', Points: 'number', Done: 'checkbox', Kind: 'select' });
    const kind = table.properties.find(({ name }) => name === 'Kind');
    assert.partialDeepStrictEqual(table.byTitle.Plan, {
      Due: { start: '2026-11-20', end: null, timezone: null },
      Points: 3,
      Done: true,
      Kind: kind?.config.options?.[0]?.id as string,
    });
    const { report: again } = await importPath(t, path, { source: 'csv' });
    assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 5]);
    assert.equal((await pagesOf(t)).length, 5);
  });

  it('updates rows that changed, adds columns and options, and keeps what was edited here', async () => {
    await fresh();
    const path = file('again.csv', TASKS);
    await importPath(t, path, { source: 'csv' });
    const first = await tableOf('again');
    const mine = first.rows.find(({ title }) => title === 'Ship');
    await t.app.use(pages).save(t.ctx('ann'), mine?.id as number, { title: 'Ship', blocks: [] });
    file(
      'again.csv',
      `${TASKS.replace('Build,2026-11-21,5,no,Story', 'Build,2026-11-21,50,no,Epic').replace('Ship,2026-11-23,13', 'Ship,2026-11-23,99')}\nRest,2026-11-24,1,no,Bug`
        .split('\n')
        .map((line, index) => `${line},${index ? `note ${index} of it` : 'Remark'}`)
        .join('\n'),
    );
    const { job, report } = await importPath(t, path, { source: 'csv' });
    assert.deepEqual([report.created, report.updated, report.skipped], [1, 3, 2]);
    assert.deepEqual(
      report.warnings.map(({ kind }) => kind),
      ['edited_here'],
    );
    const table = await tableOf('again');
    assert.equal(table.byTitle.Build?.Points, 50);
    assert.equal(table.byTitle.Ship?.Points, 13);
    assert.equal(table.byTitle.Plan?.Remark, 'note 1 of it');
    const options = table.properties.find(({ name }) => name === 'Kind')?.config.options?.map(({ name }) => name);
    assert.deepEqual(options, ['Bug', 'Story', 'Epic']);
    await undoImport(t.ctx('ann').as(actorOf(t.user('ann')), 'import'), job);
    const undone = await tableOf('again');
    assert.equal(undone.byTitle.Build?.Points, 5);
    assert.equal(undone.byTitle.Rest, undefined);
  });

  it('is undone as a whole: the database and its rows are in the trash', async () => {
    await fresh();
    const { job } = await importPath(t, file('gone.csv', TASKS), { source: 'csv' });
    await undoImport(t.ctx('ann').as(actorOf(t.user('ann')), 'import'), job);
    assert.deepEqual(await pagesOf(t), []);
    const { undo } = JSON.parse((await system(t).db('import_jobs').where({ id: job.id }).first()).report_json);
    assert.deepEqual([undo.trashed, undo.kept], [5, []]);
  });
});
