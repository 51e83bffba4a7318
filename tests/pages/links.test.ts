// What other pages say about a page: sentences around links, mentions that become links, and what stays hidden.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (title: string, content: object[] = [], who: Name = 'ann', workspace = t.ws1): Promise<number> => {
    const blocks = [{ id: 'a', type: 'paragraph', data: {}, content }];
    const made = await t.call(who, 'POST', '/api/pages', { title, blocks, workspace_id: workspace });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const text = (words: string) => ({ type: 'text', text: words });
  const page = async (id: number, who: Name = 'vic') => (await t.call(who, 'GET', `/pages/${id}/links`)).text;

  it('shows the sentence around each link', async () => {
    const id = await make('Harbour');
    await make('Log', [
      text('We left early. Then we saw '),
      { type: 'pageLink', pageId: id },
      text(' at noon. Later it rained.'),
    ]);
    assert.match(await page(id), /<p class="mention">Then we saw <mark>Harbour<\/mark> at noon\.<\/p>/);
    assert.match((await t.call('vic', 'GET', `/pages/${id}`)).text, new RegExp(`href="/pages/${id}/links"`));
  });

  it('finds mentions without a link, and makes one of them a link that follows a new title', async () => {
    const id = await make('Blue Lagoon');
    const source = await make('Diary', [text('The blue lagoon was calm. Blue Lagoons are many.')]);
    await make('Noise', [text('A lagoon that is blue')]);
    await make('Foreign', [text('Blue Lagoon')], 'bob', t.ws2);
    const shown = await page(id);
    assert.match(shown, /<p class="mention">The <mark>blue lagoon<\/mark> was calm\.<\/p>/);
    assert.ok(!shown.includes('Noise</a></p>') && !shown.includes('Foreign'));
    assert.ok(!shown.includes('name="source_page_id"'), 'viewers cannot link');
    assert.match(await page(id, 'edi'), new RegExp(`name="source_page_id" value="${source}"`));
    assert.equal((await t.form('edi', `/pages/${id}/links`, { source_page_id: source })).status, 303);
    const { content } = (await t.call('ann', 'GET', `/api/v2/pages/${source}`)).body;
    assert.deepEqual(JSON.parse(content).blocks[0].content, [
      text('The '),
      { type: 'pageLink', pageId: id },
      text(' was calm. Blue Lagoons are many.'),
    ]);
    await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Green Lagoon' });
    assert.match((await t.call('vic', 'GET', `/pages/${source}`)).text, /Green Lagoon/);
    assert.equal((await t.form('edi', `/pages/${id}/links`, { source_page_id: source })).status, 409);
  });

  it('checks both pages', async () => {
    const id = await make('Quiet place');
    const foreign = await make('Foreign', [text('Quiet place')], 'bob', t.ws2);
    const own = await make('Own', [text('A quiet place')]);
    const link = async (who: Name, source: number) =>
      (await t.form(who, `/pages/${id}/links`, { source_page_id: source })).status;
    assert.deepEqual([await link('ann', foreign), await link('bob', foreign), await link('vic', own)], [404, 404, 403]);
    assert.equal((await t.call('bob', 'GET', `/pages/${id}/links`)).status, 404);
  });

  it('previews a page for who may see it', async () => {
    const id = await make('Preview', [text('First line')]);
    const { body } = await t.call('vic', 'GET', `/api/pages/${id}/preview`);
    assert.deepEqual(body, { id, title: 'Preview', kind: 'page', page_icon: '', picture: '', lines: ['First line'] });
    assert.equal((await t.call('bob', 'GET', `/api/pages/${id}/preview`)).status, 404);
  });

  it('says of a link to a page in the trash no more than that it is not there', async () => {
    const id = await make('Gone soon');
    const source = await make('Reader', [{ type: 'pageLink', pageId: id }]);
    await t.call('ann', 'POST', `/api/pages/${id}/trash`);
    const shown = (await t.call('vic', 'GET', `/pages/${source}`)).text;
    assert.ok(!shown.includes('Gone soon'));
    assert.match(shown, /No access or deleted page/);
  });
});
