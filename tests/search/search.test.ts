// Search over HTTP on both engines: what is found, in which order, and that hostile words are only words.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ids: Record<string, number> = {};
  const documents: [string, string][] = [
    ['Whales', 'The blue whale is the largest animal. Cafés serve it never.'],
    ['Ocean', 'A whale was seen. A whale, a whale! Ships go by.'],
    ['会議メモ', '東京で日本語の会議があった。'],
    ['Straßenkarte', 'Karte der Ångström-Straße'],
    ['<img src=x onerror=alert(1)>', 'An <b>angry</b> title & "quotes"'],
  ];
  before(async () => {
    t = await startApp(await open());
    for (const [title, markdown] of documents)
      ids[title] = (await t.call('ann', 'POST', '/api/pages', { title, markdown, workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const search = async (q: string, extra = '') =>
    (await t.call('vic', 'GET', `/api/search?q=${encodeURIComponent(q)}${extra}`)).body;
  const titles = async (q: string): Promise<string[]> =>
    (await search(q)).results.map((one: { title: string }) => one.title);

  const found: [string, string[]][] = [
    ['whale', ['Whales', 'Ocean']],
    ['WHALE blue', ['Whales']],
    ['whal', ['Whales', 'Ocean']],
    ['whal ', []],
    ['cafe', ['Whales']],
    ['CAFÉS', ['Whales']],
    ['日本', ['会議メモ']],
    ['会議', ['会議メモ']],
    ['京', ['会議メモ']],
    ['語日', []],
    ['東', ['会議メモ']],
    ['ångstrom', ['Straßenkarte']],
    ['whale ships', ['Ocean']],
    ['nothinglikethis', []],
    ['img onerror', ['<img src=x onerror=alert(1)>']],
    ['', []],
  ];
  for (const [q, expected] of found)
    it(`finds ${JSON.stringify(q)}`, async () => assert.deepEqual(await titles(q), expected));

  for (const q of [
    '"',
    "'",
    'NEAR(',
    '*',
    '-',
    'a OR b',
    'title:x',
    '^a',
    '%',
    '\\',
    ';--',
    '🌲',
    '(((',
    'a AND NOT b',
    '{x}',
  ]) {
    it(`takes ${q} as words only`, async () =>
      assert.equal((await t.call('vic', 'GET', `/api/search?q=${encodeURIComponent(q)}`)).status, 200));
  }

  it('gives what a result needs, as text', async () => {
    const { results, total } = await search('angry');
    assert.equal(total, 1);
    const { updated_at, ...rest } = results[0];
    assert.deepEqual(rest, {
      type: 'page',
      id: ids['<img src=x onerror=alert(1)>'],
      title: '<img src=x onerror=alert(1)>',
      snippet: 'An angry title & "quotes"',
      url: `/pages/${ids['<img src=x onerror=alert(1)>']}`,
      workspace_id: t.ws1,
      path: [],
      page_icon: '',
    });
    assert.ok(Date.parse(updated_at));
  });

  describe('the index', () => {
    it('follows renames and new bodies at once', async () => {
      const { id } = (
        await t.call('ann', 'POST', '/api/pages', { title: 'Zanzibar', markdown: 'first words', workspace_id: t.ws1 })
      ).body;
      await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Quagga' });
      assert.deepEqual(
        [await titles('zanzibar'), await titles('quagga'), await titles('first words')],
        [[], ['Quagga'], ['Quagga']],
      );
      await t.call('ann', 'PUT', `/api/pages/${id}/content`, { markdown: 'second text' });
      assert.deepEqual([await titles('first words'), await titles('second text')], [[], ['Quagga']]);
      const child = (await t.call('ann', 'POST', '/api/pages', { title: 'Cub', markdown: 'quaggaling', parent_id: id }))
        .body;
      assert.deepEqual((await search('quaggaling')).results[0].path, ['Quagga']);
      assert.ok(child.id);
    });

    it('pages v2 answers with a total', async () => {
      const answer = await t.call('vic', 'GET', '/api/v2/search?q=whale&limit=1&page=2');
      assert.deepEqual(
        [answer.headers['x-total-count'], answer.body.map((one: { title: string }) => one.title)],
        ['2', ['Ocean']],
      );
      assert.match(answer.headers.link as string, /rel="prev".*rel="last"/);
    });

    it('narrows to one workspace, refusing those that are not visible', async () => {
      assert.equal((await search('whale', `&workspace_id=${t.ws1}`)).total, 2);
      assert.equal((await t.call('vic', 'GET', `/api/search?q=whale&workspace_id=${t.ws2}`)).status, 404);
    });
  });
});
