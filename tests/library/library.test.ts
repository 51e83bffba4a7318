// The library: what each tab holds for whom, how it is narrowed, and what is done to many pages at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

interface Shown {
  id: number;
  title: string;
  unread: boolean;
  shared_by: string | null;
  shared_with: { name: string }[];
  slug: string | null;
  is_past: boolean;
  favorite: boolean;
  opened_at: string | null;
  tags: { name: string }[];
  path: string[];
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const page = async (who: Name, title: string, more: object = {}): Promise<number> => {
    const made = await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, ...more });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const list = async (who: Name, tab: string, query = ''): Promise<Shown[]> => {
    const found = await t.call(who, 'GET', `/api/library/${tab}${query}`);
    assert.equal(found.status, 200, found.text);
    assert.equal(found.body.total >= found.body.items.length, true);
    return found.body.items;
  };
  const titles = async (who: Name, tab: string, query = '') => (await list(who, tab, query)).map(({ title }) => title);
  const bulk = (who: Name, body: object) => t.call(who, 'POST', '/api/library/bulk', { body });
  const results = async (who: Name, body: object) =>
    (await bulk(who, body)).body.results.map((one: { ok: boolean; code?: string }) => one.code ?? one.ok);

  it('is for people who are signed in', async () => {
    for (const path of ['/api/library/recents', '/api/library/filters'])
      assert.equal((await t.call('anon', 'GET', path)).status, 401);
    assert.equal((await t.call('anon', 'GET', '/library', { headers: { accept: 'text/html' } })).status, 302);
    assert.equal((await t.call('ann', 'GET', '/api/library/nowhere')).status, 422);
    assert.equal((await t.call('ann', 'GET', '/api/library/recents?colour=red')).status, 422);
    assert.equal((await t.call('bob', 'GET', `/api/library/workspace?workspace_id=${t.ws1}`)).status, 404);
  });

  it('lists the top of a workspace in its order, by pages', async () => {
    const parent = await page('ann', 'First');
    await page('ann', 'Below', { parent_id: parent });
    await page('ann', 'Second');
    const top = await titles('vic', 'workspace', `?workspace_id=${t.ws1}`);
    assert.deepEqual(
      top.filter((title) => ['First', 'Second', 'Below'].includes(title)),
      ['First', 'Second'],
    );
    // Looked for, a page is found wherever it lies.
    assert.deepEqual(await titles('vic', 'workspace', `?workspace_id=${t.ws1}&q=below`), ['Below']);
    const one = await t.call('vic', 'GET', `/api/library/workspace?workspace_id=${t.ws1}&limit=1&page=2`);
    assert.deepEqual([one.body.items.length, one.body.items[0].title, one.body.total], [1, top[1], top.length]);
  });

  it('is put in an order, and turns that round', async () => {
    const place = await page('ann', 'Sorted');
    for (const title of ['Pear', 'Apple', 'Quince']) {
      now += 1000;
      await page('ann', `Fruit ${title}`, { parent_id: place });
    }
    const sorted = (sort: string) => titles('ann', 'workspace', `?workspace_id=${t.ws1}&q=Fruit%20&sort=${sort}`);
    assert.deepEqual(await sorted('title'), ['Fruit Apple', 'Fruit Pear', 'Fruit Quince']);
    assert.deepEqual(await sorted('-title'), ['Fruit Quince', 'Fruit Pear', 'Fruit Apple']);
    assert.deepEqual(await sorted('-updated'), (await sorted('updated')).reverse());
    assert.equal((await t.call('ann', 'GET', '/api/library/recents?sort=-name')).status, 422);
    const { text } = await t.call('ann', 'GET', `/library?tab=workspace&q=Fruit&sort=-title`, {
      headers: { accept: 'text/html' },
    });
    assert.match(text, /aria-sort="descending"/);
  });

  it('lists what one has opened, and says what others changed since', async () => {
    const id = await page('ann', 'Followed');
    const other = await page('ann', 'Other');
    assert.deepEqual(await results('vic', { action: 'read', page_ids: [id, other] }), [true, true]);
    assert.deepEqual(
      (await list('vic', 'recents')).map(({ title, unread }) => [title, unread]),
      [
        ['Followed', false],
        ['Other', false],
      ],
    );
    now += 60_000;
    await t.call('ann', 'PUT', `/api/pages/${other}/rename`, { title: 'Other now' });
    assert.deepEqual(
      (await list('vic', 'recents', '?sort=title')).map(({ title, unread }) => [title, unread]),
      [
        ['Followed', false],
        ['Other now', true],
      ],
    );
    assert.deepEqual(await results('vic', { action: 'read', page_ids: [other] }), [true]);
    assert.equal((await list('vic', 'recents')).find((one) => one.id === other)?.unread, false);
    // One's own change is no news.
    await results('ann', { action: 'read', page_ids: [id] });
    now += 60_000;
    await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Followed on' });
    assert.equal((await list('ann', 'recents')).find((one) => one.id === id)?.unread, false);
  });

  it('lists favorites in one’s own order, pages that are private, and those that are published', async () => {
    const [first, second] = [await page('ann', 'Kept one'), await page('ann', 'Kept two')];
    assert.deepEqual(await results('ann', { action: 'favorite', page_ids: [second, first] }), [true, true]);
    assert.deepEqual(await titles('ann', 'favorites'), ['Kept two', 'Kept one']);
    assert.deepEqual(await results('ann', { action: 'unfavorite', page_ids: [second] }), [true]);
    assert.deepEqual(await titles('ann', 'favorites'), ['Kept one']);
    const own = await page('edi', 'Mine alone');
    const type = { body: { permission_type: 'private' } };
    assert.equal((await t.call('edi', 'PUT', `/api/v2/pages/${own}/permissions/type`, type)).status, 200);
    assert.deepEqual(await titles('edi', 'private'), ['Mine alone']);
    assert.deepEqual(await titles('vic', 'private'), []);
    const open = await page('ann', 'For everybody');
    assert.equal((await t.call('ann', 'POST', `/api/pages/${open}/publish`, {})).status, 200);
    const [shown] = (await t.call('vic', 'GET', '/api/library/published')).body.items;
    assert.deepEqual([shown.title, typeof shown.slug], ['For everybody', 'string']);
    assert.deepEqual([shown.published_at, shown.favorite], [new Date(now).toISOString(), false]);
    assert.deepEqual(
      [(await list('ann', 'favorites'))[0]?.favorite, (await titles('vic', 'favorites')).length],
      [true, 0],
    );
    assert.deepEqual(await titles('bob', 'published'), []);
  });

  it('says of what was published until a moment that it is over, and gives no address', async () => {
    const id = await page('ann', 'Until tomorrow');
    const expires_at = new Date(now + 86_400_000).toISOString();
    assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/publish`, { expires_at })).status, 200);
    const shown = async () => {
      const found = (await list('ann', 'published')).find(({ title }) => title === 'Until tomorrow');
      return [typeof found?.slug, found?.is_past];
    };
    assert.deepEqual(await shown(), ['string', false]);
    now += 86_400_000;
    assert.deepEqual(await shown(), ['object', true]);
    const answer = await t.call('ann', 'GET', '/library?tab=published', { headers: { accept: 'text/html' } });
    assert.match(answer.text, /No longer public/);
  });

  it('lists what was shared with one and by one, also for guests', async () => {
    const id = await page('ann', 'Opened to Bob');
    const shared = await t.call('ann', 'POST', `/api/pages/${id}/share`, { email: 'bob@example.org', access: 'view' });
    assert.equal(shared.status, 200, shared.text);
    const [mine] = await list('bob', 'shared');
    assert.deepEqual([mine?.title, mine?.shared_by], ['Opened to Bob', 'Ann Example']);
    assert.deepEqual(await titles('ann', 'shared'), ['Opened to Bob']);
    const named = async (who: Name) => (await list(who, 'shared'))[0]?.shared_with.map(({ name }) => name);
    assert.deepEqual(await named('bob'), [], 'readers are not told who else reads');
    assert.deepEqual(await named('ann'), ['Bob Example']);
    assert.deepEqual(await titles('vic', 'shared'), []);
    const redirect = await t.call('bob', 'GET', '/shared', { headers: { accept: 'text/html' } });
    assert.deepEqual([redirect.status, redirect.headers.location], [302, '/library?tab=shared']);
    await t.call('ann', 'DELETE', `/api/pages/${id}/shares/${shared.body.id}`);
    assert.deepEqual(await titles('bob', 'shared'), []);
  });

  it('shows administrators what is theirs in workspaces of others, and nothing else of these', async () => {
    const id = await page('ann', 'Opened to the administrator');
    const shared = await t.call('ann', 'POST', `/api/pages/${id}/share`, { email: 'adm@example.org', access: 'view' });
    assert.equal(shared.status, 200, shared.text);
    assert.deepEqual(await titles('adm', 'shared'), ['Opened to the administrator']);
    assert.deepEqual(await results('adm', { action: 'favorite', page_ids: [id] }), [true]);
    assert.deepEqual(await results('adm', { action: 'read', page_ids: [id] }), [true]);
    for (const tab of ['favorites', 'recents'])
      assert.deepEqual(await titles('adm', tab), ['Opened to the administrator'], tab);
    for (const tab of ['published', 'private']) assert.deepEqual(await titles('adm', tab), [], tab);
    assert.ok(!(await titles('adm', 'workspace')).includes('Opened to the administrator'));
  });

  it('is narrowed by words, kind and tag, each by what the reader sees', async () => {
    const id = await page('ann', 'Résumé of the year');
    await results('ann', { action: 'tag', page_ids: [id], tag: 'Yearly' });
    await results('vic', { action: 'tag', page_ids: [id], tag: 'Elsewhere' });
    const query = `?workspace_id=${t.ws1}`;
    assert.deepEqual(await titles('ann', 'workspace', `${query}&q=resume`), ['Résumé of the year']);
    assert.deepEqual(await titles('ann', 'workspace', `${query}&q=100%25`), []);
    assert.deepEqual(await titles('ann', 'workspace', `${query}&q=resume&kind=collection`), []);
    const tags = (await t.call('ann', 'GET', '/api/settings/tags/all')).body.tags;
    const { id: tag } = tags.find((one: { name: string }) => one.name === 'Yearly');
    const [carried] = await list('ann', 'workspace', `${query}&tag=${tag}`);
    assert.deepEqual([carried?.title, carried?.tags.map(({ name }) => name)], ['Résumé of the year', ['Yearly']]);
    // Tags are a person's own.
    assert.deepEqual(await titles('vic', 'workspace', `${query}&tag=${tag}`), []);
    assert.deepEqual(await results('ann', { action: 'untag', page_ids: [id], tag: 'YEARLY' }), [true]);
    assert.deepEqual(await titles('ann', 'workspace', `${query}&tag=${tag}`), []);
  });

  it('is that of a workspace by the login of its owner and its name, as the trash is', async () => {
    const { body } = await t.call('ann', 'GET', '/api/workspaces');
    const { slug } = body.workspaces.find((one: { id: number }) => one.id === t.ws1);
    const there = `?owner=ann&repo=${slug}`;
    assert.ok((await titles('vic', 'workspace', there)).includes('First'));
    assert.equal((await t.call('vic', 'GET', '/api/library/workspace?owner=bob&repo=nothing')).status, 404);
    assert.equal((await t.call('bob', 'GET', `/api/library/workspace${there}`)).status, 404);
    const gone = await page('ann', 'Thrown away');
    assert.deepEqual(await results('ann', { action: 'trash', page_ids: [gone] }), [true]);
    const html = { headers: { accept: 'text/html' } };
    assert.match((await t.call('ann', 'GET', `/trash${there}`, html)).text, /Thrown away/);
    assert.equal((await t.call('ann', 'GET', '/trash?owner=ann&repo=nothing', html)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/trash${there}`, html)).status, 404);
  });

  describe('acts on many pages', () => {
    it('do what they may to each, and say why not', async () => {
      const [mine, locked] = [await page('ann', 'Goes'), await page('ann', 'Locked')];
      await t.call('ann', 'POST', `/api/pages/${locked}/lock`, { locked: true });
      assert.deepEqual(await results('vic', { action: 'trash', page_ids: [mine] }), ['forbidden']);
      assert.deepEqual(await results('bob', { action: 'read', page_ids: [mine] }), ['not_found']);
      assert.deepEqual(await results('edi', { action: 'trash', page_ids: [mine, locked, 999_999] }), [
        true,
        'page_locked',
        'not_found',
      ]);
    });

    it('take what lies below another page of the choice into the trash with it', async () => {
      const top = await page('ann', 'Chosen above');
      const below = await page('ann', 'Chosen below', { parent_id: top });
      assert.deepEqual(await results('ann', { action: 'trash', page_ids: [top, below] }), [true, true]);
      assert.deepEqual(await results('ann', { action: 'trash', page_ids: [below] }), ['not_found']);
      const back = await t.call('ann', 'POST', `/api/pages/${top}/restore`);
      assert.equal(back.status, 200, back.text);
      const found = await t.call('ann', 'GET', `/api/v2/pages/${below}`);
      assert.deepEqual([found.status, found.body.title], [200, 'Chosen below']);
    });

    it('refuse what means nothing', async () => {
      for (const body of [
        { action: 'publish', page_ids: [1] },
        { action: 'read', page_ids: [] },
        { action: 'read', page_ids: [1, 1] },
        { action: 'tag', page_ids: [1] },
        { action: 'tag', page_ids: [1], tag: 'a,b' },
        { action: 'read', page_ids: Array.from({ length: 101 }, (_, at) => at + 1) },
      ])
        assert.equal((await bulk('ann', body)).status, 422, JSON.stringify(body));
    });
  });

  it('keeps 20 filters of a person, whom alone they are for', async () => {
    const keep = (who: Name, name: string, query: object = { tab: 'workspace', q: 'year' }) =>
      t.call(who, 'POST', '/api/library/filters', { body: { name, query } });
    const first = await keep('edi', 'Of the year');
    assert.equal(first.body.url, '/library?tab=workspace&q=year');
    for (let count = 1; count < 20; count += 1) assert.equal((await keep('edi', `Filter ${count}`)).status, 200);
    const more = await keep('edi', 'One more');
    assert.deepEqual([more.status, more.body.detail], [409, 'A person keeps at most 20 filters.']);
    assert.equal((await keep('edi', 'Wrong', { tab: 'workspace', page: 2 })).status, 422);
    assert.equal((await t.call('ann', 'DELETE', `/api/library/filters/${first.body.id}`)).status, 404);
    assert.deepEqual((await t.call('ann', 'GET', '/api/library/filters')).body.filters, []);
    assert.equal((await t.call('edi', 'DELETE', `/api/library/filters/${first.body.id}`)).status, 200);
    assert.equal((await t.call('edi', 'GET', '/api/library/filters')).body.filters.length, 19);
  });

  it('does without scripts what it does with them', async () => {
    const id = await page('ann', 'By form');
    const html = { headers: { accept: 'text/html' } };
    const shown = await t.call('ann', 'GET', `/library?tab=workspace&q=by+form&kind=&sort=&workspace_id=`, html);
    assert.match(shown.text, /By form/);
    const kept = await t.form('ann', '/library/filters', { name: 'Forms', from: 'tab=workspace&q=by+form&page=1' });
    assert.equal(kept.status, 303, kept.text.slice(0, 200));
    const [filter] = (await t.call('ann', 'GET', '/api/library/filters')).body.filters;
    assert.deepEqual([filter.name, filter.query.q], ['Forms', 'by form']);
    const acted = await t.form('ann', '/library/bulk', {
      action: 'favorite',
      page_ids: id,
      tag: '',
      from: 'tab=favorites',
    });
    assert.deepEqual([acted.status, acted.headers.location], [303, '/library?tab=favorites&done=1&refused=0']);
    assert.ok((await titles('ann', 'favorites')).includes('By form'));
    const none = await t.form('ann', '/library/bulk', { action: 'trash', from: '' });
    assert.equal(none.headers.location, '/library?done=0&refused=0');
    const said = await t.call('ann', 'GET', '/library?done=0&refused=0', html);
    assert.match(said.text, /<p class="banner" role="status">Nothing was done/);
    const wrong = await t.form('ann', '/library/filters', { name: 'Wrong', from: 'tab=nowhere' });
    assert.equal(wrong.status, 422, wrong.text.slice(0, 200));
    const gone = await t.form('ann', `/library/filters/${filter.id}/delete`, { from: '' });
    assert.equal(gone.status, 303);
  });
});
