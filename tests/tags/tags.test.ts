// Tags over HTTP on both engines: whose they are, what is counted, what is found by them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { PALETTE } from '../../plugins/blocks/value-rules.ts';
import { nextTone, paletteTone, TAG_COLORS } from '../../plugins/tags/palette-color.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

interface Tag {
  id: number;
  name: string;
  color: string;
  count: number;
}

it('a colour of another program is shown in the nearest of the palette', () => {
  const table = { '#ff0000': 'red', '#0e7490': 'blue', '#15803d': 'green', '#808080': 'gray', '#7a5af8': 'purple' };
  for (const [color, tone] of Object.entries(table)) assert.equal(paletteTone(color), tone, color);
  assert.equal(paletteTone('#ff8800'), 'orange');
  assert.equal(paletteTone('#e60073'), 'pink');
  assert.equal(paletteTone('yellow'), 'yellow');
});

it('a new tag gets the colour that the fewest have', () => {
  const colors: string[] = [];
  for (let count = 0; count < 18; count += 1) colors.push(nextTone(colors));
  assert.equal(new Set(colors.slice(0, 9)).size, 9);
  assert.deepEqual(colors.slice(9), colors.slice(0, 9));
  assert.equal(nextTone(['#0000ff', 'green', 'default']), 'orange');
  assert.deepEqual([...TAG_COLORS].sort(), [...PALETTE].sort());
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ids: Record<string, number> = {};
  const make = async (who: Name, title: string, workspace_id: number): Promise<void> => {
    ids[title] = (await t.call(who, 'POST', '/api/pages', { title, workspace_id })).body.id;
  };
  before(async () => {
    t = await startApp(await open());
    for (const title of ['One', 'Two', 'Three']) await make('ann', title, t.ws1);
    await make('bob', 'Hidden', t.ws2);
  });
  after(() => t.stop());

  const put = (who: Name, title: string, name: string) =>
    t.call(who, 'POST', `/api/local-workspace/items/${ids[title]}/tags`, { name });
  const all = async (who: Name, url = '/api/settings/tags/all'): Promise<Tag[]> =>
    (await t.call(who, 'GET', url)).body.tags;
  const counts = async (who: Name, url?: string): Promise<Record<string, number>> =>
    Object.fromEntries((await all(who, url)).map(({ name, count }) => [name, count]));
  const search = async (who: Name, tags: string): Promise<string[]> => {
    const { body } = await t.call(who, 'GET', `/api/local-workspace/tags/search?tags=${encodeURIComponent(tags)}`);
    return body.items.map(({ title }: { title: string }) => title);
  };

  it('nobody changes, puts or reads what belongs to another person', async () => {
    const { id } = (await t.call('ann', 'POST', '/api/settings/tags', { name: 'Private', color: 'red' })).body;
    for (const who of ['edi', 'adm', 'bob'] as const) {
      const table: [string, string, object?][] = [
        ['PUT', `/api/settings/tags/${id}`, { name: 'Mine' }],
        ['DELETE', `/api/settings/tags/${id}`],
        ['GET', `/api/v2/tags/${id}`],
        ['PATCH', `/api/v2/tags/${id}`, { name: 'Mine' }],
        ['DELETE', `/api/v2/tags/${id}`],
        ['DELETE', `/api/local-workspace/items/${ids.One}/tags/${id}`],
        ['DELETE', `/api/v2/pages/${ids.One}/tags?tag_id=${id}`],
        ['DELETE', `/api/v2/pages/${ids.One}/tags/${id}`],
      ];
      for (const [method, url, body] of table)
        assert.equal((await t.call(who, method, url, body && { body })).status, 404, `${who} ${method} ${url}`);
    }
    assert.equal((await put('bob', 'One', 'Spy')).status, 404);
    assert.deepEqual(await all('bob'), []);
    assert.equal((await t.call('ann', 'DELETE', `/api/settings/tags/${id}`)).status, 200);
  });

  it('refuses names and colours by field', async () => {
    const table: [object, string][] = [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'a,b' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: '\u200b \u202e' }, 'name'],
      [{ name: 'a', color: 'mauve' }, 'color'],
      [{ name: 'a', colour: 'mauve' }, 'colour'],
      [{ name: 'a', more: 1 }, 'more'],
    ];
    for (const [body, field] of table) {
      const answer = await t.call('ann', 'POST', '/api/settings/tags', { body });
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.equal(answer.body.detail[0].loc.at(-1), field, answer.text);
    }
    assert.deepEqual(await all('ann'), []);
  });

  it('a name is one tag whatever its case, and colours come by either spelling', async () => {
    const made = await t.call('ann', 'POST', '/api/settings/tags', { name: ' Reading ', colour: 'blue' });
    assert.deepEqual(made.body, { ok: true, id: made.body.id, name: 'Reading', color: 'blue', count: 0 });
    assert.equal((await t.call('ann', 'POST', '/api/settings/tags', { name: 'READING' })).status, 409);
    const other = await t.call('ann', 'POST', '/api/v2/tags', { name: 'Other', color: '#0e7490' });
    assert.equal(other.body.color, '#0e7490');
    assert.equal((await t.call('ann', 'PUT', `/api/settings/tags/${other.body.id}`, { name: 'reading' })).status, 409);
    const renamed = await t.call('ann', 'PATCH', `/api/v2/tags/${made.body.id}`, { name: 'reading', color: 'green' });
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.color], [200, 'reading', 'green']);
    assert.equal((await t.call('ann', 'PATCH', `/api/v2/tags/${made.body.id}`, { body: {} })).status, 422);
    assert.equal((await t.call('bob', 'POST', '/api/settings/tags', { name: 'reading' })).status, 200);
    const listed = await t.call('ann', 'GET', '/api/v2/tags?limit=1');
    assert.deepEqual([listed.body[0].name, listed.headers['x-total-count']], ['Other', '2']);
  });

  it('a name is one tag for those who ask at once, too', async () => {
    const five = [1, 2, 3, 4, 5];
    const statuses = async (ask: (one: number) => Promise<{ status: number }>) =>
      (await Promise.all(five.map(ask))).map(({ status }) => status).sort();
    const made = await statuses(() => t.call('com', 'POST', '/api/settings/tags', { name: 'At once' }));
    assert.deepEqual(made, [200, 409, 409, 409, 409]);
    assert.deepEqual(await statuses(() => put('com', 'One', 'On a page')), [200, 200, 200, 200, 200]);
    const [one, other] = await all('com');
    const named = await statuses((at) =>
      t.call('com', 'PUT', `/api/settings/tags/${(at % 2 ? one : other)?.id}`, { name: 'Named' }),
    );
    assert.deepEqual(new Set(named), new Set([200, 409]));
    // Who comes after it was deleted finds none to delete; it is put on whenever that is.
    const removed = () => t.call('com', 'DELETE', `/api/settings/tags/${one?.id}`);
    const mixed = await statuses(async (at) => {
      if (at % 2 === 0) return put('com', 'One', one?.name ?? '');
      const { status } = await removed();
      return { status: status === 404 ? 200 : status };
    });
    assert.deepEqual(mixed, [200, 200, 200, 200, 200]);
    for (const { id } of await all('com')) await t.call('com', 'DELETE', `/api/settings/tags/${id}`);
  });

  it('is made in a colour of its own on a page, unless a program makes it without one', async () => {
    const colors = async (who: Name) => Object.fromEntries((await all(who)).map(({ name, color }) => [name, color]));
    await put('com', 'One', 'First');
    await t.form('com', `/tags/pages/${ids.One}`, { name: 'Second' });
    await t.call('com', 'POST', '/api/library/bulk', { body: { action: 'tag', page_ids: [ids.One], tag: 'Third' } });
    await t.call('com', 'POST', `/api/v2/pages/${ids.One}/tags`, { name: 'Program' });
    await t.call('com', 'POST', '/api/settings/tags', { name: 'Settings' });
    const found = await colors('com');
    assert.deepEqual(found, {
      First: 'blue',
      Second: 'green',
      Third: 'orange',
      Program: 'default',
      Settings: 'default',
    });
    const { text } = await t.call('com', 'GET', '/tags', { headers: { accept: 'text/html' } });
    assert.match(text, /value="purple" aria-label="Purple" checked/);
    for (const { id } of await all('com')) await t.call('com', 'DELETE', `/api/settings/tags/${id}`);
  });

  it('names hold nothing that turns what stands beside them', async () => {
    const { body } = await t.call('com', 'POST', '/api/settings/tags', { name: '\u202eevil\u202c' });
    assert.equal(body.name, 'evil');
    await t.call('com', 'DELETE', `/api/settings/tags/${body.id}`);
  });

  it('goes on a page by name, also for those who only read it and while it is locked', async () => {
    await t.call('ann', 'POST', `/api/pages/${ids.Two}/lock`, { locked: true });
    for (const [title, name] of [
      ['One', 'Reading'],
      ['One', 'Later'],
      ['Two', 'later'],
      ['Two', 'LATER'],
    ] as const)
      assert.equal((await put('ann', title, name)).status, 200);
    assert.equal((await put('vic', 'Two', 'Mine')).body.count, 1);
    const on = await t.call('ann', 'GET', `/api/v2/pages/${ids.One}/tags`);
    assert.deepEqual(
      on.body.map(({ name, count }: Tag) => [name, count]),
      [
        ['Later', 2],
        ['reading', 1],
      ],
    );
    assert.deepEqual((await t.call('edi', 'GET', `/api/local-workspace/items/${ids.One}/tags`)).body, { tags: [] });
    const page = await t.call('ann', 'GET', `/api/v2/pages/${ids.One}`);
    assert.equal(page.body.sync_version, 1);
  });

  it('counts and finds what its owner sees, within the active workspace where that is asked', async () => {
    await put('bob', 'Hidden', 'reading');
    assert.deepEqual(await counts('bob'), { reading: 1 });
    await put('adm', 'Hidden', 'Everywhere');
    await put('adm', 'One', 'Everywhere');
    assert.deepEqual(await counts('adm'), { Everywhere: 2 });
    assert.deepEqual(await counts('adm', '/api/local-workspace/tags'), { Everywhere: 0 });
    assert.deepEqual(await search('ann', 'later'), ['One', 'Two']);
    assert.deepEqual(await search('ann', 'later,Reading'), ['One']);
    assert.deepEqual(await search('ann', ' later , later '), ['One', 'Two']);
    for (const none of ['', ',', 'later,unknown', 'unknown', "';--"]) assert.deepEqual(await search('ann', none), []);
    assert.deepEqual(await search('edi', 'later'), []);
  });

  it('forgets what is in the trash or no longer visible, and has it again afterwards', async () => {
    await t.call('ann', 'POST', `/api/pages/${ids.Two}/trash`);
    assert.equal((await counts('ann')).Later, 1);
    assert.deepEqual(await search('ann', 'later'), ['One']);
    await t.call('ann', 'POST', `/api/pages/${ids.Two}/restore`);
    assert.equal((await counts('ann')).Later, 2);
    assert.equal((await counts('vic')).Mine, 1);
    await t.call('ann', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`);
    assert.equal((await counts('vic')).Mine, 0);
  });

  it('belongs to its person: it stays on a page that goes to another workspace, and counts there for who sees it', async () => {
    const moved = await t.call('ann', 'POST', '/api/pages', { title: 'Moved', workspace_id: t.ws1 });
    ids.Moved = moved.body.id;
    for (const who of ['ann', 'edi', 'adm'] as const) await put(who, 'Moved', 'Travels');
    const { body } = await t.call('ann', 'POST', '/api/workspaces', { name: 'Elsewhere' });
    const move = (workspace_id: number) =>
      t.call('ann', 'POST', `/api/v2/pages/${ids.Moved}/move`, { parent_id: null, workspace_id });
    const home = body.id ?? body.workspace?.id;
    const answer = await move(home);
    assert.equal(answer.status, 200, answer.text);
    const seen = async () => [
      (await counts('ann')).Travels,
      (await counts('edi')).Travels,
      (await counts('adm')).Travels,
    ];
    assert.deepEqual(await seen(), [1, 0, 1]);
    assert.equal((await counts('ann', '/api/local-workspace/tags')).Travels, 0);
    await move(t.ws1);
    assert.deepEqual(await seen(), [1, 1, 1]);
    assert.equal((await counts('ann', '/api/local-workspace/tags')).Travels, 1);
  });

  it('is merged into another one of the same person, and into nobody else’s', async () => {
    const [mine, theirs] = [await put('ann', 'One', 'Draft'), await put('edi', 'One', 'Theirs')];
    const other = await put('ann', 'Two', 'Drafts');
    assert.equal((await put('ann', 'One', 'Drafts')).status, 200);
    const merge = (from: number, into: number) => t.form('ann', `/tags/${from}/merge`, { into });
    const rename = async (color: string) =>
      (await t.form('ann', `/tags/${other.body.id}`, { name: 'Draft', color })).text;
    const offer = `action="/tags/${other.body.id}/merge"`;
    assert.ok((await rename('blue')).includes(offer));
    // What else is wrong is mended first.
    assert.ok(!(await rename('nonsense')).includes(offer));
    assert.equal((await merge(other.body.id, theirs.body.id)).status, 404);
    assert.equal((await merge(theirs.body.id, mine.body.id)).status, 404);
    assert.equal((await merge(mine.body.id, mine.body.id)).status, 303);
    assert.equal((await merge(other.body.id, mine.body.id)).status, 303);
    assert.deepEqual(await search('ann', 'draft'), ['One', 'Two']);
    assert.equal((await t.call('ann', 'GET', `/api/v2/tags/${other.body.id}`)).status, 404);
    for (const [who, { body }] of [
      ['ann', mine],
      ['edi', theirs],
    ] as const)
      await t.call(who, 'DELETE', `/api/v2/tags/${body.id}`);
  });

  it('is itself again, where it was, once a merger is taken back', async () => {
    const on = async (name: string) => (await search('ann', name)).join();
    for (const [title, name] of [
      ['One', 'Coast'],
      ['Two', 'Coast'],
      ['Two', 'Shore'],
      ['Three', 'Shore'],
    ] as const)
      await put('ann', title, name);
    const tag = async (name: string) => (await all('ann')).find((one) => one.name === name) as Tag;
    const [coast, shore] = [await tag('Coast'), await tag('Shore')];
    const theirs = await put('edi', 'One', 'Theirs');
    const merge = (into: number) => t.call('ann', 'POST', `/api/settings/tags/${coast.id}/merge`, { into });
    assert.equal((await merge(theirs.body.id)).status, 404);
    const { body } = await merge(shore.id);
    assert.deepEqual([body.tag.name, body.tag.count], ['Shore', 3]);
    assert.deepEqual(body.undo, {
      ...{ name: 'Coast', color: coast.color, page_ids: [ids.One, ids.Two], added_ids: [ids.One] },
    });
    assert.deepEqual([await on('coast'), await on('shore')], ['', 'One,Three,Two']);
    const back = (who: Name, undo: object, into = shore.id) =>
      t.call(who, 'POST', `/api/settings/tags/${into}/unmerge`, { body: undo });
    assert.equal((await back('edi', body.undo)).status, 404);
    assert.equal((await back('ann', { ...body.undo, name: 'Shore' })).status, 409);
    assert.equal((await back('ann', { ...body.undo, color: 'mauve' })).status, 422);
    // Pages that do not carry what is left are reached by nobody.
    await back('ann', { ...body.undo, page_ids: [...body.undo.page_ids, ids.Moved, ids.Hidden] });
    assert.deepEqual([await on('coast'), await on('shore')], ['One,Two', 'Three,Two']);
    assert.equal((await tag('Coast')).color, coast.color);
    for (const name of ['Coast', 'Shore']) await t.call('ann', 'DELETE', `/api/v2/tags/${(await tag(name)).id}`);
    await t.call('edi', 'DELETE', `/api/v2/tags/${theirs.body.id}`);
  });

  it('is listed by its name or by how many pages carry it, and says what came of a merger', async () => {
    const read = async (query: string) =>
      (await t.call('adm', 'GET', `/tags?${query}`, { headers: { accept: 'text/html' } })).text;
    const listed = async (query: string) =>
      [...(await read(query)).matchAll(/id="tag-\d+">(.*?)</g)].map(([, name]) => name);
    await put('adm', 'One', 'Zebra');
    await t.call('adm', 'POST', '/api/settings/tags', { name: 'Ape' });
    const byName = await listed('');
    assert.deepEqual([byName.indexOf('Ape') < byName.indexOf('Zebra'), byName.length > 1], [true, true]);
    const byCount = await listed('sort=count');
    assert.ok(byCount.indexOf('Zebra') < byCount.indexOf('Ape'), byCount.join());
    const tags = await all('adm');
    const id = (name: string) => tags.find((one) => one.name === name)?.id;
    const merged = await t.form('adm', `/tags/${id('Ape')}/merge`, { into: Number(id('Zebra')) });
    assert.equal(merged.headers.location, `/tags?merged=${id('Zebra')}#tag-${id('Zebra')}`);
    assert.match(await read(`merged=${id('Zebra')}`), /role="status">Merged into “Zebra”: 1 page\.</);
    await t.call('adm', 'DELETE', `/api/v2/tags/${id('Zebra')}`);
  });

  it('is taken off a page, and deleted with all its places', async () => {
    const [later] = (await all('ann')).filter(({ name }) => name === 'Later') as [Tag];
    const item = `/api/local-workspace/items/${ids.Two}/tags/${later.id}`;
    assert.equal((await t.call('ann', 'DELETE', item)).status, 200);
    assert.equal((await t.call('ann', 'DELETE', item)).status, 404);
    assert.deepEqual(await search('ann', 'later'), ['One']);
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${ids.One}/tags?tag_id=${later.id}`)).status, 200);
    await put('ann', 'One', 'later');
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/tags/${later.id}`)).status, 200);
    assert.deepEqual(await search('ann', 'later'), []);
    assert.equal((await t.call('ann', 'GET', `/api/v2/tags/${later.id}`)).status, 404);
  });
});
