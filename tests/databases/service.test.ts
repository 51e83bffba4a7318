// What other plugins ask of databases: one made with its views, rows with bodies, dates and authors, of reserved pages too.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Problem } from '../../core/http/problem.ts';
import { databases } from '../../plugins/databases/contract.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import type { Any } from './database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const paragraph = (text: string): Any => ({
    ...{ id: 'b1', type: 'paragraph', data: {} },
    content: [{ type: 'text', text }],
  });
  const make = () =>
    t
      .ctx('ann')
      .use(databases)
      .createDatabase(t.ctx('ann'), {
        workspaceId: t.ws1,
        parentId: null,
        title: 'Imported',
        icon: '📦',
        properties: [
          { name: 'Task', type: 'title' },
          { name: 'Points', type: 'number', validation: { max: 9 } },
          { name: 'Stage', type: 'select', config: { options: [{ id: 'a', name: 'A' }] } },
        ],
        views: (properties) => [
          { name: 'Stages', kind: 'board', config: { group_by: properties.find(({ name }) => name === 'Stage')?.id } },
        ],
      });

  it('makes a database with its properties and views', async () => {
    const { collection, page } = await make();
    const { body } = await t.call('ann', 'GET', `/api/v2/collections/${collection.id}/schema`);
    assert.deepEqual(
      body.properties.map((one: Any) => one.name),
      ['Task', 'Points', 'Stage'],
    );
    assert.deepEqual(
      body.views.map((one: Any) => [one.name, one.kind, one.config.group_by]),
      [['Stages', 'board', body.properties[2].id]],
    );
    assert.equal(page.page_icon, '📦');
  });

  it('adds rows with body, dates and author, also in reserved pages', async () => {
    const { collection } = await make();
    const ctx = t.ctx('ann');
    const service = ctx.use(databases);
    const [, points] = await service.properties(ctx, collection.id);
    const place = { workspaceId: t.ws1, kind: 'page', title: 'later' } as const;
    const [reserved] = await ctx.use(pages).reserve(ctx, [place]);
    const when = { createdAt: '2020-01-02T03:04:05.000Z', updatedAt: '2021-01-02T03:04:05.000Z' };
    const by = { createdBy: t.user('edi').id, updatedBy: t.user('edi').id };
    const values = { [points?.id as number]: 3 };
    const ids = await service.addRows(ctx, collection.id, [
      { title: 'first', values, blocks: [paragraph('a heron stands')], ...when, ...by },
      { title: 'second', id: reserved as number, blocks: [paragraph('a bittern booms')] },
      { title: 'third' },
    ]);
    assert.equal(ids[1], reserved);
    const { body } = await t.call('ann', 'GET', `/api/v2/rows/${ids[0]}`);
    assert.deepEqual([body.created_at, body.updated_at], [when.createdAt, when.updatedAt]);
    assert.deepEqual([body.created_by, body.updated_by], [by.createdBy, by.updatedBy]);
    assert.equal(body.values[points?.id as number], 3);
    const found = await t.call('ann', 'GET', '/api/search?q=bittern');
    assert.deepEqual(
      found.body.results.map((one: Any) => [one.id, one.type]),
      [[reserved, 'row']],
    );
    const listed = await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/query`, {});
    assert.deepEqual(
      listed.body.results.map((one: Any) => one.title),
      ['first', 'second', 'third'],
    );
  });

  it('leaves nothing of rows of which one breaks a rule', async () => {
    const { collection } = await make();
    const ctx = t.ctx('ann');
    const service = ctx.use(databases);
    const points = (await service.properties(ctx, collection.id))[1]?.id as number;
    const wrong = service.addRows(ctx, collection.id, [{ title: 'x' }, { title: 'y', values: { [points]: 10 } }]);
    await assert.rejects(wrong, (problem: Problem) => {
      assert.deepEqual(problem.extra.errors, [
        { property_id: points, rule: 'max', detail: 'Points is more than 9', index: 1 },
      ]);
      return true;
    });
    const listed = await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/query`, {});
    assert.equal(listed.body.total, 0);
  });
});
