// What a person keeps on the server for clipping: templates, highlights, and the places that are offered.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { calling, pairDevice } from './device.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let device: ReturnType<typeof calling>;
  let other: ReturnType<typeof calling>;
  before(async () => {
    t = await startApp(await open());
    device = calling(t, await pairDevice(t, 'ann'));
    other = calling(t, await pairDevice(t, 'edi'));
  });
  after(() => t.stop());

  it('keeps templates in their order, all of them or none', async () => {
    const recipes = {
      name: 'Recipes',
      sites: ['*.example.org/recipes'],
      tags: ['food'],
      clip_type: 'article',
      title: '{{title}}',
    };
    const kept = await device('PUT', '/templates', { templates: [recipes, { name: 'Rest' }] });
    assert.equal(kept.status, 200, kept.text);
    const { templates, home_page_id } = (await device('GET', '/templates')).body;
    assert.deepEqual(
      templates.map(({ id: _, ...one }: { id: number }) => one),
      [recipes, { name: 'Rest' }],
    );
    assert.equal(home_page_id, null);
    assert.deepEqual((await other('GET', '/templates')).body.templates, []);
    for (const [body, pointer] of [
      [{ templates: [{ name: 'A' }, { name: 'a' }] }, '/templates/1/name'],
      [{ templates: [{ name: 'A', clip_type: 'page' }] }, '/templates/0/clip_type'],
      [{ templates: [{}] }, '/templates/0/name'],
      [{ home: 1 }, '/home'],
    ] as const) {
      const { status, body: said } = await device('PUT', '/templates', body);
      assert.deepEqual([status, said.errors[0].pointer], [422, pointer]);
    }
    assert.equal((await device('GET', '/templates')).body.templates.length, 2);
    const hidden = (await t.call('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'Hidden' })).body.id;
    assert.equal((await device('PUT', '/templates', { home_page_id: hidden })).status, 404);
    for (const [place, field] of [
      [{ parent_id: hidden }, 'parent_id'],
      [{ workspace_id: t.ws1, collection_id: 1 }, 'workspace_id'],
      [{ values: { a: 1 } }, 'values'],
    ] as const) {
      const { status, body } = await device('PUT', '/templates', { templates: [{ name: 'A', ...place }] });
      assert.deepEqual([status, body.errors?.[0].pointer], [422, `/templates/0/${field}`], JSON.stringify(body));
    }
    assert.equal((await device('PUT', '/templates', { templates: [] })).body.templates.length, 0);
  });

  it('has a page for templates and for the place of clips, without scripts', async () => {
    const properties = [{ name: 'Rating', type: 'rating' }];
    const shelf = { workspace_id: t.ws1, title: 'Shelf of books', properties };
    const table = (await t.call('ann', 'POST', '/api/v2/collections', shelf)).body.id;
    const form = {
      name: 'Books',
      sites: 'example.org/b\n*.books.test\n',
      tags: 'read, read, later',
      title: '{{title}}',
    };
    const place = `collection ${table}`;
    const path = '/extensions/templates';
    for (const [change, said] of [
      [{ name: '' }, /Name /],
      [{ values: 'Rating: 4' }, /Database values require a database as the place/],
      [{ place, values: 'Colour: red' }, /Database values contain a property that the database does not have: Colour/],
      [{ place: 'page 2000000000' }, /Place must allow you to add clips/],
    ] as const) {
      const refused = await t.form('ann', path, { ...form, ...change });
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.text.replace(/\s+/g, ' '), said);
      assert.match(refused.text, /example\.org\/b/, 'what was typed is there');
    }
    const saved = await t.form('ann', path, { ...form, place, values: 'Rating: 4', clip_type: 'bookmark' });
    assert.deepEqual([saved.status, saved.headers.location], [303, `${path}?done=saved`], saved.text);
    const kept = async () => (await device('GET', '/templates')).body;
    const [{ id: _, ...template }] = (await kept()).templates;
    assert.deepEqual(template, {
      ...{ name: 'Books', sites: ['example.org/b', '*.books.test'], tags: ['read', 'later'], title: '{{title}}' },
      ...{ clip_type: 'bookmark', collection_id: table, values: { Rating: 4 } },
    });
    const { text } = await t.call('ann', 'GET', `${path}?name=Books`);
    for (const part of ['Rating: 4', 'Edit “Books”', `value="${place}" selected`, '>Bookmark</option>'])
      assert.ok(text.includes(part), part);
    await t.form('ann', path, { ...form, was: 'Books', name: 'Volumes' });
    assert.deepEqual(
      (await kept()).templates.map((one: { name: string }) => one.name),
      ['Volumes'],
    );
    await t.form('ann', `${path}/home`, { home: place });
    assert.ok((await kept()).home_page_id > 0);
    const workspace = await t.form('ann', `${path}/home`, { home: `workspace ${t.ws1}` });
    assert.match(workspace.text.replace(/\s+/g, ' '), /must be a page or a database/);
    await t.form('ann', `${path}/home`, { home: '' });
    await t.form('ann', `${path}/remove`, { was: 'Volumes' });
    assert.deepEqual(await kept(), { home_page_id: null, templates: [] });
  });

  it('has one thing to press on its page: the extension for the browser of the reader', async () => {
    for (const [agent, browser] of [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox'],
      ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36', 'chromium'],
    ] as const) {
      const headers = { ...t.session('vic'), 'user-agent': agent, accept: 'text/html' };
      const { text } = await t.inject('GET', '/extensions', { headers });
      assert.match(text, new RegExp(`class="button primary" href="/extensions/[^"]*${browser}`), browser);
      assert.equal(text.match(/class="button primary" href=/g)?.length, 1);
    }
    const { text } = await t.call('ann', 'GET', '/extensions');
    assert.match(text, /<summary>Install it in another browser/);
  });

  it('keeps highlights by the address of a page, for their owner alone', async () => {
    const url = 'https://www.example.org/a/?utm_source=x#part';
    const made = await device('POST', '/highlights', { url, exact: 'from afar', prefix: 'saw it', note: 'nice' });
    assert.deepEqual(
      [made.status, made.body.source_url, made.body.suffix],
      [200, 'https://www.example.org/a/#part', ''],
      made.text,
    );
    const of = async (by = device) =>
      (await by('GET', `/highlights?url=${encodeURIComponent('http://example.org/a')}`)).body.highlights;
    assert.deepEqual(await of(), [made.body]);
    const shown = (await t.call('ann', 'GET', '/extensions')).text;
    assert.match(shown, /href="https:\/\/www\.example\.org\/a\/#part:~:text=from%20afar"[^>]*>from afar<[\s\S]*nice/);
    assert.ok(!(await t.call('edi', 'GET', '/extensions')).text.includes('from afar'));
    assert.deepEqual(await of(other), []);
    assert.equal((await other('DELETE', `/highlights/${made.body.id}`)).status, 404);
    assert.equal((await device('POST', '/highlights', { url: 'javascript:alert(1)', exact: 'x' })).status, 422);
    assert.equal((await device('POST', '/highlights', { url, exact: '' })).status, 422);
    for (let n = 1; n < 200; n++) await device('POST', '/highlights', { url, exact: `word ${n}` });
    assert.equal((await device('POST', '/highlights', { url, exact: 'one more' })).status, 409);
    const same = { url, exact: 'word 7' };
    assert.equal((await device('POST', '/highlights', same)).status, 200, 'the same one is there already');
    const removal = `/extensions/highlights/${made.body.id}/remove`;
    assert.equal((await t.form('edi', removal, {})).status, 404);
    assert.equal((await t.form('ann', removal, {})).status, 303);
    assert.equal((await device('DELETE', `/highlights/${made.body.id}`)).status, 404);
    assert.equal((await of()).length, 199);
    const all = `/highlights?url=${encodeURIComponent('http://example.org/a')}`;
    await other('POST', '/highlights', same);
    assert.equal((await device('DELETE', all)).status, 200);
    assert.deepEqual([(await of()).length, (await of(other)).length], [0, 1]);
  });

  it('offers the places where somebody may write, and the properties that a database asks for', async () => {
    const hidden = await t.call('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'Harbour of bob' });
    assert.equal(hidden.status, 200);
    await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Harbour of ann' });
    const properties = [
      { name: 'Mood', type: 'select', config: { options: [{ name: 'calm' }] } },
      { name: 'Made', type: 'created_time' },
    ];
    await t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, title: 'Harbour list', properties });
    const targets = async (by: typeof device, q: string) =>
      (await by('GET', `/targets?q=${q}`)).body.targets as {
        title: string;
        kind: string;
        properties?: { name: string; options?: string[] }[];
      }[];
    const found = await targets(device, 'Harbour');
    assert.deepEqual(found.map(({ title }) => title).sort(), ['Harbour list', 'Harbour of ann']);
    const table = found.find(({ kind }) => kind === 'collection');
    assert.deepEqual(
      table?.properties?.map(({ name, options }) => [name, options]),
      [['Mood', ['calm']]],
    );
    const viewer = calling(t, await pairDevice(t, 'vic'));
    assert.deepEqual(await targets(viewer, 'Harbour'), []);
    assert.ok((await targets(device, '')).some(({ kind }) => kind === 'workspace'));
  });
});
