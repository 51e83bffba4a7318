// Forms without scripts: what is refused comes back with a reason beside the field and with what was typed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const UNKNOWN = 2_147_483_647;
const HOSTILE = '"><script>alert(1)</script>';

/** The text of the element with this id, as it stands in the markup. */
const element = (html: string, id: string): string =>
  new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]?.trim() ?? '';

/** The `value` of the input of this name, or undefined. */
const value = (html: string, name: string): string | undefined =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1];

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const show = async (who: Name, path: string): Promise<string> => {
    const answer = await t.inject('GET', path, { headers: { cookie: t.session(who).cookie as string } });
    assert.equal(answer.status, 200, answer.text);
    return answer.text;
  };
  const addPage = async (title: string, markdown = ''): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, markdown, workspace_id: t.ws1 })).body.id;

  describe('signing in and registering', () => {
    const person = { full_name: 'Zoë Quill', login: 'zoe', email: 'zoe@example.org', password: 'a quiet afternoon' };

    it('shows what is wrong beside each field and keeps the rest, but never the password', async () => {
      const table: [Record<string, string>, string, RegExp][] = [
        [{ email: 'not an address' }, 'email', /must be a complete email address/],
        [{ login: 'with spaces' }, 'login', /letters, digits, dot/],
        [{ full_name: '' }, 'full_name', /is missing/],
        [{ password: 'short' }, 'password', /at least 8/],
      ];
      for (const [wrong, field, reason] of table) {
        const answer = await t.form('anon', '/auth/register', { ...person, ...wrong });
        assert.equal(answer.status, 422, field);
        assert.match(element(answer.text, `field-${field}-fault`), reason, field);
        for (const [name, typed] of Object.entries({ ...person, ...wrong })) {
          if (name === 'password') assert.ok(!answer.text.includes(typed), 'the password came back');
          else assert.equal(value(answer.text, name), typed, name);
        }
      }
    });

    it('says when an address is taken', async () => {
      const answer = await t.form('anon', '/auth/register', { ...person, email: 'ann@example.org' });
      assert.equal(answer.status, 409);
      assert.match(answer.text, /role="alert">An account with this username or email address already exists/);
      assert.equal(value(answer.text, 'login'), 'zoe');
    });

    it('shows hostile input as text', async () => {
      const answer = await t.form('anon', '/auth/register', { ...person, full_name: HOSTILE, email: HOSTILE });
      assert.equal(answer.status, 422);
      assert.ok(!answer.text.includes('<script>'));
      assert.ok(answer.text.includes('&lt;script&gt;'));
    });

    it('keeps the address and a next page of ours after a wrong password', async () => {
      const wrong = { email: 'ann@example.org', password: 'not this one' };
      const own = await t.form('anon', '/auth/local-login', { ...wrong, next: '/trash' });
      assert.equal(own.status, 401);
      assert.equal(value(own.text, 'email'), 'ann@example.org');
      assert.equal(value(own.text, 'next'), '/trash');
      const foreign = await t.form('anon', '/auth/local-login', { ...wrong, next: '//evil.test/' });
      assert.equal(value(foreign.text, 'next'), '/');
    });

    it('gives programs the problem itself', async () => {
      const answer = await t.inject('POST', '/auth/register', { body: { ...person, email: 'x' } });
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.body.detail[0].loc, ['body', 'email']);
    });
  });

  describe('forgotten passwords', () => {
    it('answers known and unknown addresses with the same page', async () => {
      const pages: string[] = [];
      for (const email of ['vic@example.org', 'nobody@example.org']) {
        const answer = await t.form('anon', '/auth/forgot', { email });
        assert.equal(answer.status, 303);
        assert.equal(answer.headers.location, '/auth/forgot?sent=1');
        pages.push((await t.inject('GET', answer.headers.location as string)).text);
      }
      assert.match(pages[0] as string, /role="status"/);
      assert.equal(pages[0], pages[1]);
    });

    it('names an address that is none', async () => {
      const answer = await t.form('anon', '/auth/forgot', { email: 'nobody' });
      assert.equal(answer.status, 422);
      assert.match(element(answer.text, 'field-email-fault'), /must be a complete email address/);
    });

    it('keeps the link through a weak password, and takes a good one', async () => {
      const system = t.app.context({ type: 'system', reason: 'test' });
      const person = { full_name: 'Yan', login: 'yan', email: 'yan@example.org', password: 'a quiet afternoon' };
      assert.equal((await t.form('anon', '/auth/register', person)).status, 303);
      await t.form('anon', '/auth/forgot', { email: person.email });
      const { items } = await t.app.mail.list(system, 1, 0);
      const mail = await t.app.mail.read(system, items[0]?.id as number);
      const token = /reset\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
      const weak = await t.form('anon', '/auth/reset', { token, password: 'short' });
      assert.equal(weak.status, 422);
      assert.match(element(weak.text, 'field-password-fault'), /at least 8/);
      assert.equal(value(weak.text, 'token'), token);
      assert.equal(weak.headers['referrer-policy'], 'same-origin');
      assert.equal((await t.form('anon', '/auth/reset', { token, password: 'a long green field' })).status, 303);
      const spent = await t.form('anon', '/auth/reset', { token, password: 'a long green field' });
      assert.equal(spent.status, 401);
      assert.match(spent.text, /has expired or was used already.*Ask for a new link/);
    });
  });

  describe('writing pages', () => {
    it('lets nobody write where they may not, and shows them no form', async () => {
      const page = await addPage('Atlas', 'secret words');
      const table: [Name, number][] = [
        ['bob', 404],
        ['vic', 403],
        ['com', 403],
      ];
      const fields = { title: 'Mine', markdown: 'x', sync_version: '1' };
      for (const [who, status] of table) {
        for (const given of [fields, { ...fields, title: '' }]) {
          const answer = await t.form(who, `/pages/${page}/edit`, given);
          assert.ok(!/<textarea/.test(answer.text), `${who}: a form was shown`);
          assert.equal(answer.status, given.title ? status : answer.status, who);
          assert.ok(answer.status >= 400, who);
        }
      }
      assert.match(await show('vic', `/pages/${page}`), /<h1[^>]*><span[^>]*>Atlas<\/span><\/h1>/);
    });

    it('refuses a form that another site sent, without showing it again', async () => {
      const page = await addPage('Atlas');
      const answer = await t.inject('POST', `/pages/${page}/edit`, {
        body: 'title=&markdown=planted&sync_version=1&csrf=wrong',
        headers: { cookie: t.session('ann').cookie as string, 'content-type': 'application/x-www-form-urlencoded' },
      });
      assert.equal(answer.status, 403);
      assert.ok(!answer.text.includes('planted'));
    });

    it('keeps the text of a page without a title', async () => {
      const page = await addPage('Atlas', 'old words');
      for (const [path, more] of [
        ['/pages/new', { kind: 'page', parent_id: String(page) }],
        [`/pages/${page}/edit`, { sync_version: '1' }],
      ] as const) {
        for (const title of ['', '   ']) {
          const answer = await t.form('edi', path, { title, markdown: 'long & typed\nwords', ...more });
          assert.equal(answer.status, 422, path);
          assert.match(answer.text, /long &amp; typed\nwords<\/textarea>/, path);
          assert.match(element(answer.text, 'field-title-fault'), /^Title /, path);
          for (const [name, kept] of Object.entries(more)) assert.equal(value(answer.text, name), kept, name);
        }
      }
    });

    it('refuses to save over what somebody else saved, and shows both texts', async () => {
      const page = await addPage('Atlas', 'first');
      assert.equal(
        (await t.form('edi', `/pages/${page}/edit`, { title: 'Atlas', markdown: 'theirs', sync_version: '1' })).status,
        303,
      );
      const late = await t.form('ann', `/pages/${page}/edit`, { title: 'Atlas', markdown: 'mine', sync_version: '1' });
      assert.equal(late.status, 412);
      assert.match(late.text, /\nmine<\/textarea>/);
      assert.match(late.text, /\ntheirs\n?<\/textarea>/);
      const version = value(late.text, 'sync_version') as string;
      const merged = await t.form('ann', `/pages/${page}/edit`, {
        title: 'Atlas',
        markdown: 'mine and theirs',
        sync_version: version,
      });
      assert.equal(merged.status, 303);
      assert.match(await show('vic', `/pages/${page}`), /mine and theirs/);
    });

    it('keeps the text when the page was locked meanwhile', async () => {
      const page = await addPage('Atlas', 'first');
      await t.call('ann', 'POST', `/api/pages/${page}/lock`, { locked: true });
      const answer = await t.form('edi', `/pages/${page}/edit`, { title: 'A', markdown: 'typed', sync_version: '1' });
      assert.equal(answer.status, 423);
      assert.match(answer.text, /\ntyped<\/textarea>/);
    });

    it('takes the line ends of browsers, and blank lines at the start of code', async () => {
      const made = await t.form('ann', '/pages/new', {
        title: 'Lines',
        markdown: '```\r\n\r\none\r\n```\r\n\r\n- two',
      });
      assert.equal(made.status, 303, made.text);
      const shown = await show('ann', made.headers.location as string);
      assert.match(shown, /<pre><code>\none<\/code><\/pre>/);
      assert.match(shown, /<li[^>]*>two<\/li>/);
    });

    it('makes folders and pages where asked, also in the workspace of the parent', async () => {
      const folder = await t.form('ann', '/pages/new', { title: 'Box', kind: 'folder' });
      const id = Number(/\/pages\/(\d+)/.exec(folder.headers.location as string)?.[1]);
      const inside = await t.form('ann', '/pages/new', { title: 'Within', parent_id: String(id) });
      assert.equal(inside.status, 303);
      assert.match(await show('ann', `/local-workspace?folder=${id}`), /Within/);
      const foreign = await t.form('bob', '/pages/new', { title: 'Within', parent_id: String(id) });
      const unknown = await t.form('bob', '/pages/new', { title: 'Within', parent_id: String(UNKNOWN) });
      assert.equal(foreign.status, 404);
      assert.equal(unknown.status, 404);
    });
  });

  describe('the title of a form', () => {
    it('is in the language of the reader', async () => {
      const page = await addPage('Walk');
      const cookie = `${t.session('ann').cookie}; locale=de`;
      for (const [path, title] of [
        ['/pages/new', 'Neue Seite'],
        ['/pages/new?kind=folder', 'Neuer Ordner'],
        [`/pages/${page}/edit`, 'Walk · Seite bearbeiten'],
        [`/pages/${page}/move`, 'Walk · Seite verschieben'],
      ] as const)
        assert.ok((await t.inject('GET', path, { headers: { cookie } })).text.includes(`<title>${title} ·`), path);
    });
  });

  describe('moving and removing', () => {
    it('moves, trashes, brings back and removes by forms alone', async () => {
      const [page, target] = [await addPage('Walk'), await addPage('Target')];
      assert.equal((await t.form('vic', `/pages/${page}/move`, { parent_id: String(target) })).status, 403);
      assert.equal((await t.form('edi', `/pages/${page}/move`, { parent_id: String(target) })).status, 303);
      assert.equal((await t.form('edi', `/pages/${page}/delete`, {})).headers.location, '/trash');
      assert.match(await show('edi', `/pages/${page}`), /in the trash/);
      const hidden = await t.inject('GET', `/pages/${page}`, {
        headers: { cookie: t.session('vic').cookie as string },
      });
      assert.equal(hidden.status, 404);
      assert.equal((await t.form('edi', `/pages/${page}/bring-back`, {})).status, 303);
      assert.equal((await t.form('ann', `/pages/${page}/remove`, {})).status, 404, 'a live page was removed');
      await t.form('edi', `/pages/${page}/delete`, {});
      assert.equal((await t.form('edi', `/pages/${page}/remove`, {})).status, 403);
      assert.equal((await t.form('ann', `/pages/${page}/remove`, {})).status, 303);
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${page}`)).status, 404);
    });
  });

  describe('any form', () => {
    it('is never a fault of ours when it is refused before anybody looked at what its address names', async () => {
      const page = await addPage('Walk', 'one');
      const body = { page_id: page, name: 'Own' };
      const template = (await t.call('ann', 'POST', '/board/api/page-templates', body)).body.id;
      const own = await t.form('ann', `/templates/${template}`, { name: 'x'.repeat(300) });
      assert.equal(own.status, 422);
      assert.match(element(own.text, 'field-name-fault'), /too long/);
      assert.equal((await t.form('vic', `/templates/${template}`, { name: 'x'.repeat(300) })).status, 403);
      assert.equal((await t.form('bob', `/templates/${template}`, { name: 'x'.repeat(300) })).status, 404);
      const wrong = { bogus: '1', name: 'y'.repeat(3000), title: 'x'.repeat(3000) };
      for (const { method, path, settings } of t.app.server.table()) {
        const { refused } = (settings.app as { rules: { refused?: unknown } }).rules;
        if (!refused || method !== 'post') continue;
        const answer = await t.form('ann', path.replace(/\{[^}]+\}/g, '1'), wrong);
        assert.ok(answer.status < 500, `${path}: ${answer.status}`);
      }
    });
  });

  describe('what scripts of our pages are refused', () => {
    it('is said in the language of the reader, and to programs as it always was', async () => {
      const page = await addPage('Walk');
      await t.call('ann', 'POST', '/api/settings/tags', { name: 'twice', color: '#123456' });
      const table: [string, string, object, RegExp, RegExp][] = [
        ['POST', '/api/settings/tags', { name: 'twice', color: '#123456' }, /hast du schon/, /already/],
        ['PUT', `/api/pages/${page}/move`, { parent_id: page }, /unter sich selbst/, /below itself/],
        ['PUT', `/api/pages/${UNKNOWN}/move`, { parent_id: page }, /gibt es nicht/, /does not exist/],
        ['POST', '/api/pages', { title: 'x'.repeat(501) }, /zu lang: höchstens 500 Zeichen/, /at most 500 char/],
        [
          'POST',
          '/api/settings/tags',
          { name: 'a', color: '#zz' },
          /die Form, die es braucht/,
          /the form that it needs/,
        ],
      ];
      const cookie = `${t.session('ann').cookie}; locale=de`;
      for (const [method, path, body, german, english] of table) {
        const other = await t.call('ann', method, path, { body, headers: { cookie } });
        assert.ok(other.status >= 400, `${method} ${path}: ${other.status}`);
        assert.match(JSON.stringify(other.body.detail), german);
        assert.match(JSON.stringify((await t.call('ann', method, path, body)).body.detail), english);
      }
      const programs = { headers: { ...(await t.token('ann')), 'accept-language': 'de' } };
      const long = await t.inject('POST', '/api/v2/pages', { body: { title: 'x'.repeat(501) }, ...programs });
      assert.match(long.body.errors[0].detail, /^length must be less than or equal to 500/);
    });
  });
});
