// Pieces of pages are kept between requests: each page is still as it is at this moment, for who reads it.
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

  const make = async (body: object): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { body: { workspace_id: t.ws1, ...body } })).body.id;
  const seen = async (who: Name, id: number): Promise<string> => (await t.call(who, 'GET', `/pages/${id}`)).text;
  const rename = (id: number, title: string) => t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { title });
  const linkTo = (pageId: number) => [{ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId }] }];

  it('shows what linked pages are called now, and nothing of them once they are gone', async () => {
    const target = await make({ title: 'First name' });
    const id = await make({ title: 'Reader', blocks: linkTo(target) });
    const article = async () => /<article.*?<\/article>/s.exec(await seen('vic', id))?.[0] ?? '';
    assert.match(await article(), /First name/);
    assert.equal((await rename(target, 'Second name')).status, 200);
    assert.match(await article(), /Second name/);
    assert.doesNotMatch(await article(), /First name/);
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${target}`)).status, 200);
    assert.doesNotMatch(await article(), /name/);
  });

  it('shows the tree as it is: renamed, moved and new pages, and the trail to the page', async () => {
    const shelf = await make({ title: 'Shelf' });
    const id = await make({ title: 'Book', parent_id: shelf });
    assert.match(await seen('vic', id), /<a href="\/pages\/\d+">Shelf<\/a>/);
    await rename(shelf, 'Cupboard');
    assert.match(await seen('vic', id), /<a href="\/pages\/\d+">Cupboard<\/a>/);
    await rename(id, 'Volume');
    assert.match(await seen('vic', id), /aria-current="page">Volume</);
    const below = await make({ title: 'Chapter', parent_id: id });
    assert.match(await seen('vic', id), /class="links">\s*<li><a href="\/pages\/\d+">.*Chapter/);
    await t.call('ann', 'PUT', `/api/pages/${below}/move`, { parent_id: null });
    assert.doesNotMatch(await seen('vic', id), /class="page-after"/);
  });

  it('gives the editor to those who may write, and to nobody else', async () => {
    const id = await make({ title: 'Ours', blocks: [{ type: 'paragraph', data: { text: 'same text' } }] });
    const other = await make({ title: 'Theirs', blocks: [{ type: 'paragraph', data: { text: 'same text' } }] });
    assert.match(await seen('ann', id), new RegExp(`data-page="${id}"`));
    assert.match(await seen('ann', other), new RegExp(`data-page="${other}"`));
    assert.doesNotMatch(await seen('vic', id), /data-page=/);
    await t.call('ann', 'POST', `/api/pages/${id}/lock`);
    assert.doesNotMatch(await seen('ann', id), /data-blocks=/);
  });
});
