// Every route of the product, read off its own route table: nobody without a right gets in, nothing hidden shows.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { RequestRoute } from '@hapi/hapi';
import type { Access } from '../../core/http/route.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const CANARY = 'SECRET-7f3a';
const UNKNOWN = 2_147_483_647;

interface Rules {
  access: Access;
  scope?: string;
  html?: boolean | 'asked';
}
interface Schema {
  type: string;
  describe(): { keys?: Record<string, unknown> };
}
const rulesOf = (route: RequestRoute): Rules => (route.settings.app as { rules: Rules }).rules;
const label = (route: RequestRoute): string => `${route.method.toUpperCase()} ${route.path}`;

/** Example values of path parameters that are no ids. */
const texts: Record<string, string> = { filename: 'x.png', token: 'x', file: 'x.css', any: 'x', name: 'x' };

function address(route: RequestRoute, ids: Record<string, string | number>): string {
  return route.path.replace(/\{(\w+)[?*]?\}/g, (_all, name: string) => String(ids[name] ?? texts[name] ?? ids.default));
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let ids: Record<string, string | number>;
  const routes = () => t.app.server.table().filter(({ method, settings }) => method !== '*' && !settings.isInternal);

  before(async () => {
    t = await startApp(await open());
    const page = await t.call('ann', 'POST', '/api/pages', { title: CANARY, workspace_id: t.ws1, markdown: CANARY });
    assert.equal(page.status, 200);
    ids = { default: page.body.id, ws_id: t.ws1, user_id: t.user('ann').id };
  });
  after(() => t.stop());

  it('declares access on every route', () => {
    assert.ok(routes().length > 70, `only ${routes().length} routes`);
    for (const route of routes()) assert.ok(rulesOf(route)?.access, label(route));
  });

  it('gives every operation a name of its own', () => {
    const names = routes().map((route) => route.settings.id);
    assert.deepEqual(
      names.filter((name, index) => !name || names.indexOf(name) !== index),
      [],
    );
  });

  it('asks strangers to sign in', async () => {
    for (const route of routes()) {
      const { access, html } = rulesOf(route);
      if ('public' in access) continue;
      // Where a route has both, a page is for those who ask for one.
      const headers: Record<string, string> = html === 'asked' ? { accept: 'text/html' } : {};
      const answer = await t.inject(route.method.toUpperCase(), address(route, ids), { headers });
      if (html === 'asked')
        assert.equal((await t.inject(route.method.toUpperCase(), address(route, ids))).status, 401, label(route));
      if (html) {
        assert.equal(answer.status, 302, label(route));
        assert.match(answer.headers.location as string, /^\/auth\/login\?provider=local&next=/, label(route));
      } else {
        assert.equal(answer.status, 401, `${label(route)}: ${answer.text}`);
        if (route.path.startsWith('/api/v2'))
          assert.match(answer.headers['content-type'] as string, /^application\/problem\+json/);
      }
      assert.ok(!answer.text.includes(CANARY), label(route));
    }
  });

  it('answers people of other workspaces as if nothing were there', async () => {
    for (const route of routes()) {
      const { access } = rulesOf(route);
      if (!('role' in access) || access.resource === 'user') continue;
      const method = route.method.toUpperCase();
      const real = await t.call('bob', method, address(route, ids));
      const unknown = await t.call(
        'bob',
        method,
        address(route, { default: UNKNOWN, ws_id: UNKNOWN, user_id: UNKNOWN }),
      );
      assert.ok([404, 422].includes(real.status), `${label(route)}: ${real.status} ${real.text}`);
      assert.equal(real.status, unknown.status, label(route));
      assert.equal(anonymous(real.text), anonymous(unknown.text), label(route));
      assert.ok(!real.text.includes(CANARY), label(route));
    }
  });

  it('lets a read token change nothing', async () => {
    const headers = await t.token('ann', 'read');
    for (const route of routes()) {
      const { access, scope } = rulesOf(route);
      if (!route.path.startsWith('/api/v2') || route.method === 'get' || 'public' in access || scope === 'read')
        continue;
      const answer = await t.inject(route.method.toUpperCase(), address(route, ids), { headers });
      assert.equal(answer.status, 403, `${label(route)}: ${answer.text}`);
      assert.equal(answer.body.code, 'insufficient_scope', label(route));
    }
  });

  it('pages every list of the public API', async () => {
    const lists = t.app.server.table().filter(({ method, path, settings }) => {
      const schema = (settings.response as { schema?: Schema } | undefined)?.schema;
      return method === 'get' && path.startsWith('/api/v2/') && schema?.type === 'array';
    });
    assert.ok(lists.length > 30, `only ${lists.length} lists`);
    for (const route of lists) {
      const { keys } = (route.settings.validate?.query as Schema | undefined)?.describe() ?? {};
      for (const name of ['page', 'limit']) assert.ok(keys?.[name], `${label(route)} has no ${name}`);
      const answer = await t.call('adm', 'GET', address(route, ids));
      if (answer.status === 200) assert.ok(answer.headers['x-total-count'], `${label(route)} says no total`);
    }
  });

  it('refuses bad path ids by name', async () => {
    for (const route of routes()) {
      const { access, html } = rulesOf(route);
      const name = /\{(\w*id)\}/.exec(route.path)?.[1];
      if (!name || html === true || 'public' in access || (name === 'id' && /sessions|import|export/.test(route.path)))
        continue;
      for (const bad of ['x', '0', '01', '1e3', '0x1', '-1', '2147483648']) {
        const answer = await t.call('adm', route.method.toUpperCase(), address(route, { ...ids, [name]: bad }));
        assert.equal(answer.status, 422, `${label(route)} with ${bad}: ${answer.status} ${answer.text}`);
      }
    }
  });

  it('refuses an address that cannot be read as what it is: a bad path', async () => {
    for (const url of ['/api/v2/pages/%zz', '/api/pages/%E0%A4%A', '/pages/%C3%28']) {
      const { status, body } = await t.call('ann', 'GET', url);
      assert.equal(status, 422, url);
      if (url.startsWith('/api/v2'))
        assert.deepEqual([body.code, body.errors[0].parameter], ['validation_failed', 'path']);
      else if (url.startsWith('/api')) assert.deepEqual(body.detail[0].loc, ['path']);
    }
  });

  it('refuses requests that another site caused', async () => {
    for (const route of routes()) {
      if (route.method === 'get') continue;
      const method = route.method.toUpperCase();
      const headers = { ...t.session('ann'), origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
      const answer = await t.inject(method, address(route, ids), { headers });
      assert.equal(answer.status, 403, label(route));
      // Routes of ours that take a cookie without the token (specification, Security 4); the origin is asked above.
      if (route.path === '/api/automations/{id}/run' || route.path.startsWith('/api/agent/')) continue;
      const { 'x-csrf-token': _, ...cookieOnly } = t.session('ann');
      const blind = await t.inject(method, address(route, ids), { headers: cookieOnly });
      // Directories come with a token of their own: there a cookie is nothing at all. Of agents only POST is taken.
      const refusals = route.path.startsWith('/scim/v2') ? [401] : route.path === '/mcp' ? [403, 405, 415] : [403, 415];
      assert.ok(refusals.includes(blind.status), `${label(route)} without token: ${blind.status}`);
    }
  });

  it('changed nothing through all of this', async () => {
    const page = await t.call('ann', 'GET', `/api/v2/pages/${ids.default}`);
    assert.equal(page.body.title, CANARY);
    assert.equal(page.body.sync_version, 1);
  });
});

/** Bodies of v2 errors name their own request; everything else must be equal. */
const anonymous = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
