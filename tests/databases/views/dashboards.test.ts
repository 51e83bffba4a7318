// Dashboards: pages of views in a grid, by the interface and as people arrange them; each reader sees what is theirs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  describe('dashboards', () => {
    let t: TestApp;
    let made: Made;
    let views: Record<'table' | 'chart' | 'mine', number>;
    before(async () => {
      t = await startApp(await open());
      made = await makeDatabase(t, [
        { name: 'Stage', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Won' }] } },
      ]);
      await made.row({ Stage: made.option('Stage', 'Open') }, 'One');
      await made.row({ Stage: made.option('Stage', 'Won') }, 'Two');
      const make = async (kind: string, config: object, personal = false) => {
        const body = { name: `A ${kind}`, kind, config, personal };
        return (await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, body)).body.id;
      };
      const by = { group_by: made.by.Stage.id };
      views = { table: await make('table', {}), chart: await make('chart', by), mine: await make('list', {}, true) };
    });
    after(() => t.stop());

    const create = (who: Name, items: object[], more: object = {}) =>
      t.call(who, 'POST', '/api/v2/dashboards', { name: 'This week', workspace_id: t.ws1, items, ...more });
    const two = () => [
      { view_id: views.table, width: 2 },
      { view_id: views.chart, width: 2 },
      { view_id: views.table },
    ];

    it('are made of views in lines, read, arranged anew and put into the trash', async () => {
      const { status, body } = await create('edi', two());
      assert.equal(status, 200);
      const shape = (one: Any) => one.items.map(({ view_id, width }: Any) => [view_id, width]);
      assert.deepEqual(shape(body), [
        [views.table, 2],
        [views.chart, 2],
        [views.table, 4],
      ]);
      const path = `/api/v2/dashboards/${body.id}`;
      assert.deepEqual((await t.call('vic', 'GET', path)).body, body);
      const { items } = (await t.call('vic', 'GET', `${path}/data`)).body;
      assert.deepEqual(
        items.map((one: Any) => [one.view.id, one.total, one.rows.length]),
        [
          [views.table, 2, 2],
          [views.chart, 2, 0],
          [views.table, 2, 2],
        ],
      );
      assert.deepEqual(items[1].chart, [
        { label: 'Open', value: 1 },
        { label: 'Won', value: 1 },
      ]);
      const page = (await t.inject('GET', `/pages/${body.page_id}`, { headers: t.session('vic') })).text;
      assert.match(page, /class="columns[\s\S]*>One<[\s\S]*chart-picture/);
      assert.equal((await t.call('vic', 'PATCH', path, { name: 'Mine' })).status, 403);
      const changed = await t.call('edi', 'PATCH', path, {
        name: 'Later',
        items: [{ view_id: views.chart, width: 4 }],
      });
      assert.deepEqual([changed.body.name, shape(changed.body)], ['Later', [[views.chart, 4]]]);
      const listed = await t.call('vic', 'GET', `/api/v2/dashboards?workspace_id=${t.ws1}`);
      assert.deepEqual(listed.body, [changed.body]);
      const copy = await t.call('edi', 'POST', `/api/v2/pages/${body.page_id}/duplicate`, {});
      assert.equal(copy.status, 200, copy.text);
      assert.equal((await t.call('vic', 'GET', '/api/v2/dashboards')).body.length, 2);
      assert.equal((await t.call('edi', 'DELETE', path)).status, 200);
      assert.equal((await t.call('vic', 'GET', path)).status, 404);
      assert.equal((await t.call('vic', 'GET', '/api/v2/dashboards')).body.length, 1);
    });

    it('show nothing of databases that their reader does not see', async () => {
      const { body } = await create('ann', two());
      const secret = await makeDatabase(t, [], { title: 'Secret' });
      await secret.row({}, 'Hidden row');
      await t.call('ann', 'PUT', `/api/v2/pages/${secret.pageId}/permissions/type`, { permission_type: 'private' });
      const path = `/api/v2/dashboards/${body.id}`;
      const items = [{ view_id: secret.views[0].id, width: 4 }];
      assert.equal((await t.call('edi', 'PATCH', path, { items })).status, 404);
      assert.equal((await t.call('ann', 'PATCH', path, { items })).status, 200);
      assert.deepEqual((await t.call('vic', 'GET', path)).body.items, [
        { collection_id: null, view_id: null, width: 4 },
      ]);
      const [none] = (await t.call('vic', 'GET', `${path}/data`)).body.items;
      assert.deepEqual(none, { width: 4, view: null, collection: null, rows: [], total: 0, chart: [] });
      const [all] = (await t.call('ann', 'GET', `${path}/data`)).body.items;
      assert.equal(all.rows[0].title, 'Hidden row');
      assert.equal((await t.call('bob', 'GET', path)).status, 404);
      assert.equal((await t.call('bob', 'GET', `${path}/data`)).status, 404);
    });

    it('refuse what is no view for everybody, and make nothing then', async () => {
      const bad: [object[], number][] = [
        [[{ view_id: views.mine }], 422],
        [[{ view_id: 2_000_000_000 }], 404],
        [[{ view_id: views.table, width: 5 }], 422],
        [[{ view_id: views.table, width: 0 }], 422],
        [Array.from({ length: 25 }, () => ({ view_id: views.table })), 422],
        [[{ view_id: views.table, height: 2 }], 422],
      ];
      const count = async () => (await t.call('ann', 'GET', '/api/v2/dashboards')).body.length;
      const before = await count();
      for (const [items, status] of bad)
        assert.equal((await create('ann', items)).status, status, JSON.stringify(items).slice(0, 80));
      assert.equal((await create('vic', [])).status, 403);
      assert.equal(await count(), before);
    });

    it('are made by a form, too', async () => {
      const form = (await t.inject('GET', '/dashboards/new', { headers: t.session('edi') })).text;
      assert.match(form, /Tasks: A chart/);
      const made = await t.form('edi', '/dashboards/new', { title: 'By form', views: views.chart });
      assert.equal(made.status, 303, made.text);
      const none = await t.form('edi', '/dashboards/new', { title: ' ', views: views.chart });
      assert.equal(none.status, 422);
    });
  });
});
