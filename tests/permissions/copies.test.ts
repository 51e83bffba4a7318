// Copies of databases: rules go along to where the same people read, what few see stays with them, and nothing says more.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const ok = async (name: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(name, method, url, body);
    assert.equal(answer.status, 200, `${name} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const setType = (id: number, permission_type: string) =>
    ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type });
  const schema = (who: Name, id: number): Promise<Any> => ok(who, 'GET', `/api/v2/collections/${id}/schema`);
  const make = async (more: object = {}): Promise<Made> => {
    const properties = [
      { name: 'Who', type: 'person' },
      { name: 'Salary', type: 'number' },
      { name: 'Note', type: 'text' },
    ];
    const db = await makeDatabase(t, properties, more);
    await db.row({ Who: [t.user('vic').id], Salary: 4711 }, 'For vic');
    await db.row({ Who: [t.user('com').id], Salary: 4712 }, 'For com');
    return db;
  };
  const setRule = (db: Made, property_id: number | null, role: string) =>
    ok('ann', 'POST', `/api/v2/collections/${db.id}/rules`, { property_id, role });
  const copy = async (who: Name, pageId: number, parent_id?: number | null) => {
    const page = await ok(
      who,
      'POST',
      `/api/v2/pages/${pageId}/duplicate`,
      parent_id === undefined ? null : { parent_id },
    );
    const all = await ok('ann', 'GET', '/api/v2/collections?limit=100');
    return { pageId: page.id as number, id: all.find((one: Any) => one.page_id === page.id)?.id as number };
  };
  const rulesOf = async (id: number) =>
    (await ok('ann', 'GET', `/api/v2/collections/${id}/rules`)).map((one: Any) => [one.property_id, one.role]);
  const titles = async (who: Name, id: number) => {
    const { status, body } = await t.call(who, 'GET', `/api/v2/collections/${id}/rows`);
    return status === 200 ? body.map((one: Any) => one.title).sort() : status;
  };

  describe('rules', () => {
    it('are copied with a restricted database, which stays restricted', async () => {
      const db = await make();
      await setType(db.pageId, 'restricted');
      await setRule(db, db.by.Who.id, 'editor');
      await setRule(db, null, 'viewer');
      await ok('ann', 'POST', `/api/pages/${db.pageId}/share`, { user_id: t.user('edi').id, access: 'view' });
      const made = await copy('ann', db.pageId);
      const { properties } = await schema('ann', made.id);
      const who = properties.find((one: Any) => one.name === 'Who').id;
      assert.deepEqual(await rulesOf(made.id), [
        [who, 'editor'],
        [null, 'viewer'],
      ]);
      assert.deepEqual(
        [await titles('vic', made.id), await titles('com', made.id), await titles('edi', made.id)],
        [['For vic'], ['For com'], 404],
      );
      assert.equal((await ok('ann', 'GET', `/api/v2/pages/${made.pageId}`)).permission_type, 'restricted');
      const told = await ok('adm', 'GET', `/api/v2/audit/permissions?resource_type=collection&resource_id=${made.id}`);
      assert.deepEqual(
        told.map((one: Any) => [one.action, one.target_name]).filter(([, name]: string[]) => name),
        [
          ['grant', 'created_by'],
          ['grant', 'Who'],
        ],
      );
    });

    it('are copied with an open database, which stays open', async () => {
      const db = await make();
      await setRule(db, db.by.Who.id, 'editor');
      const made = await copy('edi', db.pageId);
      const { body } = await t.call('vic', 'GET', `/api/v2/pages/${made.pageId}`);
      assert.equal(body.permission_type, 'inherit');
      assert.equal((await rulesOf(made.id)).length, 1);
      const rows = await ok('vic', 'GET', `/api/v2/collections/${made.id}/rows`);
      const role = async (id: number) => (await ok('vic', 'GET', `/api/v2/pages/${id}/access`)).role;
      const named = Object.fromEntries(
        await Promise.all(rows.map(async (one: Any) => [one.title, await role(one.id)])),
      );
      assert.deepEqual(named, { 'For vic': 'editor', 'For com': 'viewer' });
    });

    it('are not copied to places with other readers, or without the property they go by', async () => {
      const db = await make();
      await setRule(db, db.by.Who.id, 'viewer');
      const closed = await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Closed' });
      await setType(closed.id, 'private');
      const elsewhere = await copy('ann', db.pageId, closed.id);
      assert.deepEqual([await rulesOf(elsewhere.id), await titles('vic', elsewhere.id)], [[], 404]);
      const within = await make({ parent_id: closed.id });
      await setRule(within, within.by.Who.id, 'viewer');
      assert.deepEqual(await titles('vic', within.id), ['For vic']);
      const around = await copy('ann', closed.id);
      const inside = await ok('ann', 'GET', `/api/v2/pages/${around.pageId}/children`);
      assert.equal(inside.length, 2);
      for (const { id } of inside) assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${id}`)).status, 404);
      const hidden = `/api/v2/collections/${db.id}/properties/${db.by.Who.id}/permissions`;
      await ok('ann', 'POST', hidden, { user_id: t.user('ann').id, role: 'editor' });
      const blind = await copy('edi', db.pageId);
      assert.deepEqual(await rulesOf(blind.id), []);
      assert.equal(await titles('vic', blind.id), 404);
    });
  });

  describe('properties that are there for few', () => {
    it('are there for the same few in the copy, and are no part of a template', async () => {
      const db = await make();
      const rights = `/api/v2/collections/${db.id}/properties/${db.by.Salary.id}/permissions`;
      await ok('ann', 'POST', rights, { user_id: t.user('edi').id, role: 'viewer' });
      const formula = { name: 'Double', type: 'formula', config: { expression: 'prop("Salary") * 2' } };
      await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, formula);
      const names = async (who: Name, id: number) =>
        (await schema(who, id)).properties
          .map((one: Any) => one.name)
          .filter((name: string) => /Salary|Double/.test(name));
      const byEdi = await copy('edi', db.pageId);
      assert.deepEqual(await names('edi', byEdi.id), ['Salary', 'Double']);
      assert.deepEqual([await names('com', byEdi.id), await names('vic', byEdi.id)], [[], []]);
      const byCom = await t.call('com', 'POST', `/api/v2/pages/${db.pageId}/duplicate`);
      assert.equal(byCom.status, 403);
      const template = await ok('ann', 'POST', '/api/v2/templates/databases', { collection_id: db.id, name: 'Wages' });
      assert.doesNotMatch(JSON.stringify(template), /Salary|Double|4711/);
    });

    it('leave no gap in the places of the others, which their readers move them by', async () => {
      const db = await make();
      const rights = `/api/v2/collections/${db.id}/properties/${db.by.Salary.id}/permissions`;
      await ok('ann', 'POST', rights, { user_id: t.user('ann').id, role: 'editor' });
      const places = async (who: Name) =>
        (await schema(who, db.id)).properties.map((one: Any) => [one.name, one.position]);
      const order = async (who: Name) => (await places(who)).map(([name]: [string]) => name);
      const dense = (all: [string, number][]) =>
        assert.deepEqual(
          all.map(([, at]) => at),
          [...all.keys()],
        );
      for (const who of ['vic', 'edi', 'ann'] as const) dense(await places(who));
      assert.deepEqual(await order('edi'), ['Name', 'Who', 'Note']);
      const move = (id: number, position: number) =>
        ok('edi', 'PATCH', `/api/v2/collections/${db.id}/properties/${id}`, { position });
      assert.equal((await move(db.by.Note.id, 1)).position, 1);
      assert.deepEqual(
        [await order('edi'), await order('ann')],
        [
          ['Name', 'Note', 'Who'],
          ['Name', 'Note', 'Who', 'Salary'],
        ],
      );
      assert.equal((await move(db.by.Note.id, 2)).position, 2);
      assert.deepEqual(
        [await order('edi'), await order('ann')],
        [
          ['Name', 'Who', 'Note'],
          ['Name', 'Who', 'Salary', 'Note'],
        ],
      );
      const made = await ok('edi', 'POST', `/api/v2/collections/${db.id}/properties`, { name: 'New', type: 'text' });
      assert.equal(made.position, 3);
      dense(await places('ann'));
    });
  });
});
