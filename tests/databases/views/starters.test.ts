// Databases that begin with a view: what each kind comes with, all at once or not at all, and who may have one.
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { VIEW_KINDS } from '../../../plugins/databases/contract.ts';
import { rowStore } from '../../../plugins/databases/rows/store.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import type { Any } from '../database.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let parent = 0;
  before(async () => {
    t = await startApp(await open());
    parent = (await t.call('ann', 'POST', '/api/pages', { title: 'Plans', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const start = (body: object, who: Name = 'ann', headers: Record<string, string> = {}) =>
    t.call(who, 'POST', '/api/v2/collections', { body, headers });
  const children = async (): Promise<Any[]> =>
    (await t.call('ann', 'GET', `/api/v2/pages?parent_id=${parent}&limit=100`)).body;
  const schemaOf = async (id: number) => (await t.call('ann', 'GET', `/api/v2/collections/${id}/schema`)).body;
  const rowsOf = async (id: number): Promise<Any[]> =>
    (await t.call('ann', 'GET', `/api/v2/collections/${id}/rows`)).body;

  it('refuses who may not make pages there, what cannot come together, and kinds that there are none of', async () => {
    const refused: [Name, object, number][] = [
      ['vic', { parent_id: parent, starter: 'board' }, 403],
      ['bob', { parent_id: parent, starter: 'board' }, 404],
      ['ann', { parent_id: parent, starter: 'kanban' }, 422],
      ['ann', { parent_id: parent, starter: 'board', template: 'crm' }, 422],
      ['ann', { parent_id: parent, starter: 'board', properties: [] }, 422],
      ['ann', { parent_id: parent, starter: 'board', more: 1 }, 422],
      ['ann', { parent_id: parent }, 422],
    ];
    for (const [who, body, status] of refused)
      assert.equal((await start(body, who)).status, status, `${who} ${JSON.stringify(body)}`);
    const unknown = await start({ parent_id: parent, starter: 'kanban' });
    assert.deepEqual(unknown.body.errors[0].pointer, '/starter');
    assert.equal(unknown.body.errors[0].detail, 'is none of the choices');
    assert.deepEqual(await children(), []);
  });

  it('leaves nothing when its rows cannot be made', async (test) => {
    const { mock } = test as TestContext;
    const failing = mock.method(rowStore, 'insert', async () => {
      throw new Error('no room');
    });
    assert.equal((await start({ parent_id: parent, starter: 'board' })).status, 500);
    assert.equal(failing.mock.callCount(), 1);
    failing.mock.restore();
    assert.deepEqual(await children(), []);
    assert.deepEqual((await t.call('ann', 'GET', `/api/v2/collections?workspace_id=${t.ws1}`)).body, []);
  });

  for (const kind of VIEW_KINDS)
    it(`begins as ${kind} with that view first, without a name`, async () => {
      const made = await start({ parent_id: parent, starter: kind }, 'edi');
      assert.equal(made.status, 200, made.text);
      const { id, name, page_id } = made.body;
      assert.equal(name, '');
      const { properties, views } = await schemaOf(id);
      assert.equal(views[0].kind, kind);
      assert.equal(views[0].created_by, null);
      assert.equal(properties[0].type, 'title');
      const rows = await rowsOf(id);
      const titles = kind === 'form' ? [] : ['First row', 'Second row', 'Third row'];
      assert.deepEqual(
        rows.map(({ title }) => title),
        titles,
      );
      const page = (await children()).find((one) => one.id === page_id);
      assert.equal(page.parent_id, parent);
    });

  it('has a row in each column of a board, and says so in the words of who makes it', async () => {
    const german = { 'accept-language': 'de', cookie: `${t.session('ann').cookie}; locale=de` };
    const { body } = await start({ parent_id: parent, starter: 'board' }, 'ann', german);
    const { properties, views } = await schemaOf(body.id);
    const status = properties.find((one: Any) => one.type === 'status');
    assert.equal(views[0].config.group_by, status.id);
    assert.equal(views[0].name, 'Board');
    const rows = await rowsOf(body.id);
    assert.deepEqual(
      rows.map(({ values }) => values[status.id]),
      status.config.options.map(({ id }: Any) => id),
    );
    assert.equal(rows[0].title, 'Erste Zeile');
  });

  it('lays days of this week, bars that overlap and covers under those who show them', async () => {
    const valuesOf = async (kind: string) => {
      const { body } = await start({ parent_id: parent, starter: kind });
      const { properties, views } = await schemaOf(body.id);
      const date = properties.find((one: Any) => one.type === 'date');
      const rows = await rowsOf(body.id);
      return { rows, dates: rows.map(({ values }) => values[date?.id]), date, config: views[0].config };
    };
    const calendar = await valuesOf('calendar');
    assert.equal(calendar.config.date_property_id, calendar.date.id);
    const days = calendar.dates.map(({ start: day }) => Date.parse(day) / 86_400_000);
    const first = days[0] as number;
    assert.deepEqual(days, [first, first + 1, first + 2]);
    const today = Math.floor(Date.parse(t.app.now()) / 86_400_000);
    assert.ok(days.some((day) => Math.abs(day - today) <= 1));
    const timeline = await valuesOf('timeline');
    for (const { start: from, end } of timeline.dates) assert.ok(end > from);
    const gallery = await valuesOf('gallery');
    for (const { cover_url } of gallery.rows) assert.match(cover_url, /^\/static\/cover-\w+\.svg$/);
  });

  it('is one when a request is repeated because its answer was lost', async () => {
    const key = { 'idempotency-key': 'board-1' };
    const before = (await children()).length;
    const body = { parent_id: parent, starter: 'board' };
    const [first, again] = [await start(body, 'ann', key), await start(body, 'ann', key)];
    assert.deepEqual([first.status, again.status], [200, 200]);
    assert.equal(again.body.id, first.body.id);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal((await children()).length, before + 1);
    assert.equal((await rowsOf(first.body.id)).length, 3);
  });

  it('begins from a template without a name, too, which it gets later', async () => {
    const { body, status } = await start({ parent_id: parent, template: 'crm' });
    assert.deepEqual([status, body.name], [200, '']);
    const named = await t.call('ann', 'PATCH', `/api/v2/collections/${body.id}`, { name: 'Customers' });
    assert.equal(named.body.name, 'Customers');
  });
});
