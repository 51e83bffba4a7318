// Properties and options by their names: in rows, filters, sorts, groups and sums, and in answers that are asked to use them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  before(async () => {
    t = await startApp(await open());
    db = await makeDatabase(t, [
      { name: 'State', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Done' }] } },
      { name: 'Labels', type: 'multi_select', config: { options: [{ name: 'Red' }, { name: 'Blue' }] } },
      { name: 'Points', type: 'number' },
      { name: 'Salary', type: 'number' },
    ]);
    const hidden = `/api/v2/collections/${db.id}/properties/${db.by.Salary.id}/permissions`;
    await t.call('ann', 'POST', hidden, { body: { user_id: t.user('ann').id, role: 'editor' } });
  });
  after(() => t.stop());

  const base = () => `/api/v2/collections/${db.id}`;
  const call = (method: string, url: string, body?: object, who: 'ann' | 'edi' = 'edi') =>
    t.call(who, method, url, body && { body });
  const good = async (method: string, url: string, body?: object): Promise<Any> => {
    const answer = await call(method, url, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  describe('a row', () => {
    it('takes names of properties and options, exact or but for case, and answers with ids', async () => {
      const row = await good('POST', `${base()}/rows`, {
        title: 'One',
        values: { State: 'Open', labels: ['blue', 'Red'], [db.by.Points.id]: 3 },
      });
      assert.deepEqual(row.values[db.by.State.id], db.option('State', 'Open'));
      assert.deepEqual(row.values[db.by.Labels.id], [db.option('Labels', 'Blue'), db.option('Labels', 'Red')]);
      const changed = await good('PATCH', `/api/v2/rows/${row.id}`, { values: { state: 'done' } });
      assert.equal(changed.values[db.by.State.id], db.option('State', 'Done'));
      const put = await good('PUT', `/db/pages/${row.id}/api`, { values: { Points: 8 } });
      assert.equal(put.values[db.by.Points.id], 8);
    });

    it('is refused by name for what is unknown, hidden or named twice, and nothing is written', async () => {
      const total = (await good('POST', `${base()}/query`, {})).total;
      const refused: [object, RegExp][] = [
        [{ Stat: 'Open' }, /Unknown property Stat/],
        [{ Salary: 1 }, /Unknown property Salary/],
        [{ constructor: 1 }, /Unknown property constructor/],
        [{ State: 'Opne' }, /no option “Opne”/],
        [{ Labels: ['Red', 'Green'] }, /no option “Green”/],
        [{ Points: 1, [db.by.Points.id]: 2 }, /Points is named twice/],
      ];
      for (const [values, why] of refused) {
        const { status, body } = await call('POST', `${base()}/rows`, { title: 'Bad', values });
        assert.equal(status, 400, JSON.stringify(values));
        assert.match(JSON.stringify(body), why);
      }
      assert.equal((await good('POST', `${base()}/query`, {})).total, total);
    });

    it('says names where it is asked to', async () => {
      const row = await good('POST', `${base()}/rows?names=true`, {
        title: 'Two',
        values: { State: 'Open', Labels: ['Red'] },
      });
      assert.deepEqual([row.values.State, row.values.Labels, row.values.Name], ['Open', ['Red'], 'Two']);
      assert.deepEqual((await good('GET', `/api/v2/rows/${row.id}?names=true`)).values.State, 'Open');
      const listed = await good('GET', `${base()}/rows?names=true`);
      assert.ok(listed.every(({ values }: Any) => 'State' in values && !('Salary' in values)));
      const table = await good('GET', `/api/collections/${db.id}/table-data?names=true`);
      assert.ok(table.pages.every(({ values }: Any) => 'State' in values));
      const bulk = await good('POST', `${base()}/rows/bulk?names=true`, {
        update: [{ id: row.id, values: { state: 'Done' } }],
      });
      assert.equal(bulk.updated[0].values.State, 'Done');
    });
  });

  describe('options that are not there', () => {
    it('are made where the request asks for it, with the rows or not at all', async () => {
      const made = await good('POST', `${base()}/rows/bulk?names=true`, {
        create_options: true,
        create: [
          { title: 'a', values: { State: 'Waiting', Labels: ['Green', 'red'] } },
          { title: 'b', values: { State: 'waiting' } },
        ],
      });
      assert.deepEqual(
        made.created.map(({ values }: Any) => [values.State, values.Labels]),
        [
          ['Waiting', ['Green', 'Red']],
          ['Waiting', []],
        ].map(([state, labels]) => [state, (labels as string[]).length ? labels : null]),
      );
      const names = async () => (await db.reload()).by.State.config.options.map(({ name }: Any) => name);
      assert.deepEqual(await names(), ['Open', 'Done', 'Waiting']);
      const bad = { create_options: true, title: 'c', values: { State: 'Later', Nothing: 1 } };
      assert.equal((await call('POST', `${base()}/rows`, bad)).status, 400);
      assert.deepEqual(await names(), ['Open', 'Done', 'Waiting']);
    });

    it('are for those who may change the database', async () => {
      const row = await good('POST', `${base()}/rows`, { title: 'shared' });
      await t.call('ann', 'POST', `/api/v2/pages/${row.id}/shares`, {
        body: { user_id: t.user('vic').id, access: 'edit' },
      });
      const change = (values: object) =>
        t.call('vic', 'PATCH', `/api/v2/rows/${row.id}`, { body: { create_options: true, values } });
      assert.equal((await change({ State: 'Mine' })).status, 403);
      assert.equal((await change({ State: 'open' })).status, 200);
    });
  });

  describe('a question', () => {
    it('filters, sorts, groups and sums by names', async () => {
      const body = {
        filter: {
          and: [
            { property_id: 'State', op: 'equals', value: 'Done' },
            { property: 'points', op: 'gt', value: 1 },
          ],
        },
        sorts: [{ property: 'Points', direction: 'desc' }],
        group_by: 'State',
        aggregates: { Points: 'sum' },
      };
      const found = await good('POST', `${base()}/query?names=true`, body);
      assert.deepEqual(
        found.results.map(({ values }: Any) => [values.State, values.Points]),
        [['Done', 8]],
      );
      assert.deepEqual([found.aggregates[db.by.Points.id], found.groups[0].value], [8, db.option('State', 'Done')]);
      assert.deepEqual([found.total, found.next_cursor], [1, null]);
    });

    it('is refused by name for what is unknown, and for what is hidden in the same words', async () => {
      const ask = async (body: object) => {
        const { status, body: answer } = await call('POST', `${base()}/query`, body);
        return [status, JSON.stringify(answer.errors).replaceAll('Salary', 'Nothing')];
      };
      const questions = (name: string): object[] => [
        { filter: { property_id: name, op: 'is_empty' } },
        { sorts: [{ property_id: name }] },
        { group_by: name },
        { aggregates: { [name]: 'sum' } },
      ];
      const hidden = await Promise.all(questions('Salary').map(ask));
      assert.deepEqual(hidden, await Promise.all(questions('Nothing').map(ask)));
      for (const [status, errors] of hidden) {
        assert.equal(status, 422);
        assert.match(String(errors), /names no property of this database, or more than one: Nothing/);
      }
    });

    it('can be kept as a view, with ids', async () => {
      const config = {
        filter: { property: 'State', op: 'equals', value: 'Open' },
        sorts: [{ property_id: 'Points' }],
        group_by: 'State',
      };
      const view = await good('POST', `${base()}/views`, { name: 'Open ones', kind: 'board', config });
      assert.deepEqual(view.config.filter, {
        property_id: db.by.State.id,
        op: 'equals',
        value: db.option('State', 'Open'),
      });
      assert.deepEqual([view.config.sorts[0].property_id, view.config.group_by], [db.by.Points.id, db.by.State.id]);
    });
  });
});
