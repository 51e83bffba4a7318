// Levels of the tree with thousands of pages: what every page shows of them is bounded, and the rest can be reached.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let first: number;
  before(async () => {
    t = await startApp(await open());
    first = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Page 0' })).body.id;
  });
  after(() => t.stop());

  const put = async (from: number, to: number) => {
    const { writer } = t.app.database;
    await writer.raw(
      `insert into pages (workspace_id, kind, title, title_key, content_format, position, created_at, updated_at)
       with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
       select workspace_id, kind, 'Page ' || n, 'page ' || n, content_format, position + n, created_at, updated_at
       from pages cross join numbers where pages.id = ?`,
      [first],
    );
    await writer('permission_epochs').where({ workspace_id: t.ws1 }).increment('epoch', 1);
  };
  const idOf = async (title: string): Promise<number> =>
    (await t.app.database.reader('pages').where({ title }).first('id')).id;
  const menu = async (query: string) =>
    (await t.call('ann', 'GET', `/api/nav/menu?workspace_id=${t.ws1}${query}`)).body;
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
  const shown = (html: string) => {
    const tree = /<ul class="tree"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
    return [...tree.matchAll(/<li class="(tree-more)?[\s\S]*?(?:tree-title">|<\/span>|">)([^<]+)</g)].map(
      ([, , text]) => text,
    );
  };

  describe('a level with thousands of pages', () => {
    let small: number[];
    const paths = async () => [`/pages/${first}`, `/pages/${await idOf('Page 150')}`, '/pages/new', '/local-workspace'];
    const sizes = async () => {
      const found: number[] = [];
      for (const path of await paths()) {
        const { status, text } = await t.call('ann', 'GET', path);
        assert.equal(status, 200, path);
        found.push(text.length);
      }
      return found;
    };
    before(async () => {
      await put(1, 299);
      small = await sizes();
      await put(300, 2999);
    });

    it('makes no page longer', async () => {
      for (const [at, size] of (await sizes()).entries())
        assert.ok(size - (small[at] as number) < 1_500, `${(await paths())[at]}: ${small[at]} to ${size}`);
    });

    it('is shown from its beginning, and ends with the way to the rest', async () => {
      const lines = shown((await t.call('ann', 'GET', `/pages/${first}`)).text);
      assert.deepEqual([lines.length, ...lines.slice(0, 2)], [102, 'Find in this level', 'Page 0']);
      assert.deepEqual(lines.slice(100), ['Page 99', 'Show more']);
      const fragment = await t.call('ann', 'GET', '/api/sidebar/workspace-tree');
      assert.equal(shown(fragment.text).length, 102);
    });

    it('is shown around the page that is open', async () => {
      const lines = shown((await t.call('ann', 'GET', `/pages/${await idOf('Page 2000')}`)).text);
      assert.deepEqual(lines.slice(0, 2), ['Find in this level', 'Show earlier pages']);
      assert.deepEqual([lines.at(-1), lines.length], ['Show more', 103]);
      assert.deepEqual(lines.slice(51, 54), ['Page 1999', 'Page 2000', 'Page 2001']);
      const last = shown((await t.call('ann', 'GET', `/pages/${await idOf('Page 2999')}`)).text);
      assert.deepEqual([last[1], last[2], last.at(-1)], ['Show earlier pages', 'Page 2900', 'Page 2999']);
    });

    it('is opened down to a page inside', async () => {
      const parent = await idOf('Page 1000');
      const made = await t.call('ann', 'POST', '/api/v2/pages', { parent_id: parent, title: 'Inside' });
      assert.equal(made.status, 200, made.text);
      const { text } = await t.call('ann', 'GET', `/pages/${made.body.id}`);
      const lines = shown(text);
      assert.deepEqual(lines.slice(51, 55), ['Page 999', 'Page 1000', 'Inside', 'Page 1001']);
      const crumbs = /<ol class="breadcrumb">[\s\S]*?<\/ol>/.exec(text)?.[0] ?? '';
      assert.match(crumbs, new RegExp(`href="/pages/${parent}"`));
    });

    it('is given in parts', async () => {
      const begin = await menu('');
      assert.deepEqual([begin.items.length, begin.has_more, begin.next_offset], [200, true, 200]);
      const next = await menu('&offset=200&limit=3');
      assert.deepEqual(titles(next), ['Page 200', 'Page 201', 'Page 202']);
      const end = await menu('&offset=2998&limit=5');
      assert.deepEqual([titles(end), end.has_more, end.next_offset], [['Page 2998', 'Page 2999'], false, null]);
      const id = await idOf('Page 700');
      assert.deepEqual(titles(await menu(`&after=${id}&limit=2`)), ['Page 701', 'Page 702']);
      assert.deepEqual(titles(await menu(`&before=${id}&limit=2`)), ['Page 698', 'Page 699']);
      assert.deepEqual(titles(await menu(`&from=${id}&limit=2`)), ['Page 700', 'Page 701']);
      assert.equal((await menu(`&before=${await idOf('Page 1')}&limit=2`)).has_earlier, false);
      for (const bad of ['limit=0', 'limit=1001', 'offset=-1', `after=${id}&before=${id}`])
        assert.equal((await t.call('ann', 'GET', `/api/nav/menu?${bad}`)).status, 422, bad);
    });

    it('is narrowed to words of its titles, by its address and by its form', async () => {
      await t.call('ann', 'PATCH', `/api/v2/pages/${await idOf('Page 2500')}`, { title: 'Élan 100% of_it' });
      assert.deepEqual(titles(await menu('&q=page%201500')), ['Page 1500']);
      for (const q of ['elan', 'ÉLAN', ' 100% ', 'OF_IT'])
        assert.deepEqual(titles(await menu(`&q=${encodeURIComponent(q)}`)), ['Élan 100% of_it'], q);
      for (const q of ['%', '_', '\\']) assert.ok(titles(await menu(`&q=${encodeURIComponent(q)}`)).length < 2, q);
      const part = await menu('&q=page%2099&limit=5&offset=5');
      assert.deepEqual(titles(part), ['Page 994', 'Page 995', 'Page 996', 'Page 997', 'Page 998']);
      assert.deepEqual([part.has_more, part.next_offset], [true, 10]);
      const parent = await idOf('Page 1000');
      const inFolder = (q: string) => t.call('ann', 'GET', `/api/local-workspace/tree?folder=${parent}&q=${q}`);
      assert.deepEqual([titles((await inFolder('ins')).body), titles((await inFolder('page')).body)], [['Inside'], []]);
      const whole = await t.call('ann', 'GET', '/api/local-workspace/tree?q=page');
      assert.equal(whole.status, 422);
      assert.deepEqual(whole.body.detail[0].loc, ['query', 'q']);
      for (const bad of [`q=${'x'.repeat(201)}`, 'query=page'])
        assert.equal((await t.call('ann', 'GET', `/api/nav/menu?${bad}`)).status, 422, bad);
    });

    it('is narrowed without scripts where it has more than one portion', async () => {
      const rows = async (query: string) => {
        const { text, status } = await t.call('ann', 'GET', `/local-workspace${query}`);
        assert.equal(status, 200, text);
        return { text, found: [...text.matchAll(/data-title="([^"]+)"/g)].map(([, title]) => title) };
      };
      assert.match((await rows('')).text, /<input id="find" type="search" name="q" value=""/);
      const { text, found } = await rows('?q=PAGE+29&sort=name');
      assert.deepEqual([found.length, found[0]], [100, 'Page 29']);
      assert.match(text, /name="q" value="PAGE 29"/);
      const next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      assert.deepEqual((await rows(next.replace('/local-workspace', ''))).found.slice(-1), ['Page 2999']);
      const none = await rows('?q=nowhere');
      assert.deepEqual([none.found, none.text.includes('“nowhere”')], [[], true]);
      const parent = await idOf('Page 1000');
      assert.doesNotMatch((await rows(`?folder=${parent}`)).text, /id="find"/);
    });

    it('comes whole in the tree of the workspace', async () => {
      const { body } = await t.call('ann', 'GET', '/api/local-workspace/tree');
      assert.equal(body.items.length, 3000);
      const { children, ...parent } = body.items[1000];
      assert.deepEqual(
        [parent.title, parent.has_children, children[0].title, children[0].children],
        ['Page 1000', true, 'Inside', []],
      );
      const folder = await t.call('ann', 'GET', `/api/local-workspace/tree?folder=${parent.id}`);
      assert.deepEqual([titles(folder.body), folder.body.has_more], [['Inside'], false]);
    });

    it('is a form in portions to those who move a page', async () => {
      const moved = await idOf('Page 3');
      const form = async (query: string) => {
        const { text, status } = await t.call('ann', 'GET', `/pages/${moved}/move${query}`);
        assert.equal(status, 200, text);
        const places = [...text.matchAll(/name="parent_id" value="(\d*)"[^>]*>\s*<(?:span|strong)>([^<]+)/g)];
        const link = (rel: string) =>
          new RegExp(`href="[^"?]+([^"]+)"${rel}`).exec(text)?.[1]?.replaceAll('&amp;', '&');
        return { text, names: places.map(([, , name]) => name), link };
      };
      const begin = await form('');
      assert.deepEqual(
        [begin.names.length, begin.names[0], begin.names[3]],
        [100, 'The top of the workspace', 'Page 2'],
      );
      assert.ok(!begin.names.includes('Page 3'));
      const next = await form(begin.link(' rel="next"') ?? '');
      assert.deepEqual(next.names.slice(0, 2), ['The top of the workspace', 'Page 100']);
      assert.ok((await form(next.link(' rel="prev"') ?? '')).names.includes('Page 2'));
      const found = await form('?q=PAGE+1000');
      assert.deepEqual(found.names, ['The top of the workspace', 'Page 1000']);
      const inside = await form(found.link(' aria-label="Pages inside Page 1000"') ?? '');
      assert.deepEqual(inside.names, ['Page 1000', 'Inside']);
      assert.doesNotMatch(inside.text, /id="find"/);
      const parent = await idOf('Page 1000');
      assert.match(inside.text, new RegExp(`value="${parent}" required checked`));
      assert.equal((await t.form('ann', `/pages/${moved}/move`, { parent_id: String(parent) })).status, 303);
      assert.ok((await form(`?parent_id=${parent}`)).names.every((name) => name !== 'Page 3'));
      assert.match((await form('?q=nowhere')).text, /“nowhere”/);
      assert.equal((await t.call('bob', 'GET', `/pages/${moved}/move?parent_id=${parent}`)).status, 404);
      await t.call('ann', 'PUT', `/api/pages/${moved}/move`, { parent_id: null, position: 3 });
    });

    it('shows its folders in portions, and the one that is open among them', async () => {
      const ids = [await idOf('Page 1001'), await idOf('Page 1250')] as [number, number];
      await t.app.database.writer('pages').whereBetween('id', ids).update({ kind: 'folder' });
      const pane = async (query: string) => {
        const { text, status } = await t.call('ann', 'GET', `/local-workspace${query}`);
        assert.equal(status, 200, text);
        const lines = /<nav class="explorer-folders"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
        const found = [
          ...lines.matchAll(/href="([^"]+)"( aria-current="page")?>(?:<svg[\s\S]*?menu-label">)?([^<]+)</g),
        ];
        return found.map(([, href = '', isHere, name]) => ({ href: href.replaceAll('&amp;', '&'), isHere, name }));
      };
      const names = (lines: { name?: string }[]) => lines.map(({ name }) => name);
      const to = ({ href = '' } = {}) => href.replace('/local-workspace', '');
      const begin = await pane('');
      // The page that has another one inside, and 99 of the folders.
      assert.deepEqual([begin.length, begin[1]?.name, begin.at(-2)?.name], [102, 'Page 1000', 'Page 1099']);
      const next = await pane(to(begin.at(-1)));
      assert.deepEqual(names(next).slice(1, 3), ['Earlier folders', 'Page 1100']);
      const end = await pane(to(next.at(-1)));
      assert.deepEqual([end.length, end.at(-1)?.name], [53, 'Page 1250']);
      const back = await pane(to(end[1]));
      assert.deepEqual(names(back).slice(1, 3), ['Earlier folders', 'Page 1100']);
      const open = await pane(`?folder=${await idOf('Page 1200')}`);
      assert.equal(open.find(({ isHere }) => isHere)?.name, 'Page 1200');
      assert.ok(open.length < 104);
      const bad = `/local-workspace?folders_after=${ids[0]}&folders_before=${ids[0]}`;
      assert.equal((await t.call('ann', 'GET', bad)).status, 422);
      assert.equal((await t.call('bob', 'GET', `/local-workspace?folders_after=${ids[0]}`)).status, 404);
    });
  });
});
