// The page of a tag: the list of the library, narrowed to what carries it, under what changes the tag.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ids: Record<string, number> = {};
  const tags: Record<string, number> = {};
  const html = { headers: { accept: 'text/html' } };

  before(async () => {
    t = await startApp(await open());
    const make = async (title: string, parent_id?: number) => {
      const made = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id });
      ids[title] = made.body.id;
    };
    await make('Harbour');
    await make('Quay', ids.Harbour);
    await make('Buoy');
    await make('Inland');
    for (const [title, name] of [
      ['Quay', 'sea'],
      ['Buoy', 'sea'],
      ['Quay', 'urgent'],
      ['Inland', 'urgent'],
    ] as const) {
      const { body } = await t.call('ann', 'POST', `/api/local-workspace/items/${ids[title]}/tags`, { name });
      tags[name] = body.id;
    }
  });
  after(() => t.stop());

  const titles = async (query: string): Promise<string[]> => {
    const { status, body, text } = await t.call('ann', 'GET', `/api/library/tagged?${query}`);
    assert.equal(status, 200, text);
    return body.items.map(({ title }: { title: string }) => title);
  };
  const read = async (path: string) => (await t.call('ann', 'GET', path, html)).text;
  /** without the sidebar, which lists the tree */
  const shown = async (path: string) => (await read(path)).replace(/[\s\S]*<main/, '');

  it('lists what carries it wherever that lies, in any order, and what carries another tag, too', async () => {
    assert.deepEqual(await titles(`tag=${tags.sea}&sort=title`), ['Buoy', 'Quay']);
    assert.deepEqual(await titles(`tag=${tags.sea}&sort=-title`), ['Quay', 'Buoy']);
    assert.deepEqual(await titles(`tag=${tags.sea}&with_tag=${tags.urgent}`), ['Quay']);
    assert.deepEqual(await titles(`tag=${tags.sea}&q=buo`), ['Buoy']);
    assert.equal((await t.call('ann', 'GET', '/api/library/tagged')).status, 422);
    assert.deepEqual((await t.call('edi', 'GET', `/api/library/tagged?tag=${tags.sea}`)).body.items, []);
  });

  it('is a table under the name of the tag, with the way to it, and is nobody else’s', async () => {
    const text = await read(`/tags/${tags.sea}?sort=title`);
    assert.match(text, /<h1><span class="tag" data-tone="\w+">sea<\/span><\/h1>/);
    assert.match(text, /href="\/library">\s*Library[\s\S]*href="\/tags">\s*Tags[\s\S]*aria-current="page">sea</);
    assert.match(text, /aria-sort="ascending"[\s\S]*Buoy[\s\S]*Quay[\s\S]*Harbour/);
    assert.doesNotMatch(await shown(`/tags/${tags.sea}`), /Inland/);
    assert.match(await read(`/tags/${tags.sea}?with_tag=${tags.urgent}`), /Quay/);
    assert.doesNotMatch(await shown(`/tags/${tags.sea}?with_tag=${tags.urgent}&kind=`), /Buoy/);
    for (const query of ['sort=name', 'kind=row', 'with_tag=x'])
      assert.equal((await t.call('ann', 'GET', `/tags/${tags.sea}?${query}`, html)).status, 422, query);
    assert.equal((await t.call('edi', 'GET', `/tags/${tags.sea}`, html)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/tags/${tags.sea}?workspace_id=${t.ws1}`, html)).status, 404);
  });

  it('leads back to itself after what is done there', async () => {
    const from = `tab=tagged&tag=${tags.sea}&sort=title`;
    const acted = await t.form('ann', '/library/bulk', {
      action: 'favorite',
      page_ids: Number(ids.Buoy),
      tag: '',
      from,
    });
    assert.deepEqual([acted.status, acted.headers.location], [303, `/tags/${tags.sea}?sort=title&done=1&refused=0`]);
    assert.match(await read(`${acted.headers.location}`), /One page done\./);
    const renamed = await t.form('ann', `/tags/${tags.sea}`, { name: 'Sea', color: 'blue', from: 'pages' });
    assert.deepEqual([renamed.status, renamed.headers.location], [303, `/tags/${tags.sea}`]);
    assert.match(await read(`/tags/${tags.sea}`), /data-tone="blue">Sea</);
    const elsewhere = await t.form('ann', `/tags/${tags.sea}`, { name: 'sea', color: 'blue' });
    assert.equal(elsewhere.headers.location, `/tags#tag-${tags.sea}`);
    const gone = await t.form('ann', '/library/bulk', {
      action: 'favorite',
      page_ids: Number(ids.Buoy),
      from: 'tab=tagged&tag=//x',
    });
    assert.match(String(gone.headers.location), /^\/library\?/);
  });

  it('says what to do where nothing carries it', async () => {
    const { body } = await t.call('ann', 'POST', '/api/settings/tags', { name: 'Unused' });
    assert.match(await read(`/tags/${body.id}`), /No page carries this tag/);
  });
});
