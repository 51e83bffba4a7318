// Synced blocks: kept once, shown on many pages, each reader by the rights on the page it comes from.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

const API = '/api/v2/synced-blocks';
const paragraph = (text: string) => ({ type: 'paragraph', data: {}, content: [{ type: 'text', text }] });
const shown = (id: number) => ({ type: 'synced', data: { syncedBlockId: id } });

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (who: Name, body: object): Promise<number> => {
    const made = await t.call(who, 'POST', '/api/pages', { body: { title: 'Page', ...body } });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const home = () => page('ann', { workspace_id: t.ws1, title: 'Home' });
  const create = async (who: Name, body: object): Promise<Answer> => t.call(who, 'POST', API, { body });
  const synced = async (blocks: object[], more: object = {}): Promise<number> => {
    const made = await create('ann', { blocks, ...more });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const put = (who: Name, id: number, blocks: object[]) =>
    t.call(who, 'PUT', `/api/pages/${id}/content`, { body: { blocks } });
  const seen = async (who: Name, id: number) => (await t.call(who, 'GET', `/pages/${id}`)).text;
  const article = async (who: Name, id: number) => /class="article.*?<\/main>/s.exec(await seen(who, id))?.[0] ?? '';

  describe('the API', () => {
    it('makes, reads, lists, changes and removes them', async () => {
      const origin = await home();
      const made = await create('ann', { blocks: [paragraph('Office hours are nine to five')], page_id: origin });
      assert.deepEqual([made.status, made.headers.etag], [200, '"v1"']);
      assert.equal(made.body.title, 'Office hours are nine to five');
      assert.deepEqual([made.body.page_id, made.body.workspace_id], [origin, t.ws1]);
      const { id } = made.body;
      const url = `${API}/${id}`;
      assert.equal(made.body.content[0].data.text, 'Office hours are nine to five');
      assert.deepEqual((await t.call('vic', 'GET', url)).body.content, made.body.content);
      const list = await t.call('vic', 'GET', `${API}?workspace_id=${t.ws1}&limit=100`);
      assert.ok(list.body.some((one: { id: number }) => one.id === id));
      assert.equal(Number(list.headers['x-total-count']), list.body.length);
      const change = { blocks: [paragraph('Office hours are ten to four')] };
      const headers = { 'if-match': '"v1"' };
      const changed = await t.call('edi', 'PATCH', url, { body: change, headers });
      assert.deepEqual([changed.status, changed.body.sync_version], [200, 2], changed.text);
      assert.equal((await t.call('edi', 'PATCH', url, { body: change, headers })).status, 412);
      assert.equal((await t.call('edi', 'PATCH', url, { body: { title: 'Hours' } })).body.title, 'Hours');
      const back = await t.call('edi', 'PATCH', url, { body: { content: made.body.content } });
      assert.deepEqual(back.body.content, made.body.content, 'a record is taken as it was given');
      assert.equal((await t.call('ann', 'DELETE', url)).status, 200);
      assert.equal((await t.call('ann', 'GET', url)).status, 404);
    });

    it('names what does not fit', async () => {
      const faults: [object, number, string][] = [
        [{}, 422, 'blocks'],
        [{ blocks: 'x' }, 422, 'blocks'],
        [{ content: 'x' }, 422, 'content'],
        [{ blocks: [], content: [] }, 422, 'content'],
        [{ blocks: [{ type: 'heading', data: { level: 9 } }] }, 422, 'level'],
        [{ blocks: [], colour: 'red' }, 422, 'colour'],
        [{ blocks: [], workspace_id: t.ws2 }, 404, ''],
        [{ blocks: [], workspace_id: null }, 403, ''],
        [{ blocks: [], page_id: 999_999 }, 404, ''],
        [{ blocks: [], page_id: await home(), workspace_id: t.ws2 }, 404, ''],
      ];
      for (const [body, status, place] of faults) {
        const answer = await create('ann', body);
        assert.equal(answer.status, status, answer.text);
        if (place) assert.match(answer.text, new RegExp(place));
      }
      const id = await synced([paragraph('x')]);
      assert.equal((await t.call('ann', 'PATCH', `${API}/${id}`, { body: {} })).status, 422);
      assert.equal((await create('vic', { blocks: [], workspace_id: t.ws1 })).status, 403);
    });

    it('lets administrators make those that serve all workspaces, which everybody reads', async () => {
      const made = await create('adm', { blocks: [paragraph('For all')], workspace_id: null });
      assert.deepEqual([made.status, made.body.workspace, made.body.workspace_id], [200, '', null]);
      assert.equal((await t.call('bob', 'GET', `${API}/${made.body.id}`)).status, 200);
      assert.equal((await t.call('bob', 'PATCH', `${API}/${made.body.id}`, { body: { title: 'Mine' } })).status, 403);
    });
  });

  describe('on pages', () => {
    it('shows the same text everywhere and follows each change', async () => {
      const origin = await home();
      const id = await synced([paragraph('first words')], { page_id: origin });
      const other = await page('ann', { workspace_id: t.ws1, blocks: [paragraph('above'), shown(id)] });
      assert.match(await article('vic', other), /first words/);
      await t.call('edi', 'PATCH', `${API}/${id}`, { body: { blocks: [paragraph('second words')] } });
      assert.match(await article('vic', other), /second words/);
      assert.doesNotMatch(await article('vic', other), /first words/);
      await t.call('ann', 'DELETE', `${API}/${id}`);
      assert.doesNotMatch(await article('vic', other), /words/);
    });

    it('says in Markdown what it shows, and comes back as itself', async () => {
      const id = await synced([paragraph('kept *once*'), paragraph('and shown twice')], { page_id: await home() });
      const other = await page('ann', { workspace_id: t.ws1, blocks: [shown(id), paragraph('below')] });
      const { text } = await t.call('vic', 'GET', `/api/v2/pages/${other}/markdown`);
      assert.match(text, /kept \\\*once\\\*\n\nand shown twice\n/);
      await t.call('ann', 'PUT', `/api/v2/pages/${other}/markdown`, { markdown: text });
      const { blocks } = (await t.call('ann', 'GET', `/api/pages/${other}/content`)).body;
      assert.deepEqual(
        blocks.map(({ type }: { type: string }) => type),
        ['synced', 'paragraph'],
      );
    });

    it('shows nothing to readers who may not see where it comes from', async () => {
      const origin = await page('bob', { workspace_id: t.ws2, title: 'Secret place' });
      const made = await create('bob', { blocks: [paragraph('SECRET-91c')], page_id: origin });
      assert.equal(made.status, 200, made.text);
      const { id } = made.body;
      const open = await page('ann', { workspace_id: t.ws1 });
      const stored = { version: '1', time: 0, blocks: [{ ...shown(id), id: 'theirs' }] };
      const imported = { content: JSON.stringify(stored) };
      await t.app.database.writer('pages').where({ id: open }).update(imported);
      await put('ann', open, [...stored.blocks, paragraph('more')]);
      assert.doesNotMatch(await seen('ann', open), /SECRET-91c/);
      assert.equal((await t.call('ann', 'GET', `${API}/${id}`)).status, 404);
      assert.equal((await t.call('ann', 'GET', `${API}/${id}/references`)).status, 404);
      const list = await t.call('ann', 'GET', `${API}?limit=100`);
      assert.ok(!list.text.includes('SECRET-91c'));
      assert.deepEqual(
        (await t.call('bob', 'GET', `${API}/${id}/references`)).body,
        [],
        'a hidden block is no use of it',
      );
    });

    it('says where it is used, with the place, to those who may know', async () => {
      const id = await synced([paragraph('used')], { page_id: await home() });
      const first = await page('ann', { workspace_id: t.ws1, title: 'A use', blocks: [paragraph('x'), shown(id)] });
      const nested = [{ type: 'toggle', data: { open: true }, content: [], children: [shown(id)] }, shown(id)];
      const second = await page('ann', { workspace_id: t.ws1, title: 'B use', blocks: nested });
      const uses = async () => (await t.call('vic', 'GET', `${API}/${id}/references`)).body;
      assert.deepEqual(await uses(), [
        { page_id: first, title: 'A use', block_index: 1 },
        { page_id: second, title: 'B use', block_index: 0 },
      ]);
      const part = await t.call('vic', 'GET', `${API}/${id}/references?limit=1&page=2`);
      assert.deepEqual([part.body.length, part.body[0].page_id, part.headers['x-total-count']], [1, second, '2']);
      await put('ann', second, [paragraph('gone')]);
      assert.equal((await uses()).length, 1);
      await t.call('ann', 'POST', `/api/pages/${first}/trash`);
      assert.deepEqual(await uses(), []);
    });

    it('says what others would miss before its source goes where they do not see it', async () => {
      const above = await page('ann', { workspace_id: t.ws1, title: 'Above' });
      const origin = await page('ann', { workspace_id: t.ws1, parent_id: above, title: 'Source' });
      const id = await synced([paragraph('Shared words')], { page_id: origin });
      await put('ann', origin, [shown(id)]);
      const none = { databases: [], synced: [] };
      const impact = (who: Name, of: number) => t.call(who, 'GET', `/api/pages/${of}/impact`);
      assert.deepEqual((await impact('ann', above)).body, none, 'its own page shows it');
      const beside = await page('ann', { workspace_id: t.ws1, parent_id: above, title: 'Beside', blocks: [shown(id)] });
      const far = await page('ann', { workspace_id: t.ws1, title: 'Far', blocks: [shown(id)] });
      const hidden = await page('ann', { workspace_id: t.ws1, title: 'HIDDEN-8c1', blocks: [shown(id)] });
      const type = { permission_type: 'private' };
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, type)).status, 200);
      const named = (...of: [number, string][]) => {
        const pages = of.map(([page_id, title]) => ({ id: page_id, title }));
        return { databases: [], synced: [{ page_id: origin, title: 'Source', uses: pages.length, pages }] };
      };
      assert.deepEqual((await impact('edi', origin)).body, named([beside, 'Beside'], [far, 'Far']));
      assert.deepEqual((await impact('edi', above)).body, named([far, 'Far']), 'what goes along misses nothing');
      assert.deepEqual((await impact('ann', above)).body, named([far, 'Far'], [hidden, 'HIDDEN-8c1']));
      assert.deepEqual([(await impact('vic', origin)).status, (await impact('bob', origin)).status], [403, 404]);
      const where = await t.call('vic', 'GET', `/pages/${origin}/links`);
      assert.match(where.text, /id="synced"[\s\S]*Beside[\s\S]*Far/);
      assert.doesNotMatch(where.text, /HIDDEN-8c1/);

      const way = new RegExp(`/pages/${origin}/links#synced`);
      assert.match((await t.call('ann', 'GET', `/pages/${above}/sharing`)).text, way, 'before it is restricted');
      assert.doesNotMatch((await t.call('ann', 'GET', `/pages/${far}/sharing`)).text, /#synced/);
      const [here, there] = [`/pages/${above}/move`, `/pages/${above}/move?workspace_id=${t.ws2}`];
      assert.doesNotMatch((await t.call('adm', 'GET', here)).text, /#synced/);
      assert.match((await t.call('adm', 'GET', there)).text, way, 'before it leaves the workspace');
      const asked = await t.form('ann', `/pages/${above}/delete`);
      assert.equal(asked.status, 200);
      assert.match(asked.text, way);
      assert.equal((await t.form('ann', `/pages/${above}/delete`, { isMeant: 'yes' })).status, 303);
      assert.deepEqual(
        (await impact('ann', above)).body,
        named([far, 'Far'], [hidden, 'HIDDEN-8c1']),
        'from the trash',
      );
      const last = await t.form('ann', `/pages/${above}/remove`);
      assert.equal(last.status, 200);
      assert.match(last.text, /Source.*Far/);
      assert.equal((await t.form('ann', `/pages/${above}/remove`, { isMeant: 'yes' })).status, 303);
      assert.equal((await impact('ann', above)).status, 404);
    });

    it('says beside the settings of a published page what its visitors do not see', async () => {
      const [origin, open] = [await home(), await page('ann', { workspace_id: t.ws1, title: 'Open' })];
      const own = await synced([paragraph('own')], { page_id: open });
      const foreign = await synced([paragraph('foreign')], { page_id: origin });
      const settings = async (of: number) => (await t.call('ann', 'GET', `/pages/${of}/publishing`)).text;
      await put('ann', open, [shown(own)]);
      assert.doesNotMatch(await settings(open), /visitors do not see/);
      await put('ann', open, [shown(own), shown(foreign)]);
      assert.match(await settings(open), /1 synced block shown here comes from a page that is not published/);
      assert.equal((await t.call('ann', 'PUT', `/api/pages/${origin}/move`, { parent_id: open })).status, 200);
      assert.match(await settings(open), /visitors do not see/, 'published alone');
      const published = await t.call('ann', 'PUT', `/api/v2/pages/${open}/publish`, { with_children: true });
      assert.equal(published.status, 200, published.text);
      assert.doesNotMatch(await settings(open), /visitors do not see/, 'published with all below it');
    });

    it('refuses circles, also through others, and shows what there is', async () => {
      const first = await synced([paragraph('one')]);
      const second = await synced([shown(first)]);
      const third = await synced([shown(second)]);
      const change = (id: number, inside: number) =>
        t.call('ann', 'PATCH', `${API}/${id}`, { body: { blocks: [shown(inside)] } });
      assert.equal((await change(first, first)).status, 409);
      assert.equal((await change(first, third)).status, 409);
      assert.match(await article('ann', await page('ann', { workspace_id: t.ws1, blocks: [shown(third)] })), /one/);
    });

    it('tells the editor whether it may be written, and where else it is shown', async () => {
      const origin = await home();
      const id = await synced([paragraph('told')], { page_id: origin });
      await put('ann', origin, [shown(id)]);
      const told = async (who: Name) => (await t.call(who, 'GET', `/api/synced/${id}`)).body;
      const { blocks, ...rest } = await told('edi');
      assert.equal(blocks[0].content[0].text, 'told');
      const uses = [{ page_id: origin, title: 'Home' }];
      assert.deepEqual(rest, { id, title: 'told', sync_version: 1, editable: true, uses });
      assert.equal((await told('vic')).editable, false);
      await t.call('ann', 'POST', `/api/pages/${origin}/lock`, { body: { locked: true } });
      assert.deepEqual([(await told('edi')).editable, (await told('ann')).editable], [false, true]);
      assert.equal((await t.call('bob', 'GET', `/api/synced/${id}`)).status, 404);
    });

    it('keeps the lock of the page it comes from', async () => {
      const origin = await home();
      const id = await synced([paragraph('locked')], { page_id: origin });
      await t.call('ann', 'POST', `/api/pages/${origin}/lock`, { body: { locked: true } });
      const body = { blocks: [paragraph('changed')] };
      assert.equal((await t.call('edi', 'PATCH', `${API}/${id}`, { body })).status, 423);
      assert.equal((await t.call('edi', 'DELETE', `${API}/${id}`)).status, 423);
      assert.equal((await create('edi', { blocks: [], page_id: origin })).status, 423);
      assert.equal((await t.call('ann', 'PATCH', `${API}/${id}`, { body })).status, 200);
    });

    it('stays with who made it and with editors when its page is gone', async () => {
      const origin = await page('edi', { workspace_id: t.ws1 });
      const { id } = (await create('edi', { blocks: [paragraph('left over')], page_id: origin })).body;
      await t.call('edi', 'POST', `/api/pages/${origin}/trash`);
      const url = `${API}/${id}`;
      assert.equal((await t.call('vic', 'GET', url)).status, 404);
      assert.equal((await t.call('edi', 'GET', url)).body.page_id, null);
      assert.equal((await t.call('ann', 'PATCH', url, { body: { title: 'Kept' } })).status, 200);
      await t.call('edi', 'POST', `/api/local-workspace/items/${origin}/restore`);
      assert.equal((await t.call('vic', 'GET', url)).status, 200);
    });

    it('stays closed to those whom its page was closed to, in the trash and when that is emptied', async () => {
      const origin = await home();
      const { id } = (await create('ann', { blocks: [paragraph('SECRET-5ae')], page_id: origin })).body;
      const open = await page('ann', { workspace_id: t.ws1, blocks: [shown(id)] });
      const type = { permission_type: 'private' };
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${origin}/permissions/type`, type)).status, 200);
      const seenBy = async (who: Name) => {
        const list = await t.call(who, 'GET', `${API}?limit=100`);
        const found = list.body.some((one: { id: number }) => one.id === id);
        return [(await t.call(who, 'GET', `${API}/${id}`)).status, found, /SECRET-5ae/.test(await article(who, open))];
      };
      const hidden = [404, false, false];
      assert.deepEqual(await seenBy('edi'), hidden);
      await t.call('ann', 'POST', `/api/pages/${origin}/trash`);
      assert.deepEqual(await seenBy('edi'), hidden, 'in the trash');
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${origin}?permanent=true`)).status, 200);
      assert.deepEqual(await seenBy('edi'), hidden, 'gone for good');
      assert.deepEqual(await seenBy('ann'), [200, true, true]);
    });

    it('is found with the page it comes from, as it is now', async () => {
      const origin = await page('ann', { workspace_id: t.ws1, title: 'Found here' });
      const id = await synced([paragraph('zanzibar')], { page_id: origin });
      const hits = async (q: string) =>
        (await t.call('vic', 'GET', `/api/search?q=${q}`)).body.results.map((one: { id: number }) => one.id);
      assert.deepEqual(await hits('zanzibar'), [origin]);
      await put('ann', origin, [shown(id), paragraph('own words')]);
      assert.deepEqual(await hits('zanzibar'), [origin], 'a save of the page lost it');
      await t.call('ann', 'PATCH', `${API}/${id}`, { body: { blocks: [paragraph('madagascar')] } });
      assert.deepEqual([await hits('zanzibar'), await hits('madagascar')], [[], [origin]]);
    });

    it('shows links, people and files inside it by the rights of the reader', async () => {
      const secret = await page('adm', { workspace_id: t.ws2, title: 'HIDDEN-TITLE' });
      const open = await page('ann', { workspace_id: t.ws1, title: 'Open title' });
      const links = [secret, open].map((pageId) => ({ ...paragraph(''), content: [{ type: 'pageLink', pageId }] }));
      const made = await create('adm', { blocks: links, page_id: await home() });
      assert.equal(made.status, 200, made.text);
      const { id } = made.body;
      const text = await article('vic', await page('ann', { workspace_id: t.ws1, blocks: [shown(id)] }));
      assert.match(text, /Open title/);
      assert.doesNotMatch(text, /HIDDEN-TITLE/);
    });
  });
});
