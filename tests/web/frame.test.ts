// What plugins add to the frame of every page: links in their places, for those who may use them, in their language.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adding, checkManifest, definePlugin, type NavEntry } from '../../core/kernel/plugin.ts';
import { references } from '../../core/views/help-reference.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const link = (slot: NavEntry['slot'], href: string, extra: Partial<NavEntry> = {}): NavEntry => ({
  slot,
  href,
  label: `zoo.${href}`,
  icon: 'cat',
  ...extra,
});

const zoo = definePlugin({
  name: 'zoo',
  version: '1.0.0',
  summary: 'Animals in every menu',
  nav: [
    link('sidebar', '/zoo-last', { order: 900 }),
    link('sidebar', '/zoo-first', { order: 1 }),
    link('admin', '/zoo-keys', { adminOnly: true }),
    link('workspace', '/zoo/{workspace_id}'),
    link('workspace', '/zoo-feed', { role: 'editor' }),
    link('bar', '/zoo-walk', { role: 'editor', action: 'walk' }),
    link('account', '/zoo-nowhere/{page_id}'),
    link('page-menu', '/zoo-page/{page_id}'),
    link('page-menu', '/zoo-trap/{page_id}', { role: 'editor', post: true }),
    link('page-menu', '/zoo-sell/{page_id}', { role: 'owner' }),
    link('page-menu', '/zoo-pet/{page_id}', { role: 'commenter' }),
  ],
  shortcuts: [{ id: 'zoo.feed', keys: ['mod+j'], label: 'zoo.feed', group: 'zoo.zoo' }],
  adds: [
    adding(references, [
      {
        topic: 'formulas',
        group: 'zoo.zoo',
        terms: ['feed(<all>)'],
        label: 'zoo.feed',
        example: 'feed(1)',
        gives: '2',
      },
    ]),
  ],
});

describe('cookies of other programs on the same host', () => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  it('on pages of errors too, whose scripts say words and no keys', async () => {
    for (const path of ['/pages/999999', '/pages/x', '/nowhere-at-all']) {
      const { text } = await t.call('ann', 'GET', path, { headers: { accept: 'text/html' } });
      for (const [, script] of text.matchAll(/src="(\/static\/[^"]+)"/g))
        assert.equal((await t.inject('GET', script as string)).status, 200, `${path}: ${script}`);
      assert.match(text, /src="\/static\/messages-en/);
    }
  });

  for (const cookie of ['flag', 'x="unterminated', 'theme="><script>', 'locale=de"><b>', 'a={"b":1,"c":"é"}', '=;;=']) {
    it(`lock nobody out: ${cookie}`, async () => {
      const headers = { cookie: `${t.session('ann').cookie}; ${cookie}` };
      const answer = await t.call('ann', 'GET', '/accounts', { headers });
      assert.equal(answer.status, 200);
      assert.match(answer.text, /<html lang="en" dir="ltr" data-theme="system"/);
    });
  }
});

describe('what plugins add to the frame', () => {
  let database: TestDatabase;
  let t: TestApp;
  let page = 0;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database, { plugins: [zoo] });
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'Apes', workspace_id: t.ws1 })).body.id;
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  const shown = async (who: Name, language = 'en'): Promise<string> => {
    const { cookie } = t.session(who);
    const headers = { cookie: `${cookie}; locale=${language}; workspace=${t.ws1}` };
    return (await t.inject('GET', `/pages/${page}`, { headers })).text;
  };

  it('is refused at boot when its place is unknown', () => {
    const manifest = { ...zoo.manifest, nav: [{ ...link('sidebar', '/x'), slot: 'ceiling' as never }] };
    assert.throws(() => checkManifest(manifest, 'zoo'), /zoo.*slot/);
  });

  it('shows links only to those who may use them', async () => {
    const table: [Name, string, boolean][] = [
      ['vic', '"/zoo-feed"', false],
      ['vic', '"/zoo-keys"', false],
      ['vic', `/zoo-trap/${page}`, false],
      ['ann', `/zoo-sell/${page}`, true],
      ['edi', `/zoo-sell/${page}`, false],
      ['com', `/zoo-pet/${page}`, true],
      ['vic', `/zoo-pet/${page}`, false],
      ['ann', '"/zoo-keys"', false],
      ['vic', '/zoo-walk', false],
      ['edi', '/zoo-nowhere', false],
      ['vic', `"/zoo/${t.ws1}"`, true],
      ['vic', `"/zoo-page/${page}"`, true],
      ['edi', '"/zoo-feed"', true],
      ['edi', '<a href="/zoo-walk" data-action="walk">', true],
      ['edi', `<form method="post" action="/zoo-trap/${page}">`, true],
      ['adm', '"/zoo-keys"', true],
    ];
    for (const [who, text, there] of table) assert.equal((await shown(who)).includes(text), there, `${who}: ${text}`);
  });

  it('keeps the order that entries ask for', async () => {
    const html = await shown('vic');
    const places = ['/zoo-first', 'href="/"', 'href="/local-workspace"', '/zoo-last'].map((text) => html.indexOf(text));
    assert.deepEqual(
      places.toSorted((a, b) => a - b),
      places,
    );
  });

  it('speaks the language of the reader, and writes right to left where that is due', async () => {
    const html = await shown('vic', 'de');
    assert.match(html, /<html lang="de" dir="ltr"/);
    assert.ok(html.includes('Papierkorb') && !html.includes('>Trash<'));
  });

  it('lists what plugins have for an article of the help, which is there because of them', async () => {
    const { status, text } = await t.inject('GET', '/help/formulas');
    assert.equal(status, 200);
    assert.match(text, /feed\(&lt;all&gt;\)/);
    assert.match(text, /<code>feed\(1\)<\/code> = <code>2<\/code>/);
    assert.match((await t.inject('GET', '/help')).text, /href="\/help\/formulas"/);
  });

  it('lists shortcuts of all plugins', () => {
    const ids = t.app.shortcuts().map(({ id }) => id);
    assert.ok(ids.includes('zoo.feed') && ids.includes('palette.open'));
    assert.equal(new Set(ids).size, ids.length);
  });
});
