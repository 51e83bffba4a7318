// Tokens for a subtree: their page and what lies below it, by every way that takes them, and nothing else by any way.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteRules } from '@hapi/hapi';
import { onEachEngine } from '../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const SECRET = 'SECRET-44b1';
const EDITOR = { scopes: 'read,write' };

onEachEngine((_engine, open) => {
  let t: TestApp;
  let root: number;
  let inner: number;
  let outer: number;
  let beside: number;
  let inside: Made;
  let outside: Made;
  let relation: Any;

  const ok = async (name: Name, method: string, url: string, body?: unknown): Promise<Any> => {
    const answer = await t.call(name, method, url, body);
    assert.ok(answer.status < 300, `${name} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const page = async (name: Name, title: string, parent_id?: number, markdown = `${title} kumquat`) =>
    (await ok(name, 'POST', '/api/v2/pages', { workspace_id: t.ws1, parent_id, title, markdown })).id as number;
  const limited = async (name: Name, id: number, more: object = EDITOR): Promise<Record<string, string>> => {
    const { token } = await ok(name, 'POST', '/api/v2/tokens', { ...more, root_page_id: id });
    return { authorization: `Bearer ${token}` };
  };
  type Headers = Record<string, string>;
  const as = async (headers: Headers, method: string, url: string, body?: unknown) =>
    t.inject(method, url, { headers, ...(body !== undefined && { body }) });
  const reads = async (headers: Headers, url: string): Promise<Any> => {
    const answer = await as(headers, 'GET', url);
    assert.equal(answer.status, 200, `${url}: ${answer.text}`);
    return answer.body;
  };
  const code = async (headers: Headers, method: string, url: string, body?: unknown) => {
    const answer = await as(headers, method, url, body);
    return answer.status < 300 ? answer.status : `${answer.status} ${answer.body?.code}`;
  };

  before(async () => {
    t = await startApp(await open());
    outer = await page('ann', `${SECRET} above`);
    root = await page('ann', 'Handbook', outer);
    inner = await page('ann', 'Chapter', root);
    beside = await page('ann', `${SECRET} beside`, outer);
    outside = await makeDatabase(t, [{ name: 'Note', type: 'text' }], { parent_id: outer, title: `${SECRET} table` });
    inside = await makeDatabase(t, [{ name: 'Note', type: 'text' }], { parent_id: inner, title: 'Tasks' });
    const hidden = await outside.row({ Note: SECRET }, `${SECRET} row`);
    relation = await ok('ann', 'POST', `/api/v2/collections/${inside.id}/properties`, {
      ...{ name: 'Other', type: 'relation', config: { collection_id: outside.id } },
    });
    const row = await inside.row({ Note: 'plain' }, 'First task kumquat');
    await ok('ann', 'PATCH', `/api/v2/rows/${row.id}`, { values: { [relation.id]: [hidden.id] } });
    await ok('ann', 'PUT', `/api/v2/pages/${beside}/markdown`, {
      markdown: `${SECRET} links [Chapter](/pages/${inner})`,
    });
    await ok('ann', 'POST', `/api/v2/pages/${beside}/comments`, { body: { body: SECRET } });
  });
  after(() => t.stop());

  describe('a token for a subtree', () => {
    it('is made for a page that its person sees, to read or to write', async () => {
      const make = (name: Name, body: object) => t.call(name, 'POST', '/api/v2/tokens', body);
      const made = await ok('ann', 'POST', '/api/v2/tokens', { root_page_id: root });
      assert.equal(made.root_page_id, root);
      assert.equal((await make('bob', { root_page_id: root })).status, 404);
      assert.equal((await make('ann', { root_page_id: 999_999 })).status, 404);
      const admin = await make('adm', { root_page_id: root, scopes: 'admin' });
      assert.equal(admin.status, 422);
      assert.match(admin.text, /must be read or write for a token that is limited to a page.*scopes/s);
    });

    it('is made in the settings by the address of its page, and named there', async () => {
      const make = (root_page_id: string) =>
        t.form('ann', '/accounts/settings/tokens', {
          name: 'For an agent',
          scopes: 'read,write',
          days: '30',
          root_page_id,
        });
      const address = `https://wiki.example.org/pages/${root}?peek=1#top`;
      assert.match((await make(address)).text, /limited to “Handbook” and its subpages/);
      for (const [given, reason] of [
        ['nonsense', 'must be the address of a page, or its number'],
        ['/pages/99999999999', 'must be the address of a page, or its number'],
        ['/pages/999999', 'must be a page that you can see'],
      ] as const)
        assert.match((await make(given)).text, new RegExp(`Limit to one page \\(optional\\) ${reason}`), given);
      const stored = await t.app.database.reader('api_tokens').where({ name: 'For an agent' });
      assert.deepEqual(
        stored.map((one) => one.root_page_id),
        [root],
      );
    });

    it('is refused by every route that was not written for it', async () => {
      const headers = await limited('adm', root);
      let refused = 0;
      for (const { method, path, settings } of t.app.server.table()) {
        const { rules } = settings.app as { rules?: RouteRules };
        if (method === '*' || settings.isInternal || !rules || 'public' in rules.access || rules.subtree) continue;
        const url = path.replace(/\{\w+[*?]*\d*\}/g, '1');
        const answer = await t.inject(method.toUpperCase(), url, { headers });
        assert.ok(
          answer.status === 403 && /insufficient_scope|limited to one page/.test(answer.text),
          `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
        refused++;
      }
      assert.ok(refused > 300, `only ${refused} routes`);
    });

    it('is nobody where everybody may come', async () => {
      const headers = await limited('ann', root);
      const home = await t.inject('GET', '/', { headers });
      assert.equal(home.status, 200);
      assert.ok(!home.text.includes('Handbook') && !home.text.includes('Ann'), home.text.slice(0, 300));
      const whole = { authorization: String((await t.token('ann')).authorization) };
      assert.match((await t.inject('GET', '/', { headers: whole })).text, /Handbook/);
    });

    for (const name of ['ann', 'edi', 'adm'] as const)
      it(`shows ${name} the page and what lies below it, and no word of anything else`, async () => {
        const headers = await limited(name, root);
        const lists = [
          ...['/api/v2/pages', '/api/v2/collections', '/api/v2/search?q=kumquat', `/api/v2/search?q=${SECRET}`],
          ...[`/api/v2/pages/${inner}`, `/api/v2/pages/${inner}/children`, `/api/v2/pages/${inner}/markdown`],
          ...[`/api/v2/pages/${inner}/backlinks`, `/api/v2/pages/${root}/comments`],
          ...[`/api/v2/collections/${inside.id}/rows`, `/api/v2/collections/${inside.id}/schema`],
        ];
        for (const url of lists) assert.ok(!(await as(headers, 'GET', url)).text.includes(SECRET), url);
        const all = (await reads(headers, '/api/v2/pages?limit=100')).map((one: Any) => one.id);
        assert.ok(all.includes(root) && all.includes(inner) && !all.includes(outer) && !all.includes(beside));
        assert.equal((await as(headers, 'GET', '/api/v2/pages')).headers['x-total-count'], String(all.length));
        const found = await reads(headers, '/api/v2/search?q=kumquat');
        assert.deepEqual(found.map((one: Any) => one.title).sort(), ['Chapter', 'First task kumquat', 'Handbook']);
        const [row] = await reads(headers, `/api/v2/collections/${inside.id}/rows`);
        assert.deepEqual(row.values[relation.id] ?? [], []);
        for (const url of [`/api/v2/pages/${outer}`, `/api/v2/pages/${beside}`, `/api/v2/collections/${outside.id}`])
          assert.equal(await code(headers, 'GET', url), '404 not_found', url);
        for (const url of [`/api/v2/pages?workspace_id=${t.ws1}`, `/api/v2/search?q=a&workspace_id=${t.ws1}`])
          assert.equal(await code(headers, 'GET', url), '404 not_found', url);
      });

    it('changes what is there with the rights of its person, and nothing else', async () => {
      const headers = await limited('edi', root);
      const body = { parent_id: inner, title: 'Made by a program' };
      const made = (await as(headers, 'POST', '/api/v2/pages', body)).body;
      assert.equal(made.title, 'Made by a program');
      assert.equal(await code(headers, 'PATCH', `/api/v2/pages/${made.id}`, { title: 'Renamed' }), 200);
      assert.equal(await code(headers, 'POST', `/api/v2/collections/${inside.id}/rows`, { title: 'A row' }), 200);
      assert.equal(await code(headers, 'POST', `/api/v2/pages/${made.id}/move`, { parent_id: root }), 200);
      assert.equal(await code(headers, 'DELETE', `/api/v2/pages/${made.id}`), 200);
      assert.equal(await code(headers, 'POST', `/api/v2/pages/${made.id}/restore`), 200);
      const elsewhere: [string, string, object][] = [
        ['POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'x' }],
        ['POST', '/api/v2/pages', { parent_id: outer, title: 'x' }],
        ['POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'x' }],
        ['PATCH', `/api/v2/pages/${beside}`, { title: 'x' }],
        ['POST', `/api/v2/pages/${made.id}/move`, { parent_id: null }],
        ['POST', `/api/v2/pages/${made.id}/move`, { parent_id: outer }],
        ['POST', `/api/v2/pages/${made.id}/move`, { parent_id: null, workspace_id: t.ws1 }],
        ['POST', `/api/v2/pages/${root}/duplicate`, {}],
        ['POST', `/api/v2/pages/${made.id}/duplicate`, { parent_id: null }],
        ['POST', `/api/v2/collections/${outside.id}/rows`, { title: 'x' }],
        [
          'POST',
          `/api/v2/collections/${inside.id}/properties`,
          { name: 'x', type: 'relation', config: { collection_id: outside.id } },
        ],
      ];
      for (const [method, url, given] of elsewhere)
        assert.match(String(await code(headers, method, url, given)), /^(404|422)/, `${method} ${url}`);
      const reader = await limited('edi', root, { scopes: 'read' });
      assert.equal(await code(reader, 'PATCH', `/api/v2/pages/${made.id}`, { title: 'x' }), '403 insufficient_scope');
      const viewer = await limited('vic', root);
      assert.equal(await code(viewer, 'PATCH', `/api/v2/pages/${made.id}`, { title: 'x' }), '403 forbidden');
    });

    it('follows pages in and out of the subtree, and ends with its page', async () => {
      const top = await page('ann', 'A project');
      const headers = await limited('ann', top);
      const moving = await page('ann', 'Moving', outer);
      assert.equal(await code(headers, 'GET', `/api/v2/pages/${moving}`), '404 not_found');
      await ok('ann', 'POST', `/api/v2/pages/${moving}/move`, { parent_id: top });
      assert.equal(await code(headers, 'GET', `/api/v2/pages/${moving}`), 200);
      await ok('ann', 'POST', `/api/v2/pages/${moving}/move`, { parent_id: outer });
      assert.equal(await code(headers, 'GET', `/api/v2/pages/${moving}`), '404 not_found');
      await ok('ann', 'DELETE', `/api/v2/pages/${top}`);
      assert.equal(await code(headers, 'GET', `/api/v2/pages/${top}`), '404 not_found');
      assert.equal((await reads(headers, '/api/v2/pages')).length, 0);
      await ok('ann', 'DELETE', `/api/v2/pages/${top}?permanent=true`);
      assert.equal(await code(headers, 'GET', '/api/v2/users/me'), '401 invalid_token');
    });
  });
});
