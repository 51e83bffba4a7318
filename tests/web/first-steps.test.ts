// The first steps as forms, the trash and the help as pages: who gets them, what they keep, what they refuse.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const get = (who: Name, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    t.inject('GET', path, { headers: { cookie: t.session(who).cookie as string, ...headers } });

  describe('the first steps', () => {
    it('need an account and a workspace of one’s own', async () => {
      assert.equal((await t.inject('GET', '/welcome')).status, 302);
      const system = t.app.context({ type: 'system', reason: 'test' });
      const vic = t.user('vic').id;
      await system.tx((tx) => tx.db('workspace_members').where({ user_id: vic, role: 'owner' }).delete());
      assert.equal((await get('vic', '/welcome')).headers.location, '/');
      for (const [step, fields] of [
        ['workspace', { name: 'Mine' }],
        ['content', { begin: 'starter' }],
        ['people', { addresses: 'x@example.org' }],
      ] as const)
        assert.equal((await t.form('vic', `/welcome/${step}`, fields)).status, 404, step);
    });

    it('refuse what cannot be, and keep what was typed', async () => {
      const table: [string, Record<string, string>, RegExp][] = [
        ['workspace', { name: ' ', icon: '🌿' }, /field-name-fault/],
        ['workspace', { name: 'Garden', timezone: 'Moon/Sea' }, /timezone-fault/],
        ['content', { begin: 'magic' }, /name="begin"/],
        ['people', { addresses: 'x', role: 'king' }, /name="addresses"/],
      ];
      for (const [step, fields, shown] of table) {
        const answer = await t.form('bob', `/welcome/${step}`, fields);
        assert.equal(answer.status, 422, step);
        assert.match(answer.text, shown);
      }
      assert.equal((await t.form('bob', '/welcome/skip', { step: 'none' })).status, 422);
    });

    it('name the workspace, make pages that link to each other, invite, and are over', async () => {
      const named = await t.form('ann', '/welcome/workspace', { name: 'Garden', icon: '🌿', timezone: 'Asia/Tokyo' });
      assert.equal(named.headers.location, '/welcome?step=content');
      assert.match((await get('ann', '/welcome')).text, /name="begin"/, 'the step is remembered');
      const me = (await t.call('ann', 'GET', '/auth/user')).body;
      assert.equal(me.timezone, 'Asia/Tokyo');
      const filled = await t.form('ann', '/welcome/content', { begin: 'starter' });
      assert.equal(filled.headers.location, '/welcome?step=people');
      const bad = await t.form('ann', '/welcome/people', { addresses: 'nobody, good@example.org\nedi@example.org' });
      assert.equal(bad.status, 200);
      assert.match(bad.text, /nobody: this is not an email address/);
      assert.match(bad.text, /edi@example\.org: is a member already/);
      assert.match(bad.text, /its link waits with an administrator: good@example\.org/);
      const done = await t.form('ann', '/welcome/people', { addresses: '' });
      const start = String(done.headers.location);
      assert.match(start, /^\/pages\/\d+$/);
      const page = await get('ann', start);
      assert.match(page.text, /Start here/);
      assert.match(page.text, /href="\/pages\/\d+"[^>]*>[^<]*Team handbook/);
      assert.equal((await get('ann', '/welcome')).headers.location, '/');
      assert.equal((await get('ann', '/welcome?step=people')).status, 200);
      const members = (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body;
      assert.deepEqual(
        members.invitations.map((one: { email: string }) => one.email),
        ['good@example.org'],
      );
    });

    it('make no second set of pages when a step is taken again, and are about the open workspace', async () => {
      const count = async (workspace: number): Promise<number> =>
        (await t.call('ann', 'GET', `/api/nav/menu?workspace_id=${workspace}`)).body.items.length;
      const before = await count(t.ws1);
      const again = await t.form('ann', '/welcome/content', { begin: 'starter' });
      assert.match(again.headers.location as string, /^\/pages\/\d+$/, 'over stays over');
      assert.equal(await count(t.ws1), before);
      assert.equal((await get('ann', '/welcome')).headers.location, '/');
      const second = (await t.call('ann', 'POST', '/api/workspaces', { name: 'Zoo' })).body.id as number;
      const { cookie = '', 'x-csrf-token': csrf = '' } = t.session('ann');
      await t.inject('POST', '/welcome/content', {
        body: new URLSearchParams({ begin: 'starter', csrf }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/html',
          cookie: `${cookie}; workspace=${second}`,
        },
      });
      assert.equal(await count(t.ws1), before);
      assert.equal(await count(second), 4);
    });

    it('can all be skipped, and then lead to the pages', async () => {
      const ways = ['/welcome?step=content', '/welcome?step=people', '/local-workspace'];
      for (const [index, step] of ['workspace', 'content', 'people'].entries())
        assert.equal((await t.form('bob', '/welcome/skip', { step })).headers.location, ways[index]);
      const start = await get('bob', '/');
      assert.equal(start.status, 200);
      assert.match(start.text, /What to do next/);
    });

    it('lead to the import when notes are to be brought', async () => {
      await t.form('com', '/welcome/content', { begin: 'import' });
      assert.equal((await t.form('com', '/welcome/people', {})).headers.location, '/import');
    });
  });

  describe('the explorer', () => {
    it('sorts as asked and ignores orders that nobody knows', async () => {
      const folder = (await t.call('ann', 'POST', '/api/local-workspace/items', { name: 'Sorted', type: 'folder' }))
        .body.id;
      for (const name of ['b2', 'a', 'b10'])
        await t.call('ann', 'POST', '/api/local-workspace/items', { name, type: 'file', parent_id: folder });
      const order = async (sort: string) =>
        [
          ...(await get('edi', `/local-workspace?folder=${folder}&sort=${sort}`)).text.matchAll(
            /data-title="([^"]+)"/g,
          ),
        ].map(([, title]) => title);
      assert.deepEqual(await order('name'), ['a', 'b2', 'b10']);
      assert.deepEqual(await order('position'), ['b2', 'a', 'b10']);
      assert.deepEqual(await order('nonsense'), ['b2', 'a', 'b10']);
      assert.equal((await get('bob', `/local-workspace?folder=${folder}`)).status, 404);
    });
  });

  describe('a folder with more than one list shows', () => {
    it('has every page somewhere, in one order', async () => {
      const made = await t.call('ann', 'POST', '/api/local-workspace/items', { name: 'Big', type: 'folder' });
      const { id: folder, workspace_id: workspaceId } = made.body as { id: number; workspace_id: number };
      const service = t.app.use(pages);
      for (let left = 1203; left > 0; left -= 401) {
        const titles = Array.from({ length: 401 }, (_, at) => `n${left - at}`);
        const places = titles.map((title) => ({ workspaceId, kind: 'page' as const, title }));
        const ids = await service.reserve(t.ctx('ann'), places);
        const filled = ids.map((id, at) => ({ id, parentId: folder, title: titles[at] as string }));
        await service.fill(t.ctx('ann'), workspaceId, filled);
      }
      const shown: string[] = [];
      let address = `/local-workspace?folder=${folder}&sort=name`;
      while (address) {
        const { text } = await get('ann', address);
        assert.match(text, /of 1,203/);
        shown.push(...[...text.matchAll(/data-title="([^"]+)"/g)].map(([, title]) => title as string));
        address = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll(/&amp;|&#38;/g, '&') ?? '';
      }
      assert.deepEqual(
        shown,
        Array.from({ length: 1203 }, (_, at) => `n${at + 1}`),
      );
      assert.match((await get('ann', `/local-workspace?folder=${folder}&page=99`)).text, /To the beginning/);
      for (const page of ['0', '-1', 'x', '1e9'])
        assert.equal((await get('ann', `/local-workspace?folder=${folder}&page=${page}`)).status, 200, page);
    });
  });

  describe('the list of workspaces', () => {
    it('says when each was changed, however much happens in another', async () => {
      const quiet = (await t.call('com', 'POST', '/api/workspaces', { name: 'Quiet' })).body.id as number;
      await t.call('com', 'POST', '/api/pages', { title: 'Old', workspace_id: quiet });
      const system = t.app.context({ type: 'system', reason: 'test' });
      const at = '2021-03-04T05:06:07.000Z';
      await system.tx((tx) => tx.db('pages').where({ workspace_id: quiet }).update({ updated_at: at }));
      assert.match((await get('com', '/workspaces')).text, /4 Mar 2021/);
    });
  });

  describe('the start page', () => {
    it('leaves out what is archived until it is asked for', async () => {
      const old = (await t.call('bob', 'POST', '/api/workspaces', { name: 'Attic' })).body.id as number;
      const start = async (query = '') => (await get('bob', `/${query}`)).text.split('class="dashboard"')[1] ?? '';
      assert.match(await start(), /Attic/);
      await t.call('bob', 'PUT', `/api/workspaces/${old}`, { archived: true });
      const without = await start();
      assert.ok(!without.includes('Attic'));
      assert.match(without, /Show 1 archived workspace/);
      assert.match(await start('?show_archived=true'), /Attic/);
    });
  });

  describe('the pages changed last', () => {
    /** Titles of the cards, and of the rows within them. */
    const seen = async (who: Name): Promise<{ cards: string[]; rows: string[] }> => {
      const { text } = await get(who, '/');
      const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, title]) => title as string);
      return {
        cards: all(/<h3><a href="\/pages\/\d+">([^<]*)</g),
        rows: all(/<li><a href="\/pages\/\d+">((?:Row|Alone)[^<]*)</g),
      };
    };

    it('have rows in the place of their database, however many were changed last', async () => {
      const home = (await t.call('com', 'POST', '/api/workspaces', { name: 'Crowd' })).body.id as number;
      for (const title of ['Plan', 'Notes']) await t.call('com', 'POST', '/api/pages', { title, workspace_id: home });
      const made = await t.call('com', 'POST', '/db/api', { title: 'Tasks', workspace_id: home });
      const rows = Array.from({ length: 120 }, (_, at) => ({ title: `Row ${at}.` }));
      const path = `/api/v2/collections/${made.body.collection.id}/rows/bulk`;
      for (const create of [rows.slice(0, 60), rows.slice(60)])
        assert.equal((await t.call('com', 'POST', path, { create })).status, 200);
      const { cards, rows: named } = await seen('com');
      assert.equal(cards[0], 'Tasks');
      for (const title of ['Plan', 'Notes']) assert.ok(cards.includes(title), `${title} in ${cards}`);
      assert.ok(!cards.some((title) => title.startsWith('Row ')), `${cards}`);
      assert.deepEqual(named, ['Row 119.', 'Row 118.', 'Row 117.']);
    });

    it('have a row of its own for somebody who does not see the database', async () => {
      const made = await makeDatabase(t, [], { title: 'Hidden tasks' });
      const row = await made.row({}, 'Alone');
      const shared = { email: 'bob@example.org', access: 'view' };
      const answer = await t.call('ann', 'POST', `/api/pages/${row.id}/share`, shared);
      assert.equal(answer.status, 200);
      const { cards, rows } = await seen('bob');
      assert.ok(cards.includes('Alone') && !cards.includes('Hidden tasks'), `${cards}`);
      assert.ok(!rows.includes('Alone'));
    });
  });

  describe('the trash', () => {
    const trash = async (title: string): Promise<number> => {
      const { id } = (await t.call('edi', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body;
      await t.call('edi', 'POST', `/api/pages/${id}/trash`);
      return id;
    };
    const at = () => ({ cookie: `${t.session('ann').cookie}; workspace=${t.ws1}` });
    const list = async (query = '') => (await get('ann', `/trash${query}`, at())).text;

    it('says who and how long, is searched by title, and is empty for unknown projects', async () => {
      await trash('Café plan');
      await trash('Other');
      assert.match(await list(), /Café plan[\s\S]*by Edi Example[\s\S]*30 days left/);
      assert.match(await list('?q=cafe'), /Café plan/);
      assert.ok(!(await list('?q=cafe')).includes('Other'));
      assert.ok(!(await list('?owner=x&repo=y')).includes('Other'));
      assert.ok(!(await get('bob', '/trash')).text.includes('Other'));
    });

    it('is emptied by owners only, and only it', async () => {
      const kept = (await t.call('ann', 'POST', '/api/pages', { title: 'Kept', workspace_id: t.ws1 })).body.id;
      const table: [Name, number][] = [
        ['bob', 404],
        ['com', 403],
        ['edi', 403],
      ];
      const body = { workspace_id: t.ws1 };
      for (const [who, status] of table) assert.equal((await t.call(who, 'POST', '/trash/empty', body)).status, status);
      assert.equal((await t.call('anon', 'POST', '/trash/empty', body)).status, 401);
      assert.match(await list(), /Other/);
      const emptied = await t.call('ann', 'POST', '/trash/empty', body);
      assert.deepEqual(emptied.body, { ok: true, removed: 2 });
      assert.match(await list(), /The trash is empty/);
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${kept}`)).status, 200);
      await trash('Again');
      const asked = await t.form('ann', '/trash/empty', { workspace_id: t.ws1 });
      assert.match(asked.text, /This entry and everything in it is deleted forever[\s\S]*Again[\s\S]*name="isMeant"/);
      assert.match(await list(), /Again/);
      const meant = await t.form('ann', '/trash/empty', { workspace_id: t.ws1, isMeant: 'yes' });
      assert.equal(meant.headers.location, '/trash');
      assert.match(await list(), /The trash is empty/);
    });
  });

  describe('the help', () => {
    const topics = [
      'using',
      'running',
      'extending',
      'api',
      'writing',
      'organising',
      'databases',
      'finding',
      'offline',
      'sharing',
      'accounts',
      'importing',
      'exporting',
      'agent',
      'keyboard',
    ];

    it('has every topic whole in both languages, for everybody', async () => {
      for (const topic of topics) {
        const texts = await Promise.all(
          ['en', 'de'].map((locale) => t.inject('GET', `/help/${topic}`, { headers: { 'accept-language': locale } })),
        );
        for (const { status, text } of texts) {
          assert.equal(status, 200, topic);
          assert.ok(!/\[[^\]]+\]\(|\]\]/.test(text.replace(/<code>.*?<\/code>/g, '')), topic);
        }
        assert.notEqual(
          /<h1>(.*)<\/h1>/.exec(texts[0]?.text ?? '')?.[1],
          /<h1>(.*)<\/h1>/.exec(texts[1]?.text ?? '')?.[1],
        );
      }
      for (const bad of ['none', '..%2f..%2fetc', 'using.md'])
        assert.equal((await t.inject('GET', `/help/${bad}`)).status, 404);
    });

    it('is searched without scripts, and tells what the product knows of itself', async () => {
      const found = (await t.inject('GET', '/help?q=idempotency')).text;
      assert.match(found, /href="\/help\/api"/);
      assert.ok(!found.includes('data-text="Sharing'));
      assert.match(found, /<mark>Idempotency<\/mark>/);
      assert.match((await t.inject('GET', '/help?q=zzz')).text, /Nothing found/);
      assert.match((await t.inject('GET', '/help/keyboard')).text, /<kbd>Ctrl\/⌘\+K<\/kbd>/);
      const german = await t.inject('GET', '/help/keyboard', { headers: { cookie: 'locale=de' } });
      assert.match(german.text, /<kbd>Strg\/⌘\+K<\/kbd>/);
      assert.match(german.text, /<kbd>Umschalt\+F10<\/kbd>/);
      assert.match((await t.inject('GET', '/help/running')).text, /commonplace import list[\s\S]*DATA_DIR/);
      assert.match((await t.inject('GET', '/help/api')).text, /offers \d+ operations/);
    });
  });

  describe('the search page', () => {
    it('marks what was found and counts the kinds', async () => {
      await t.call('ann', 'POST', '/api/pages', {
        title: 'Xylophone',
        workspace_id: t.ws1,
        markdown: 'A <b>xylophone</b> sounds',
      });
      const { text } = await get('edi', '/search?q=xylo');
      assert.match(text, /<mark>Xylophone<\/mark>/);
      assert.match(text, /aria-current="page">Everything <span class="badge">1</);
      const database = await makeDatabase(t, [{ name: 'Maker', type: 'text' }]);
      await database.row({ Maker: 'Quillon' }, 'Xylophone stand');
      const both = (await get('edi', '/search?q=xylo')).text;
      assert.match(both, /aria-current="page">Everything <span class="badge">2</, 'rows are counted');
      assert.match(both, />2 results</);
      assert.match((await get('edi', '/search?q=xylo&type=row')).text, /Rows <span class="badge">1<[\s\S]*>1 result</);
      assert.ok(!both.includes('Quillon'), 'values that were not found say nothing');
      assert.match((await get('edi', '/search?q=quillon')).text, /<mark>Quillon<\/mark>/);
      assert.match((await get('edi', '/search?q=xylo&type=file')).text, /Nothing found/);
      assert.equal((await get('edi', '/search?q=xylo&type=nonsense')).status, 200);
    });
  });
});
