// Who has to have a second factor: until they do they come to the page that leads to it, and to nothing else.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RequestRoute, RouteRules } from '@hapi/hapi';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { enrol, login, sessionOf } from './person.ts';

const TITLE = 'SECRET-7f3a';
/** somebody of that workspace alone */
const NAMED_THERE = /vic@example|Vic Example/;
const PAGE = '/accounts/two-factor';

/** What somebody needs to meet the demand, or to go away, and what everybody may read; new ones join on purpose. */
const EARLY = [
  'GET /accounts/two-factor',
  'GET /auth/2fa/status',
  'GET /auth/callback',
  'GET /auth/login',
  'GET /auth/logout',
  'GET /auth/oidc/callback',
  'GET /auth/oidc/login',
  'GET /auth/oidc/logout',
  'GET /auth/reauth',
  'GET /auth/saml/login',
  'GET /auth/saml/logout',
  'GET /auth/sso/continue',
  'GET /auth/sso/link',
  'GET /auth/sso/{provider}/reauth',
  'GET /auth/user',
  'GET /p/{slug}',
  'GET /p/{slug}/feed.xml',
  'GET /p/{slug}/files/{file_id}',
  'GET /p/{slug}/forms/{view_id}',
  'GET /p/{slug}/pages/{page_id}',
  'GET /p/{slug}/sitemap.xml',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'POST /accounts/two-factor/activate',
  'POST /accounts/two-factor/leave',
  'POST /accounts/two-factor/setup',
  'POST /auth/2fa/activate',
  'POST /auth/2fa/setup',
  'POST /auth/oidc/callback',
  'POST /auth/oidc/logout',
  'POST /auth/passkeys',
  'POST /auth/passkeys/reauth-options',
  'POST /auth/passkeys/setup',
  'POST /auth/reauth',
  'POST /auth/reauth-form',
  'POST /auth/saml/callback',
  'POST /auth/saml/logout',
  'POST /auth/sso/link',
  'POST /p/{slug}/forms/{view_id}',
  'POST /p/{slug}/unlock',
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let pageId: number;
  before(async () => {
    t = await startApp(await open(), { settings: { LOGIN_LIMIT_IP: '0' } });
    const made = await t.call('ann', 'POST', '/api/pages', { title: TITLE, workspace_id: t.ws1, markdown: TITLE });
    pageId = made.body.id;
  });
  after(() => t.stop());

  const ask = async (who: 'nobody' | 'admins' | 'everybody') => {
    const answer = await t.call('adm', 'PUT', '/api/v2/admin/settings', { REQUIRE_TWO_FACTOR: who });
    assert.equal(answer.status, 200, answer.text);
  };
  const askMembers = (name: Name, required: boolean) =>
    t.call(name, 'PUT', `/api/v2/workspaces/${t.ws1}/two-factor`, { required });
  const isOut = async (name: Name): Promise<boolean> => {
    const { status, body } = await t.call(name, 'GET', '/api/workspaces');
    if (status === 200) return false;
    assert.deepEqual([status, body.code], [403, 'two_factor_required']);
    return true;
  };
  const isClosed = async (name: Name): Promise<boolean> => {
    const { status, body } = await t.call(name, 'GET', `/api/v2/pages/${pageId}`);
    if (status === 200) return false;
    assert.deepEqual([status, body.code], [403, 'two_factor_required'], name);
    return true;
  };
  const rulesOf = ({ settings }: RequestRoute) => (settings.app as { rules: RouteRules }).rules;

  it('opens the few routes that lead to it, and no other', () => {
    const early = t.app.server
      .table()
      .filter((route) => rulesOf(route).early)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(early.sort(), EARLY);
  });

  describe('for the members of a workspace', () => {
    it('is asked by its owners only', async () => {
      for (const name of ['edi', 'vic'] as const) assert.equal((await askMembers(name, true)).status, 403, name);
      assert.equal((await askMembers('bob', true)).status, 404);
      assert.equal(await isOut('edi'), false);
    });

    it('keeps them out of it at once, and of nothing else', async () => {
      const answer = await askMembers('ann', true);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.required, true);
      assert.deepEqual(
        answer.body.members.find((one: { user_id: number }) => one.user_id === t.user('edi').id),
        { user_id: t.user('edi').id, enabled: false },
      );
      for (const name of ['ann', 'edi', 'com', 'vic'] as const) {
        assert.equal(await isClosed(name), true, name);
        assert.equal(await isOut(name), false, name);
      }
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${pageId}`)).status, 404);
      assert.equal((await t.call('adm', 'GET', `/api/v2/pages/${pageId}`)).status, 200);
    });

    it('reaches nobody elsewhere whom a stranger adds to their workspace', async () => {
      const members = `/api/v2/workspaces/${t.ws2}/members`;
      for (const name of ['adm', 'edi'] as const) {
        const email = t.user(name).email;
        assert.equal((await t.call('bob', 'POST', members, { email, role: 'viewer' })).status, 200, name);
      }
      const demand = { required: true };
      assert.equal((await t.call('bob', 'PUT', `/api/v2/workspaces/${t.ws2}/two-factor`, demand)).status, 200);
      await askMembers('adm', false);
      for (const name of ['adm', 'edi'] as const) {
        const headers = await t.token(name, 'read,write');
        const byToken = await t.inject('GET', `/api/v2/pages/${pageId}`, { headers });
        assert.deepEqual([byToken.status, byToken.body.title], [200, TITLE], name);
        assert.equal((await t.call(name, 'GET', '/accounts/settings')).status, 200, name);
      }
      const home = await t.call('edi', 'GET', '/');
      assert.deepEqual([home.status, home.text.includes(TITLE)], [200, true]);
      assert.match(home.text, /Some of your workspaces are closed/);
      assert.equal((await t.call('adm', 'GET', '/admin')).status, 200);
      assert.equal((await t.form('edi', `${PAGE}/leave`, { ws_id: t.ws2 })).status, 303);
      await askMembers('adm', true);
    });

    it('lets no route into it, for sessions and tokens alike', async () => {
      const token = await t.token('edi', 'read,write');
      const ids: Record<string, string> = { ws_id: String(t.ws1), workspace_id: String(t.ws1), any: 'x' };
      for (const route of t.app.server.table()) {
        const { access, early } = rulesOf(route);
        if (route.method === '*' || route.settings.isInternal || early || 'public' in access) continue;
        const ofPage = 'param' in access && access.resource === 'page' ? { [access.param]: String(pageId) } : {};
        const url = route.path.replace(
          /\{(\w+)[?*]?\}/g,
          (_all, name: string) => ({ ...ids, ...ofPage })[name] ?? '2147483647',
        );
        if (/sessions|logout|deactivate|account/.test(url) && route.method !== 'get') continue;
        const label = `${route.method} ${url}`;
        const answer = await t.call('edi', route.method.toUpperCase(), url);
        assert.ok(!answer.text.includes(TITLE), label);
        assert.ok(!NAMED_THERE.test(answer.text), label);
        if (!url.startsWith('/api/v2')) continue;
        const byToken = await t.inject(route.method.toUpperCase(), url, { headers: token });
        assert.ok(!byToken.text.includes(TITLE), label);
        assert.ok(!NAMED_THERE.test(byToken.text), label);
      }
    });

    it('says what is missing where somebody would have a right', async () => {
      const headers = await t.token('edi', 'read,write');
      for (const url of [`/api/v2/pages/${pageId}`, `/api/v2/workspaces/${t.ws1}/members`]) {
        const answer = await t.inject('GET', url, { headers });
        assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'], url);
      }
      const write = await t.inject('POST', '/api/v2/pages', {
        headers,
        body: { title: 'x', workspace_id: t.ws1, parent_id: pageId },
      });
      assert.deepEqual([write.status, write.body.code], [403, 'two_factor_required']);
      const page = await t.call('edi', 'GET', `/pages/${pageId}`);
      assert.deepEqual([page.status, page.headers.location], [302, PAGE]);
    });

    it('says nothing of what they could not see anyway', async () => {
      const hidden = await t.call('adm', 'POST', '/api/pages', { title: 'Hidden', workspace_id: t.ws1 });
      await t.call('adm', 'PUT', `/api/v2/pages/${hidden.body.id}/permissions/type`, { permission_type: 'private' });
      assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${hidden.body.id}`)).status, 404);
    });

    it('answers a missing scope first', async () => {
      const headers = await t.token('edi', 'read');
      const answer = await t.inject('POST', '/api/v2/pages', { headers, body: {} });
      assert.equal(answer.body.code, 'insufficient_scope');
    });

    it('says on the page that leads to it which workspaces are closed', async () => {
      const answer = await t.call('edi', 'GET', PAGE);
      assert.equal(answer.status, 200);
      assert.match(answer.text, /Until you have one they stay closed to you/);
      assert.ok(!answer.text.includes(TITLE));
    });

    it('leads there from the start page', async () => {
      const session = sessionOf(await login(t, 'com'));
      const home = await t.inject('GET', '/', { headers: session });
      assert.match(home.text, /href="\/accounts\/two-factor">Some of your/);
      const status = await t.inject('GET', '/auth/2fa/status', { headers: session });
      assert.deepEqual(status.body, { enabled: false, pending: false, required: true, backup_codes_left: 0 });
    });

    it('takes rooms away from who is in them', async () => {
      const page = await t.app.resource('page').load(t.ctx('edi'), pageId);
      assert.ok(page);
      assert.equal(await t.app.access.roleOf(t.ctx('edi'), 'page', page), null);
    });

    it('lets go who leaves the workspace, and nobody leave one of others', async () => {
      assert.match((await t.call('com', 'GET', PAGE)).text, /Leave Ann Example&#39;s workspace/);
      assert.equal((await t.form('com', `${PAGE}/leave`, { ws_id: t.ws2 })).status, 404);
      assert.equal((await t.form('com', `${PAGE}/leave`, { ws_id: t.ws1 })).status, 303);
      assert.equal((await t.call('com', 'GET', `/api/v2/pages/${pageId}`)).status, 404);
    });

    it('lets in who sets it up, closes again, and lets in all when it is asked no longer', async () => {
      await enrol(t, 'ann');
      assert.equal(await isClosed('ann'), false);
      assert.equal((await t.call('ann', 'GET', `/pages/${pageId}`)).status, 200);
      assert.match(
        (await t.call('ann', 'GET', `/workspaces/${t.ws1}/two-factor`)).text,
        /<input type="checkbox" class="switch"[^>]* checked>/,
      );
      assert.equal((await t.form('ann', `/workspaces/${t.ws1}/two-factor`, { required: 'false' })).status, 303);
      for (const name of ['edi', 'vic'] as const) assert.equal(await isClosed(name), false, name);
    });
  });

  describe('for the service', () => {
    it('can be asked of administrators', async () => {
      await ask('admins');
      assert.deepEqual([await isOut('adm'), await isOut('ann'), await isOut('edi')], [true, false, false]);
      await enrol(t, 'adm');
      assert.equal(await isOut('adm'), false);
    });

    it('can be asked of everybody', async () => {
      await ask('everybody');
      assert.deepEqual([await isOut('ann'), await isOut('edi'), await isOut('bob')], [false, true, true]);
      const { body } = await t.call('adm', 'GET', '/api/v2/admin/two-factor');
      assert.ok(body.every((one: { required: boolean }) => one.required));
    });

    it('keeps nobody from what was published', async () => {
      const url = `/api/v2/pages/${pageId}/publish`;
      assert.equal((await t.call('ann', 'PUT', url, { slug: 'for-all' })).status, 200);
      for (const who of ['edi', 'anon'] as const) {
        const { status, text } = await t.call(who, 'GET', '/p/for-all');
        assert.deepEqual([status, text.includes(TITLE)], [200, true], who);
      }
      assert.equal((await t.call('ann', 'DELETE', url)).status, 200);
    });

    it('shows nothing of the frame on the page that leads to it', async () => {
      const answer = await t.call('edi', 'GET', PAGE);
      assert.equal(answer.status, 200);
      assert.match(answer.text, /Set up two-factor authentication to continue/);
      assert.match(answer.text, /href="\/auth\/logout"/);
      assert.ok(!answer.text.includes(TITLE) && !answer.text.includes('class="sidebar'));
      const refused = await t.form('edi', `${PAGE}/activate`, { code: '123456' });
      assert.ok(!refused.text.includes(TITLE) && !refused.text.includes('class="sidebar'));
      const unknown = await t.call('edi', 'GET', '/nowhere', { headers: { accept: 'text/html' } });
      assert.ok(!unknown.text.includes(TITLE));
    });

    it('lets no route through, for sessions and tokens alike', async () => {
      const token = await t.token('edi', 'read,write');
      for (const route of t.app.server.table()) {
        const { access, early, html } = rulesOf(route);
        if (route.method === '*' || route.settings.isInternal || early || 'public' in access) continue;
        const url = route.path.replace(/\{(\w+)[?*]?\}/g, String(pageId));
        const label = `${route.method} ${route.path}`;
        const answer = await t.call('edi', route.method.toUpperCase(), url);
        if ('admin' in access) assert.equal(answer.status, 403, label);
        else if (html === true) assert.deepEqual([answer.status, answer.headers.location], [302, PAGE], label);
        else assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'], label);
        if (html === 'asked') {
          const page = await t.call('edi', route.method.toUpperCase(), url, { headers: { accept: 'text/html' } });
          assert.deepEqual([page.status, page.headers.location], [302, PAGE], label);
        }
        assert.ok(!answer.text.includes(TITLE), label);
        if (!url.startsWith('/api/v2') || 'admin' in access) continue;
        const byToken = await t.inject(route.method.toUpperCase(), url, { headers: token });
        assert.deepEqual([byToken.status, byToken.body.code], [403, 'two_factor_required'], label);
      }
    });

    it('ends open sockets', async () => {
      const { authenticator } = await import('../../core/http/request-lifecycle.ts');
      const actors = [t.ctx('edi').actor, t.ctx('ann').actor].map((actor, index) => {
        const cookie = t.session(index ? 'ann' : 'edi').cookie as string;
        return { ...actor, sessionId: cookie.slice('session='.length).split('.')[0] };
      });
      const [edi, ann] = await t.app.use(authenticator).renew(actors as never);
      assert.deepEqual([edi, ann?.login], [null, 'ann']);
    });

    it('keeps out who switches it off', async () => {
      assert.equal((await t.call('ann', 'POST', '/auth/2fa/disable')).status, 200);
      assert.equal(await isOut('ann'), true);
    });

    it('can be asked of nobody again', async () => {
      await ask('nobody');
      for (const name of ['ann', 'edi', 'bob'] as const) assert.equal(await isOut(name), false, name);
    });

    it('takes only the three answers there are', async () => {
      const answer = await t.call('adm', 'PUT', '/api/v2/admin/settings', { REQUIRE_TWO_FACTOR: 'some' });
      assert.equal(answer.status, 422);
    });
  });
});
