// Databases and rows of a source on both engines: types, values that do not fit, relations, repeats, mapping, undo.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { actorOf } from '../../plugins/auth/contract.ts';
import { databases } from '../../plugins/databases/contract.ts';
import type { ColumnMapping } from '../../plugins/importers/contract.ts';
import { beginLocal, work } from '../../plugins/importers/service.ts';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, system, titled, vaultOf } from './imports.ts';

const TASKS = [
  'Task,Due,Points,Done,Kind',
  'Plan,2026-11-20,3,yes,Bug',
  'Build,2026-11-21,5,no,Story',
  'Test,2026-11-22,8,no,Bug',
  'Ship,2026-11-23,13,no,Bug',
].join('\n');

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const fresh = () => inFreshWorkspace(t);
  const file = (name: string, content: string): string => {
    writeFileSync(join(base, name), content);
    return join(base, name);
  };
  /** name → type, and the rows as name → value */
  const tableOf = async (title: string) => {
    const home = titled(await pagesOf(t), title);
    const service = t.app.use(databases);
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

  it('names dates whose day and month could be the other way round', async () => {
    await fresh();
    const { report } = await importPath(t, file('days.csv', 'Name,Day\nTea,1/2/2026\nRice,3/4/2026'), {
      source: 'csv',
    });
    assert.partialDeepStrictEqual(report.warnings, [{ item: 'days: Day', kind: 'ambiguous_dates' }]);
    assert.match(report.warnings[0]?.reason ?? '', /the day came first/);
  });

  it('shows the database of a view in a page, where it is there by then, and else leads to it', async () => {
    await fresh();
    const id = (digit: string) => digit.repeat(32);
    const page = (title: string, body: string) =>
      `<html><body><article class="page"><h1 class="page-title">${title}</h1><div class="page-body">${body}</div></article></body></html>`;
    const view = (up: string) =>
      `<table class="collection-content"><tbody><tr><td><a href="${up}Tasks%20${id('b')}/Plan%20${id('c')}.html">Plan</a></td></tr></tbody></table>`;
    const folder = vaultOf(
      {
        [`Home ${id('a')}.html`]: page('Home', view(`Home%20${id('a')}/`)),
        [`Home ${id('a')}/Tasks ${id('b')}.csv`]: 'Name,Due\nPlan,1\n',
        [`Home ${id('a')}/Tasks ${id('b')}/Plan ${id('c')}.html`]: page('Plan', '<p>x</p>'),
        [`Other ${id('d')}.html`]: page('Other', view(`Home%20${id('a')}/`)),
      },
      'views',
      base,
    );
    await importPath(t, folder, { source: 'notion' });
    const { id: collectionId, pageId } = await tableOf('Tasks');
    const blocksOf = async (title: string) => {
      const { id: own } = titled(await pagesOf(t), title);
      return (await t.call('ann', 'GET', `/api/pages/${own}/content`)).body.blocks;
    };
    assert.partialDeepStrictEqual(await blocksOf('Other'), [{ type: 'database', data: { collectionId } }]);
    assert.partialDeepStrictEqual(await blocksOf('Home'), [
      { type: 'paragraph', content: [{ type: 'pageLink', pageId }] },
    ]);
    const { report } = await importPath(t, folder, { source: 'notion' });
    assert.deepEqual([report.created, report.updated], [0, 0]);
  });

  it('reads such dates as a person says, and names them no more', async () => {
    await fresh();
    const path = file('said.csv', 'Name,Day\nTea,1/2/2026\nRice,3/4/2026');
    const mapping: ColumnMapping = { 'said.csv': { Day: { dates: 'mdy' } } };
    const { report } = await importPath(t, path, { source: 'csv', mapping });
    assert.deepEqual(report.warnings, []);
    const { byTitle } = await tableOf('said');
    assert.partialDeepStrictEqual(byTitle, {
      Tea: { Day: { start: '2026-01-02' } },
      Rice: { Day: { start: '2026-03-04' } },
    });
  });

  it('reads numbers into a property that an earlier import made one of numbers, and says what is lost', async () => {
    await fresh();
    await importPath(t, file('releases.csv', 'Name,Release\nTea,2011.1\nRice,2011.5'), { source: 'csv' });
    const path = file('releases.csv', 'Name,Release\nTea,2011.10\nRice,2011.5');
    const { report } = await importPath(t, path, { source: 'csv' });
    assert.equal((await tableOf('releases')).byTitle.Rice?.Release, 2011.5);
    assert.partialDeepStrictEqual(report.warnings, [{ item: 'releases.csv: Release', kind: 'not_as_written' }]);
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

  it('takes what a person says of columns: names, types, another title, and what is left out', async () => {
    await fresh();
    const path = file('mapped.csv', TASKS);
    const mapping: ColumnMapping = {
      'mapped.csv': {
        Task: { type: 'text' },
        Due: { type: 'text', name: 'Deadline' },
        Points: { skip: true },
        Done: { type: 'number' },
        Kind: { type: 'title', name: 'What' },
      },
    };
    const { report } = await importPath(t, path, { source: 'csv', mapping });
    const table = await tableOf('mapped');
    assert.deepEqual(table.types, { What: 'title', Task: 'text', Deadline: 'text', Done: 'number' });
    assert.deepEqual(table.rows.map(({ title }) => title).toSorted(), ['Bug', 'Bug', 'Bug', 'Story']);
    assert.partialDeepStrictEqual(table.byTitle.Story, { Task: 'Build', Deadline: '2026-11-21' });
    // What is no number stays on the page of the row.
    assert.equal(report.databases?.[0]?.columns.find(({ id }) => id === 'Done')?.misfits, 4);
    const [story] = table.rows.filter(({ title }) => title === 'Story');
    assert.match(JSON.stringify(story?.blocks), /"Done".*"no"/);
  });

  const BASE = {
    schema: {
      tables: [
        {
          ...{ id: 'tblBooks', name: 'Books', primaryFieldId: 'fldTitle' },
          fields: [
            { id: 'fldTitle', name: 'Title', type: 'singleLineText' },
            { id: 'fldBy', name: 'By', type: 'multipleRecordLinks', options: { linkedTableId: 'tblPeople' } },
          ],
        },
        {
          ...{ id: 'tblPeople', name: 'People', primaryFieldId: 'fldName' },
          fields: [{ id: 'fldName', name: 'Name', type: 'singleLineText' }],
        },
      ],
    },
    records: {
      tblBooks: {
        records: [
          { id: 'recA', fields: { Title: 'Emma', By: ['recJane'] } },
          { id: 'recB', fields: { Title: 'Faust', By: ['recGone', 'recJohann'] } },
        ],
      },
      tblPeople: { records: ['Jane', 'Johann'].map((Name) => ({ id: `rec${Name}`, fields: { Name } })) },
    },
  };

  it('relates rows that come later, names what is missing, and repeats nothing', async () => {
    await fresh();
    const path = file('base.json', JSON.stringify(BASE));
    const { report } = await importPath(t, path, { source: 'json' });
    const [books, people] = [await tableOf('Books'), await tableOf('People')];
    const idOf = (name: string) => people.rows.find(({ title }) => title === name)?.id;
    assert.deepEqual([books.byTitle.Emma?.By, books.byTitle.Faust?.By], [[idOf('Jane')], [idOf('Johann')]]);
    assert.deepEqual(
      report.broken_links.map(({ target, kind }) => [target, kind]),
      [['recGone', 'property']],
    );
    const { report: again } = await importPath(t, path, { source: 'json' });
    assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 6]);
    BASE.records.tblBooks.records[0] = { id: 'recA', fields: { Title: 'Emma', By: ['recJohann'] } };
    file('base.json', JSON.stringify(BASE));
    const { report: changed } = await importPath(t, path, { source: 'json' });
    assert.deepEqual([changed.created, changed.updated], [0, 1]);
    assert.deepEqual((await tableOf('Books')).byTitle.Emma?.By, [idOf('Johann')]);
  });

  it('keeps long texts, odd characters, empty titles and values of the wrong kind', async () => {
    await fresh();
    const long = 'word '.repeat(6000);
    const rows = [
      { id: 1, name: 'a\ud800b\u0000c', n: 1, at: '2026-01-02', note: long },
      { id: 2, name: '', n: 'many', at: 'soon', note: 'short' },
    ];
    const { report } = await importPath(t, file('odd.json', JSON.stringify(rows)), { source: 'json' });
    assert.deepEqual([report.counts.rows, report.warnings], [2, []]);
    const table = await tableOf('odd');
    assert.deepEqual(
      table.rows.map(({ title }) => title),
      ['a\ufffdb c', ''],
    );
    assert.match(JSON.stringify(table.rows[0]?.blocks), /word word/, 'more than a property takes is in the body');
    assert.equal(table.types.n, 'text');
  });

  it('takes up an import that was stopped between the rows and their relations', async () => {
    await fresh();
    const path = file('stopped.json', JSON.stringify(BASE));
    const input = {
      source: 'json',
      workspaceId: t.ws1,
      parentId: null,
      filename: 'stopped.json',
      dryRun: false,
      options: {},
    };
    const job = await beginLocal(t.ctx('ann'), input, path);
    const stop = new AbortController();
    await assert.rejects(
      work(system(t), job.id, stop.signal, ({ phase }) => {
        if (phase === 'relations') stop.abort();
      }),
    );
    assert.equal((await tableOf('Books')).byTitle.Faust?.By ?? null, null);
    await work(system(t), job.id, new AbortController().signal);
    const table = await tableOf('Books');
    assert.ok(Array.isArray(table.byTitle.Faust?.By));
    assert.equal((await pagesOf(t)).length, 6);
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
