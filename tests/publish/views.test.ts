// Views of published databases: boards, calendars, galleries, lists and charts to look at, without what is there for few.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const SECRET = 'SECRET-7f3a';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let db: Made;
  let fileId: number;
  before(async () => {
    t = await startApp(await open());
    const options = ['Table', 'Floor', 'Empty'].map((name) => ({ name, color: 'blue' }));
    db = await makeDatabase(t, [
      { name: 'Kind', type: 'select', config: { options } },
      { name: 'Done', type: 'checkbox' },
      { name: 'When', type: 'date' },
      { name: 'Picture', type: 'files' },
      { name: 'Inside', type: 'text' },
      { name: 'Who', type: 'person' },
    ]);
    const content = multipart({ workspace_id: t.ws1 }, { field: 'file', name: 'seen.png', content: PIXEL });
    fileId = (await t.call('ann', 'POST', '/api/v2/files', content)).body.id;
    const date = (start: string, end: string | null = null) => ({ start, end, timezone: null });
    await db.row(
      { Kind: db.option('Kind', 'Table'), Done: true, Picture: [fileId], When: date('2026-11-20'), Inside: SECRET },
      'A lamp',
    );
    const who = [t.user('edi').id];
    await db.row({ Kind: db.option('Kind', 'Floor'), When: date('2026-11-27', '2026-12-02'), Who: who }, 'B lamp');
    await db.row({ When: date('2026-11-20T09:30:00.000Z') }, 'C lamp');
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties/${db.by.Inside.id}/permissions`, {
      ...{ user_id: t.user('edi').id, role: 'viewer' },
    });
    await ok('ann', 'PUT', `/api/v2/pages/${db.pageId}/publish`, { slug: 'lamps' });
  });
  after(() => t.stop());

  const ok = async (who: Name, method: string, url: string, body?: unknown): Promise<Any> => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const view = async (kind: string, config: object = {}): Promise<number> =>
    (await ok('ann', 'POST', `/api/v2/collections/${db.id}/views`, { name: `As ${kind}`, kind, config })).id;
  const read = async (query: string): Promise<string> => {
    const { status, text } = await t.inject('GET', `/p/lamps${query}`, { headers: { accept: 'text/html' } });
    assert.equal(status, 200, text);
    assert.ok(!text.includes(SECRET) && !text.includes('Inside') && !text.includes('Edi Example'), text);
    assert.ok(!text.includes('<script'));
    return text;
  };
  /** cards by the name of their column */
  const columnsIn = (text: string) =>
    [...text.matchAll(/<section class="board-column">(.*?)<\/section>/gs)].map(([, inside = '']) => ({
      name: /<h2[^>]*>(.*?)<\/h2>/s
        .exec(inside)?.[1]
        ?.replace(/<[^>]*>/g, '')
        .trim(),
      cards: [...inside.matchAll(/class="card-title"[^>]*>([^<]*)/g)].map(([, title]) => title),
    }));

  it('are tables with boxes that are ticked', async () => {
    const text = await read('');
    assert.match(text, /<th scope="col">Done<\/th>/);
    assert.match(text, /<span class="check on" role="img" aria-label="[^"]+"><svg class="icon"/);
  });

  it('are tables without the columns in which the visitor would see nothing', async () => {
    const heads = [...(await read('')).matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, name]) => name);
    assert.deepEqual(heads, ['Name', 'Kind', 'Done', 'When', 'Picture']);
  });

  describe('a board', () => {
    it('has a column for each option, and one for rows without', async () => {
      const text = await read(`?view=${await view('board', { group_by: db.by.Kind.id })}`);
      assert.deepEqual(columnsIn(text), [
        { name: 'Table 1', cards: ['A lamp'] },
        { name: 'Floor 1', cards: ['B lamp'] },
        { name: 'Empty 0', cards: [] },
        { name: 'Without Kind 1', cards: ['C lamp'] },
      ]);
    });

    it('goes on where a column has more than twenty cards', async () => {
      const id = await view('board', { group_by: db.by.Done.id });
      const rows: number[] = [];
      for (let at = 0; at < 20; at++) rows.push((await db.row({}, `More ${at}`)).id);
      const [open] = columnsIn(await read(`?view=${id}`));
      assert.equal(open?.cards.length, 20);
      const text = await read(`?view=${id}&rows=2`);
      assert.deepEqual(
        columnsIn(text).map(({ cards }) => cards.length),
        [2, 0],
      );
      assert.match(text, /rel="prev" href="\/p\/lamps\?view=\d+&(amp;|#38;)?rows=1"/);
      assert.ok(!text.includes('rel="next"'));
      for (const row of rows) await ok('ann', 'DELETE', `/api/v2/rows/${row}`);
    });

    it('says by no number that a row names another that was not published', async () => {
      const other = await makeDatabase(t, [], { title: SECRET });
      const named = await other.row({}, SECRET);
      const relation = await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties`, {
        ...{ name: 'Goes with', type: 'relation', config: { collection_id: other.id } },
      });
      const row = await db.row({ [relation.id]: [named.id] }, 'D lamp');
      const [column, ...others] = columnsIn(await read(`?view=${await view('board', { group_by: relation.id })}`));
      assert.deepEqual([column?.name, column?.cards.length, others], ['Without Goes with 4', 4, []]);
      await ok('ann', 'DELETE', `/api/v2/rows/${row.id}`);
    });

    it('is a table where its columns would be people, or what is there for few', async () => {
      for (const name of ['Who', 'Inside'] as const) {
        const text = await read(`?view=${await view('board', { group_by: db.by[name].id })}`);
        assert.ok(!columnsIn(text).length && text.includes('<table class="database-table">'), name);
      }
    });
  });

  describe('a calendar', () => {
    let id: number;
    const daysIn = (text: string) =>
      [...text.matchAll(/<time datetime="([\d-]+)">(?:(?!<\/td>).)*?<\/td>/gs)].flatMap(([cell, day]) =>
        [...cell.matchAll(/<a href="[^"]*">(.*?)<\/a>/gs)].map(([, said = '']) =>
          `${day} ${said.replace(/<[^>]*>/g, '')}`.trim(),
        ),
      );
    before(async () => {
      id = await view('calendar', { date_property_id: db.by.When.id });
    });

    it('is a month with what happens on its days, and leads to those around it', async () => {
      const text = await read(`?view=${id}&month=2026-11`);
      assert.match(text, /<h2>November 2026<\/h2>/);
      const days = daysIn(text);
      assert.ok(days.includes('2026-11-20 A lamp') && days.includes('2026-11-20 09:30 C lamp'), days.join());
      assert.ok(days.includes('2026-11-27 B lamp') && days.includes('2026-12-02 B lamp'), days.join());
      assert.match(text, /Times are those of UTC/);
      for (const month of ['2026-10', '2026-12']) assert.ok(text.includes(`month=${month}`), month);
    });

    it('shows the month that is, for anything that is none', async () => {
      for (const month of ['', '2026-13', 'x', '0000-01', "2026-1'"]) {
        const text = await read(`?view=${id}&month=${encodeURIComponent(month)}`);
        assert.ok(text.includes(`datetime="${t.app.now().slice(0, 10)}"`), month);
      }
    });
  });

  it('are pictures in a gallery, and lines in a list', async () => {
    const gallery = await read(`?view=${await view('gallery', { cover: String(db.by.Picture.id) })}`);
    assert.ok(gallery.includes(`<img class="card-cover" src="/p/lamps/files/${fileId}?edge=320"`), gallery);
    assert.equal([...gallery.matchAll(/class="row-card"/g)].length, 3);
    const named = await read(`?view=${await view('gallery', { card_names: 'all' })}`);
    assert.match(named, /class="named-fact"><dt>Kind</);
    assert.doesNotMatch(await read(`?view=${await view('gallery', { card_names: 'none', cover: '' })}`), /named-fact/);
    const list = await read(`?view=${await view('list')}`);
    assert.equal([...list.matchAll(/class="row-line"/g)].length, 3);
  });

  it('are drawn in a chart, with their numbers', async () => {
    const text = await read(`?view=${await view('chart', { group_by: db.by.Kind.id, chart_kind: 'bar' })}`);
    assert.match(text, /<svg class="chart-picture"/);
    assert.match(text, /<bdi>Floor<\/bdi><\/th><td>1<\/td>/);
  });

  it('stand between the text of published pages, where their database was published with them', async () => {
    const top = (await ok('ann', 'POST', '/api/pages', { title: 'Handbook', workspace_id: t.ws1 })).id;
    const inner = await makeDatabase(t, [{ name: 'Files', type: 'files' }], { title: 'Inner', parent_id: top });
    const row = await inner.row({ Files: [fileId] }, 'Inner row');
    const named = inner.views[0].id;
    const blocks = [
      { id: 'in', type: 'database', data: { collectionId: inner.id, viewId: named } },
      { id: 'out', type: 'database', data: { collectionId: db.id } },
    ];
    await ok('ann', 'PUT', `/api/pages/${top}/content`, { blocks });
    await ok('ann', 'PUT', `/api/v2/pages/${top}/publish`, { slug: 'handbook', with_children: true });
    const show = async () => (await t.inject('GET', '/p/handbook', { headers: { accept: 'text/html' } })).text;
    const text = await show();
    for (const part of [
      `href="/p/handbook/pages/${inner.pageId}?view=${named}">Inner`,
      `<a href="/p/handbook/pages/${row.id}">Inner row</a>`,
      `<a href="/p/handbook/files/${fileId}">seen.png</a>`,
      'No access or deleted database',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`);
    assert.doesNotMatch(text, /name="description" content="No access/);
    assert.ok(!text.includes('A lamp') && !text.includes('href="/pages/') && !text.includes('/api/'), text);
    await ok('ann', 'PUT', `/api/v2/pages/${top}/publish`, { with_children: false });
    assert.ok(!(await show()).includes('Inner'));
  });

  it('are none of somebody alone, and no forms', async () => {
    const personal = { name: 'Mine alone', kind: 'table', personal: true };
    const mine = await ok('ann', 'POST', `/api/v2/collections/${db.id}/views`, personal);
    const form = await view('form');
    for (const id of [mine.id, form]) {
      const text = await read(`?view=${id}`);
      assert.ok(!text.includes('Mine alone') && !text.includes('As form'));
      assert.match(text, /aria-current="page">All</);
    }
  });

  it('do not propose to show what a form gathers', async () => {
    const made = await makeDatabase(t, [{ name: 'Note', type: 'text' }]);
    const settings = async () => (await t.call('ann', 'GET', `/pages/${made.pageId}/publishing`)).text;
    assert.match(await settings(), /name="shows_rows" checked>/);
    await ok('ann', 'POST', `/api/v2/collections/${made.id}/views`, { name: 'Ask', kind: 'form', config: {} });
    assert.match(await settings(), /name="shows_rows">/);
  });
});
