// Databases by their routes: schema, rows, rules, relations, queries, and who may do what.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (properties: object[] = [], more: object = {}) => {
    const body = { workspace_id: t.ws1, title: 'Tasks', properties, ...more };
    const answer = await t.call('ann', 'POST', '/db/api', body);
    assert.equal(answer.status, 200, answer.text);
    const { collection } = answer.body;
    const schema = await t.call('ann', 'GET', `/api/v2/collections/${collection.id}/schema`);
    assert.equal(schema.status, 200, schema.text);
    const byName = Object.fromEntries(schema.body.properties.map((one: { name: string }) => [one.name, one]));
    return { id: collection.id as number, pageId: collection.page_id as number, byName, schema: schema.body };
  };
  const addRow = (id: number, values: object, title = 'A row') =>
    t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title, values });

  describe('making a database', () => {
    it('gives it a page, a name and a view', async () => {
      const { schema, pageId } = await make();
      assert.deepEqual(
        schema.properties.map((one: { name: string; type: string }) => [one.name, one.type]),
        [['Name', 'title']],
      );
      assert.equal(schema.views.length, 1);
      const page = await t.call('ann', 'GET', `/api/v2/pages/${pageId}`);
      assert.equal(page.body.kind, 'collection');
      assert.equal(page.body.content_format, 'collection');
    });

    for (const template of ['CRM', 'project-tracker', 'Task list', 'content-calendar', 'Meeting notes', 'reading-list'])
      it(`knows the template ${template}`, async () => {
        const { schema } = await make([], { template });
        assert.ok(schema.properties.length > 4);
        if (template === 'Meeting notes')
          assert.deepEqual(
            schema.properties.map((one: { name: string }) => one.name),
            ['Title', 'Date', 'Attendees', 'Status', 'Agenda', 'Notes', 'Action items'],
          );
      });

    it('is named as its record is, or titled as its page', async () => {
      const post = (body: object) => t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, ...body });
      for (const body of [{ name: 'Plans' }, { title: 'Plans' }]) assert.equal((await post(body)).body.name, 'Plans');
      const none = await post({});
      assert.deepEqual([none.status, none.body.errors?.[0]?.pointer], [422, '/name']);
      assert.equal((await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, name: 'Plans' })).status, 400);
    });

    it('says which of several properties is wrong, and how many options one takes', async () => {
      const post = (...configs: object[]) => {
        const properties = configs.map((config, at) => ({ name: `P${at}`, type: 'status', config }));
        return t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, title: 'X', properties });
      };
      const { body } = await post({ options: [] }, { options: [{ name: 'A' }, { name: 'B', group: 'nope' }] });
      assert.equal(body.errors?.[0]?.pointer, '/properties/1/config/options/1/group');
      const many = await post({ options: Array.from({ length: 501 }, (_, at) => ({ name: `O${at}` })) });
      assert.equal(many.body.errors?.[0]?.pointer, '/properties/0/config/options');
      assert.match(many.body.errors?.[0]?.detail, /takes at most 500 options/);
    });

    it('leaves nothing when it fails', async () => {
      const before = await t.call('ann', 'GET', '/api/v2/pages?limit=1');
      const body = {
        workspace_id: t.ws1,
        title: 'X',
        properties: [
          { name: 'a', type: 'text' },
          { name: 'A', type: 'text' },
        ],
      };
      const answer = await t.call('ann', 'POST', '/db/api', body);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.code, 'validation_failed');
      const now = await t.call('ann', 'GET', '/api/v2/pages?limit=1');
      assert.equal(now.headers['x-total-count'], before.headers['x-total-count']);
      for (const bad of [{}, { title: 'x', template: 'nope' }, { title: 'x', more: 1 }, { title: 'x', parent_id: 'a' }])
        assert.equal((await t.call('ann', 'POST', '/db/inline/api', bad)).status, 400);
    });

    it('makes one of a page, and keeps its text', async () => {
      const page = await t.call('ann', 'POST', '/api/pages', {
        title: 'Notes',
        workspace_id: t.ws1,
        markdown: 'Some text',
      });
      const answer = await t.call('ann', 'POST', `/api/pages/${page.body.id}/convert-to-database`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.collection.description, 'Some text');
      assert.equal(answer.body.page.content_format, 'collection');
    });
  });

  describe('rows', () => {
    it('come one by one with their content, and without it in lists', async () => {
      const { id } = await make();
      const [v2, row] = ['/api/v2', await addRow(id, {})];
      const { id: rowId } = row.body;
      const answers = [
        row,
        await t.call('ann', 'POST', `/api/collections/${id}/pages`, { title: 'Another' }),
        await t.call('ann', 'GET', `${v2}/rows/${rowId}`),
        await t.call('ann', 'PATCH', `${v2}/rows/${rowId}`, { title: 'Named' }),
        await t.call('ann', 'PUT', `/db/pages/${rowId}/api`, { title: 'Named again' }),
      ];
      for (const { status, body, text } of answers)
        assert.deepEqual([status, JSON.parse(body.content ?? 'null')?.blocks], [200, []], text);
      const [listed] = (await t.call('ann', 'GET', `${v2}/collections/${id}/rows`)).body;
      assert.ok(listed.id && !('content' in listed));
    });

    it('are pages with values', async () => {
      const { id, byName } = await make([
        { name: 'Count', type: 'number' },
        { name: 'State', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Shut' }] } },
        { name: 'When', type: 'date' },
        { name: 'No', type: 'unique_id', config: { prefix: 'T' } },
      ]);
      const [open] = byName.State.config.options;
      const made = await addRow(id, {
        [byName.Count.id]: 5,
        [byName.State.id]: open.id,
        [byName.When.id]: '2026-11-20',
      });
      assert.equal(made.status, 200, made.text);
      const { values } = made.body;
      assert.equal(values[byName.Count.id], 5);
      assert.equal(values[byName.State.id], open.id);
      assert.deepEqual(values[byName.When.id], { start: '2026-11-20', end: null, timezone: null });
      assert.equal(values[byName.No.id], 'T-1');
      assert.equal(values[byName.Name.id], 'A row');
      const read = await t.call('ann', 'GET', `/api/v2/rows/${made.body.id}`);
      assert.deepEqual(read.body, made.body);
      const changed = await t.call('ann', 'PUT', `/db/pages/${made.body.id}/api`, {
        title: 'Other',
        values: { [byName.Count.id]: null },
      });
      assert.equal(changed.status, 200, changed.text);
      assert.equal(changed.body.title, 'Other');
      assert.equal(changed.body.values[byName.Name.id], 'Other');
      assert.equal(changed.body.values[byName.Count.id], null);
      assert.equal(changed.body.sync_version, made.body.sync_version + 1);
      const renamed = await t.call('ann', 'PUT', `/api/pages/${made.body.id}/rename`, { title: 'Third' });
      assert.equal(renamed.status, 200, renamed.text);
      const again = await t.call('ann', 'GET', `/api/v2/rows/${made.body.id}`);
      assert.equal(again.body.values[byName.Name.id], 'Third');
      const table = await t.call('ann', 'GET', `/api/collections/${id}/table-data`);
      assert.equal(table.status, 200, table.text);
      assert.equal(table.body.total, 1);
      assert.equal(table.body.pages[0].title, 'Third');
    });
  });
});
