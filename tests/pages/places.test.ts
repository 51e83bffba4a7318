// Where pages go: copied with all below them, and moved from one workspace into another, with the rights of both sides.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { memberStore } from '../../plugins/workspaces/store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    // edi writes in both workspaces, vic reads in both; ann owns one and is nobody in the other.
    await t.app.context({ type: 'system', reason: 'tests' }).tx(async (tx) => {
      await memberStore.add(tx, t.ws2, t.user('edi').id, 'editor');
      await memberStore.add(tx, t.ws2, t.user('vic').id, 'viewer');
    });
  });
  after(() => t.stop());

  const ok = async (answer: ReturnType<TestApp['call']>) => {
    const { status, body, text } = await answer;
    assert.equal(status, 200, text);
    return body;
  };
  const make = async (extra: object = {}, who: Name = 'ann'): Promise<number> =>
    (await ok(t.call(who, 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, ...extra }))).id;
  const get = (id: number, who: Name = 'ann') => ok(t.call(who, 'GET', `/api/v2/pages/${id}`));
  const children = async (id: number, who: Name = 'ann') =>
    (await ok(t.call(who, 'GET', `/api/v2/pages/${id}/children`))) as { id: number; title: string; position: number }[];
  const stored = (id: number) => t.app.database.reader('pages').where({ id }).first();
  const link = (pageId: number) => ({ type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId }] });
  const upload = async (id: number) => {
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfile of ${id}\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return (await ok(t.call('edi', 'POST', `/api/pages/${id}/files`, { body, headers }))).file as {
      id: number;
      url: string;
    };
  };
  const restrict = async (id: number, by: Name, workspace = t.ws1) => {
    const change = { permission_type: 'private', access_root_id: id, created_by: t.user(by).id };
    await t.app.database.writer('pages').where({ id }).update(change);
    await t.app.database.writer('permission_epochs').where({ workspace_id: workspace }).increment('epoch', 1);
  };

  describe('a copy', () => {
    it('has all below, links among itself, looks and attachments, and stands behind the original', async () => {
      const top = await make({ title: 'Trip' });
      const next = await make({ title: 'Behind' });
      const inside = await make({ parent_id: top, title: 'Hotel' });
      const file = await upload(top);
      const blocks = [link(inside), link(next), { type: 'file', data: { fileId: file.id } }];
      await ok(t.call('ann', 'PUT', `/api/pages/${inside}/content`, { blocks: [link(top)] }));
      await ok(t.call('edi', 'PUT', `/api/pages/${top}/content`, { blocks }));
      await ok(t.call('edi', 'PATCH', `/api/v2/pages/${top}`, { page_icon: '🧭', cover_url: file.url }));
      await ok(t.call('edi', 'POST', `/api/pages/${top}/options`, { full_width: 1, font_small: 1 }));
      await ok(t.call('edi', 'POST', `/api/pages/${top}/lock`, { locked: true }));
      const copy = await ok(t.call('ann', 'POST', `/api/v2/pages/${top}/duplicate`));
      const row = await get(copy.id);
      assert.deepEqual(
        [row.title, row.page_icon, row.cover_url, row.full_width, row.font_small, row.is_locked],
        ['Trip (copy)', '🧭', file.url, 1, 1, 0],
      );
      assert.equal(row.position, (await get(top)).position + 1);
      assert.equal((await get(next)).position, row.position + 1);
      const [hotel] = await children(copy.id);
      assert.equal(hotel?.title, 'Hotel');
      assert.match(row.content, new RegExp(`"pageId":${hotel?.id}\\b`));
      assert.match(row.content, new RegExp(`"pageId":${next}\\b`));
      assert.match((await get(hotel?.id as number)).content, new RegExp(`"pageId":${copy.id}\\b`));
      const references = await t.app.database.reader('file_references').where({ page_id: copy.id });
      assert.deepEqual(
        references.map(({ file_id }) => file_id),
        [file.id],
      );
      assert.equal((await ok(t.call('ann', 'GET', `/api/search?q=Trip`))).total, 2);
      assert.equal((await ok(t.call('ann', 'GET', `/api/pages/${copy.id}/versions`))).total, 1);
    });

    it('copies uploaded files as pages of their own', async () => {
      const folder = await make({ title: 'Papers' });
      const body = `--x\r\ncontent-disposition: form-data; name="parent_id"\r\n\r\n${folder}\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`;
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      await ok(t.call('ann', 'POST', '/api/local-workspace/upload', { body, headers }));
      const copy = await ok(t.call('edi', 'POST', `/api/pages/${folder}/duplicate`));
      const [paper] = await children(copy.id);
      const read = await t.call('vic', 'GET', `/api/pages/${paper?.id}/download`);
      assert.deepEqual([read.status, read.text], [200, 'hello']);
    });

    it('needs to see the page and to write where it goes', async () => {
      const [id, target] = [await make(), await make()];
      const foreign = await make({ workspace_id: t.ws2 }, 'bob');
      for (const [who, status] of [
        ['anon', 401],
        ['bob', 404],
        ['vic', 403],
        ['com', 403],
      ] as const) {
        assert.equal((await t.call(who, 'POST', `/api/pages/${id}/duplicate`)).status, status, who);
        const body = { parent_id: target };
        assert.equal((await t.call(who, 'POST', `/api/pages/${id}/duplicate`, body)).status, status, who);
      }
      assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/duplicate`, { parent_id: foreign })).status, 404);
      assert.equal((await t.call('edi', 'POST', `/api/pages/${id}/duplicate`, { parent_id: foreign })).status, 422);
      const inside = await ok(t.call('edi', 'POST', `/api/pages/${id}/duplicate`, { parent_id: id }));
      assert.deepEqual(
        (await children(id)).map((one) => one.id),
        [inside.id],
      );
    });

    it('leaves out what its reader does not see, and makes private what had rights of its own', async () => {
      const top = await make();
      const [hidden, own] = [
        await make({ parent_id: top, title: 'SECRET' }),
        await make({ parent_id: top, title: 'Mine' }),
      ];
      await make({ parent_id: hidden, title: 'Below' });
      await restrict(hidden, 'ann');
      await restrict(own, 'edi');
      const copy = await ok(t.call('edi', 'POST', `/api/pages/${top}/duplicate`));
      const [mine, ...others] = await children(copy.id, 'edi');
      assert.deepEqual([mine?.title, others], ['Mine', []]);
      const row = await stored(mine?.id as number);
      assert.deepEqual(
        [row.permission_type, row.access_root_id, row.created_by],
        ['private', row.id, t.user('edi').id],
      );
      assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${row.id}`)).status, 404);
    });

    it('answers the form with the copy', async () => {
      const id = await make();
      const done = await t.form('edi', `/pages/${id}/duplicate`);
      assert.equal(done.status, 303);
      assert.match(String(done.headers.location), /^\/pages\/\d+$/);
      assert.equal((await t.form('vic', `/pages/${id}/duplicate`)).status, 403);
    });
  });

  describe('a move to another workspace', () => {
    const made = (extra: object = {}, who: Name = 'edi') => make(extra, who);
    const moves = (id: number, who: Name, body: object) => t.call(who, 'PUT', `/api/pages/${id}/move`, body);

    it('takes all below, its files and what is found along, and keeps links', async () => {
      const top = await made({ title: 'Nomad', markdown: 'wandering words' });
      const inside = await made({ parent_id: top, blocks: [link(top)] });
      const target = await made({ workspace_id: t.ws2 }, 'bob');
      const file = await upload(top);
      await ok(
        t.call('edi', 'PUT', `/api/pages/${top}/content`, { blocks: [{ type: 'file', data: { fileId: file.id } }] }),
      );
      await ok(t.call('edi', 'PATCH', `/api/v2/pages/${top}`, { cover_url: file.url }));
      await ok(moves(top, 'edi', { parent_id: target }));
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${top}`)).status, 404);
      const row = await get(top, 'bob');
      assert.deepEqual([row.workspace_id, row.parent_id], [t.ws2, target]);
      assert.equal((await get(inside, 'bob')).workspace_id, t.ws2);
      const address = file.url.replace(`/${t.ws1}/`, `/${t.ws2}/`);
      assert.equal(row.cover_url, address);
      assert.equal((await t.call('bob', 'GET', address)).status, 200);
      assert.equal((await t.call('ann', 'GET', address)).status, 404);
      assert.equal((await ok(t.call('bob', 'GET', '/api/search?q=Nomad'))).total, 1);
      assert.equal((await ok(t.call('ann', 'GET', '/api/search?q=Nomad'))).total, 0);
      const entries = await t.app.database.reader('search_entries').whereIn('page_id', [top, inside]);
      assert.deepEqual([...new Set(entries.map(({ workspace_id }) => workspace_id))], [t.ws2]);
      const events = await t.app.database.reader('domain_events').where({ type: 'page.moved' });
      const heard = events.filter(({ data }) => [top, inside].includes(JSON.parse(data).id));
      assert.deepEqual(heard.map(({ workspace_id }) => workspace_id).toSorted(), [t.ws1, t.ws2, t.ws2].toSorted());
    });

    it('shows a page below it where it stands by now, to whoever saw it before', async () => {
      const [from, to] = [await made({ title: 'Desert' }), await made({ title: 'Coast' })];
      const camp = await made({ title: 'Camp', parent_id: from });
      const tent = await made({ title: 'Tent', parent_id: camp });
      const crumbs = async () => {
        const { text } = await t.call('edi', 'GET', `/pages/${tent}`);
        const list = /<ol class="breadcrumb">[\s\S]*?<\/ol>/.exec(text)?.[0] ?? '';
        return [...list.matchAll(/href="\/pages\/(\d+)"/g)].map(([, id]) => Number(id));
      };
      assert.deepEqual(await crumbs(), [from, camp]);
      assert.deepEqual(await crumbs(), [from, camp]);
      await ok(moves(camp, 'edi', { parent_id: to }));
      assert.deepEqual(await crumbs(), [to, camp]);
      await ok(moves(camp, 'edi', { parent_id: null }));
      assert.deepEqual(await crumbs(), [camp]);
    });

    it('goes to the top of a workspace by its id', async () => {
      const id = await made();
      await ok(
        t.call('edi', 'POST', `/api/v2/pages/${id}/move`, { parent_id: null, workspace_id: t.ws2, position: 0 }),
      );
      assert.deepEqual([(await get(id, 'bob')).workspace_id, (await get(id, 'bob')).position], [t.ws2, 0]);
      await ok(moves(id, 'edi', { parent_id: null, workspace_id: t.ws1 }));
      assert.equal((await get(id)).workspace_id, t.ws1);
    });

    it('needs rights on both sides', async () => {
      const id = await made();
      const target = await made({ workspace_id: t.ws2 }, 'bob');
      const tries: [Name, object, number][] = [
        ['ann', { parent_id: target }, 404],
        ['ann', { parent_id: null, workspace_id: t.ws2 }, 404],
        ['bob', { parent_id: target }, 404],
        ['vic', { parent_id: target }, 403],
        ['vic', { parent_id: null, workspace_id: t.ws2 }, 403],
        ['edi', { parent_id: target, workspace_id: t.ws1 }, 422],
      ];
      for (const [who, body, status] of tries) assert.equal((await moves(id, who, body)).status, status, who);
      assert.equal((await stored(id)).workspace_id, t.ws1);
      await ok(t.call('bob', 'POST', `/api/pages/${target}/lock`, { locked: true }));
      assert.equal((await moves(id, 'edi', { parent_id: target })).status, 423);
    });

    it('is for owners, and for members with what they have made', async () => {
      const top = await make();
      const own = await made({ parent_id: top });
      await ok(t.call('ann', 'POST', `/api/pages/${top}/share`, { email: 'bob@example.org', access: 'edit' }));
      const away = { parent_id: null, workspace_id: t.ws2 };
      assert.equal((await moves(top, 'edi', away)).status, 403, 'a member took what another has made');
      assert.equal((await moves(top, 'bob', away)).status, 403, 'a guest took the page');
      await ok(moves(own, 'edi', away));
      await ok(moves(top, 'adm', away));
    });

    it('leaves nobody’s hidden page behind or takes it along unasked', async () => {
      const top = await made();
      const hidden = await made({ parent_id: top });
      await restrict(hidden, 'ann');
      const refused = await moves(top, 'edi', { parent_id: null, workspace_id: t.ws2 });
      assert.equal(refused.status, 403);
      assert.equal((await stored(hidden)).workspace_id, t.ws1);
    });

    it('keeps rights of its own, and inherits anew what it inherited', async () => {
      const top = await made();
      const [own, plain] = [await made({ parent_id: top }), await made({ parent_id: top })];
      await restrict(own, 'edi');
      await ok(moves(top, 'edi', { parent_id: null, workspace_id: t.ws2 }));
      assert.deepEqual([(await stored(own)).access_root_id, (await stored(plain)).access_root_id], [own, null]);
      assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${own}`)).status, 404);
      assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${plain}`)).status, 200);
    });

    it('is offered by the form without scripts', async () => {
      const id = await made({ title: 'Wanderer' });
      const form = await t.call('edi', 'GET', `/pages/${id}/move?workspace_id=${t.ws2}`);
      assert.equal(form.status, 200);
      assert.match(form.text, new RegExp(`name="workspace_id" value="${t.ws2}"`));
      assert.equal((await t.call('ann', 'GET', `/pages/${id}/move?workspace_id=${t.ws2}`)).status, 404);
      const done = await t.form('edi', `/pages/${id}/move`, { parent_id: '', workspace_id: t.ws2 });
      assert.equal(done.status, 303);
      assert.equal((await stored(id)).workspace_id, t.ws2);
    });

    it('purging the workspace it left takes nothing of it', async () => {
      const id = await made({ title: 'Survivor' });
      const file = await upload(id);
      await ok(
        t.call('edi', 'PUT', `/api/pages/${id}/content`, { blocks: [{ type: 'file', data: { fileId: file.id } }] }),
      );
      await ok(moves(id, 'edi', { parent_id: null, workspace_id: t.ws2 }));
      const found = await t.app.database.reader('files').where({ id: file.id }).first();
      assert.equal(found.workspace_id, t.ws2);
    });
  });
});
