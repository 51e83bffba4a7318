// The page of a search: what narrows its results, and excerpts that say whom and which days a text names.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { search } from '../../plugins/search/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    const blocks = [
      {
        type: 'paragraph',
        data: {},
        content: [
          { type: 'text', text: 'Ask ' },
          { type: 'mention', userId: t.user('edi').id },
          { type: 'text', text: ' about the lighthouse by ' },
          { type: 'dateLink', date: '2026-12-04' },
          { type: 'text', text: ' please' },
        ],
      },
    ];
    const make = async (who: 'ann' | 'edi', title: string, more = {}) =>
      (await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, ...more })).body.id as number;
    const keeper = await make('ann', 'Lighthouse keeper', { blocks });
    await make('edi', 'Lighthouse lamp');
    await t.call('ann', 'POST', `/api/local-workspace/items/${keeper}/tags`, { name: 'harbour' });
  });
  after(() => t.stop());

  const read = async (query: string): Promise<string> => {
    const { status, text } = await t.inject('GET', `/search?q=lighthouse${query}`, { headers: t.session('ann') });
    assert.equal(status, 200, query);
    return text;
  };
  const found = (text: string): string[] =>
    [...text.matchAll(/<p class="result-title">.*?<a [^>]*>(.*?)<\/a>/g)].map(([, title]) =>
      String(title).replace(/<[^>]+>/g, ''),
    );

  it('narrows by who changed a page, when, where, and by tags, each with a way back', async () => {
    assert.equal(found(await read('')).length, 2);
    const byEdi = await read(`&person=${t.user('edi').id}`);
    assert.deepEqual(found(byEdi), ['Lighthouse lamp']);
    assert.match(byEdi, /Changed by: Edi Example/);
    assert.match(byEdi, /href="\/search\?q=lighthouse" aria-label="Remove filter: Changed by"/);
    assert.equal(found(await read('&since=day')).length, 2);
    const tagged = /href="\/search\?q=lighthouse&(?:amp;|#38;)?tag=(\d+)"[^>]*>harbour</.exec(await read(''))?.[1];
    assert.deepEqual(found(await read(`&tag=${tagged}`)), ['Lighthouse keeper']);
    assert.equal(found(await read(`&place=${t.ws1}`)).length, 2);
    const strange = await t.inject('GET', `/search?q=x&place=${t.ws2}`, { headers: t.session('ann') });
    assert.equal(strange.status, 404);
    assert.equal((await t.inject('GET', '/search?q=x&since=ever', { headers: t.session('ann') })).status, 422);
  });

  it('finds in titles alone, and puts what was edited or made last first', async () => {
    const make = async (title: string, markdown: string) =>
      (await t.call('ann', 'POST', '/api/pages', { title, markdown, workspace_id: t.ws1 })).body.id as number;
    const first = await make('Buoy', 'A lantern in the fog, and a lantern again: lantern.');
    await make('Lantern', 'Of glass.');
    await make('Quay', 'One lantern, and much else that is said here beside it.');
    await t.call('ann', 'PATCH', `/api/v2/pages/${first}`, { title: 'Buoys' });
    const ask = async (more: string) => {
      const { text } = await t.inject('GET', `/search?q=lantern${more}`, { headers: t.session('ann') });
      return { titles: found(text), text };
    };
    assert.equal((await ask('')).titles[0], 'Lantern');
    assert.deepEqual((await ask('&order=created')).titles, ['Quay', 'Lantern', 'Buoys']);
    assert.deepEqual((await ask('&order=edited')).titles, ['Buoys', 'Quay', 'Lantern']);
    const { titles, text } = await ask('&titles=true&order=created');
    assert.deepEqual(titles, ['Lantern']);
    // What narrows and orders goes along with the next words.
    assert.match(
      text,
      /<input type="hidden" name="titles" value="true">[\s\S]*<input type="hidden" name="order" value="created">/,
    );
    assert.match(text, /href="\/search\?q=lantern&(?:amp|#38);order=created" aria-current="true">Titles only</);
    assert.equal((await t.inject('GET', '/search?q=x&order=size', { headers: t.session('ann') })).status, 422);
    const query = { q: 'lantern', limit: 2, order: 'created', offset: 1 } as const;
    assert.deepEqual(
      (await t.ctx('ann').use(search).find(t.ctx('ann'), query)).results.map(({ title }) => title),
      ['Lantern', 'Buoys'],
    );
  });

  it('helps whoever finds nothing or has asked for nothing yet', async () => {
    const page = async (query: string) =>
      (await t.inject('GET', `/search${query}`, { headers: t.session('ann') })).text;
    const none = await page('?q=nowhere&titles=true&since=day');
    assert.match(none, /Nothing found for “nowhere”/);
    assert.match(none, /href="\/search\?q=nowhere&(?:amp|#38);since=day">Search texts, too</);
    assert.match(none, /href="\/search\?q=nowhere">Remove all filters</);
    assert.ok(found(await page('')).includes('Lighthouse lamp'));
  });

  it('says of a row the value that was found, and of blocks where one ends', async () => {
    const { collection } = (await t.call('ann', 'POST', '/db/api', { title: 'Boats', workspace_id: t.ws1 })).body;
    const text = { name: 'Yard', type: 'text' };
    const property = (await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/properties`, text)).body;
    const other = (
      await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/properties`, { name: 'Sail', type: 'text' })
    ).body;
    const values = { [property.id]: 'Wharfside', [other.id]: 'Lateen' };
    await t.call('ann', 'POST', `/api/v2/collections/${collection.id}/rows`, { title: 'Dory', values });
    const html = (await t.inject('GET', '/search?q=lateen', { headers: t.session('ann') })).text;
    assert.match(html, /<p class="snippet"><mark>Lateen<\/mark><\/p>/);
    await t.call('ann', 'POST', '/api/pages', {
      title: 'Log',
      markdown: '# Knots\n\nBowline first',
      workspace_id: t.ws1,
    });
    assert.equal(
      (await t.call('ann', 'GET', '/api/search?q=bowline')).body.results[0].snippet,
      'Knots · Bowline first',
    );
  });

  it('says which tags of one’s own the words name, with how many pages carry each', async () => {
    const tags = async (q: string, who: 'ann' | 'edi' = 'ann'): Promise<string[]> => {
      const { text } = await t.inject('GET', `/search?q=${encodeURIComponent(q)}`, { headers: t.session(who) });
      const list = /<ul class="search-tags"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? '';
      return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, one]) =>
        String(one)
          .replace(/<[^>]+>/g, '')
          .trim(),
      );
    };
    assert.deepEqual(await tags('Harbour'), ['Tag: harbour · 1 page']);
    assert.deepEqual(await tags('the #harbour lights'), ['Tag: harbour · 1 page']);
    assert.deepEqual(await tags('harbours'), []);
    assert.deepEqual(await tags('harbour', 'edi'), []);
    await t.call('ann', 'POST', '/api/settings/tags', { name: 'Harbour lights' });
    assert.deepEqual(await tags('harbour-lights'), ['Tag: harbour · 1 page', 'Tag: Harbour lights · 0 pages']);
  });

  it('keeps mentions and days in excerpts as they are written', async () => {
    const text = (await read('')).replace(/<\/?mark>/g, '');
    assert.match(text, /Ask @Edi Example about the lighthouse by 4 Dec 2026 please/);
    const { body } = await t.call('ann', 'GET', '/api/search?q=keeper');
    assert.match(body.results[0].snippet, /Ask @Edi Example about the lighthouse by 4 Dec 2026/);
  });
});
