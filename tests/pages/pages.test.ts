// Pages over HTTP: forbidden first, then the tree, bodies, versions of the record, locks and the trash.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (title: string, extra: object = {}, who: Name = 'ann') => {
    const made = await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, ...extra });
    assert.equal(made.status, 200, made.text);
    return made.body as { id: number; sync_version: number; position: number };
  };
  const get = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}`)).body;
  const events = async (after: number): Promise<string[]> =>
    (await t.app.database.reader('domain_events').where('id', '>', after).orderBy('id')).map(
      (one) => `${one.type} ${JSON.parse(one.data).id} ${one.changed}`,
    );
  const lastEvent = async (): Promise<number> =>
    (await t.app.database.reader('domain_events').max({ id: 'id' }))[0]?.id ?? 0;

  describe('rights', () => {
    const writes: [string, string, object?][] = [
      ['PUT', '/api/pages/ID/content', { markdown: 'x' }],
      ['PUT', '/api/pages/ID/rename', { title: 'x' }],
      ['PUT', '/api/pages/ID/move', { parent_id: null }],
      ['POST', '/api/pages/ID/options', { full_width: 1 }],
      ['POST', '/api/pages/ID/lock'],
      ['POST', '/api/pages/ID/trash'],
      ['PATCH', '/api/v2/pages/ID', { title: 'x' }],
      ['PUT', '/api/v2/pages/ID/markdown', { markdown: 'x' }],
      ['DELETE', '/api/v2/pages/ID'],
      ['PUT', '/api/local-workspace/items/ID', { name: 'x' }],
    ];
    for (const [method, path, body] of writes) {
      it(`${method} ${path} is for editors`, async () => {
        const { id } = await make('Guarded');
        const before = await get(id);
        const table: [Name | 'anon', number][] = [
          ['anon', 401],
          ['bob', 404],
          ['vic', 403],
          ['com', 403],
        ];
        for (const [who, status] of table)
          assert.equal((await t.call(who, method, path.replace('ID', String(id)), { body })).status, status, who);
        assert.deepEqual(await get(id), before);
        assert.equal((await t.call('edi', method, path.replace('ID', String(id)), { body })).status, 200);
      });
    }

    it('checks every id of a request, not only the first', async () => {
      const foreign = (await t.call('bob', 'POST', '/api/pages', { title: 'Bob', workspace_id: t.ws2 })).body.id;
      const own = await make('Own');
      const tries: [string, string, object][] = [
        ['POST', '/api/pages', { title: 'x', parent_id: foreign }],
        ['POST', '/api/pages', { title: 'x', workspace_id: t.ws2 }],
        ['PUT', `/api/pages/${own.id}/move`, { parent_id: foreign }],
        ['POST', '/api/v2/pages', { title: 'x', parent_id: foreign }],
        ['POST', '/api/local-workspace/items', { name: 'x', type: 'folder', parent_id: foreign }],
      ];
      for (const [method, url, body] of tries)
        assert.equal((await t.call('ann', method, url, { body })).status, 404, `${method} ${url}`);
      const mixed = await t.call('adm', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1, parent_id: foreign });
      assert.deepEqual([mixed.status, mixed.body.detail[0].loc], [422, ['body', 'workspace_id']]);
      assert.deepEqual((await t.call('bob', 'GET', `/api/v2/pages/${foreign}/children`)).body, []);
    });

    it('shows nothing of other workspaces in lists, menus, titles and counts', async () => {
      const { id } = await make('SECRET-7f3a', { markdown: 'SECRET-7f3a' });
      for (const url of [
        `/board/api/wiki/titles?ids=${id}`,
        '/api/v2/pages?limit=100',
        '/api/search?q=SECRET',
        '/api/v2/search?q=SECRET',
        '/api/nav/menu',
        '/api/local-workspace/tree',
      ]) {
        const answer = await t.call('bob', 'GET', url);
        assert.equal(answer.status, 200, url);
        assert.ok(!answer.text.includes('SECRET-7f3a'), url);
      }
      assert.equal((await t.call('bob', 'GET', '/api/search?q=SECRET')).body.total, 0);
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages?workspace_id=${t.ws1}`)).status, 404);
      assert.equal((await t.call('bob', 'GET', `/api/nav/menu?parent_id=${id}`)).status, 404);
    });
  });

  describe('bad input', () => {
    const bodies: [string, object, string][] = [
      ['no title', {}, '/title'],
      ['a title of spaces in the wrong type', { title: 5 }, '/title'],
      ['a title that is too long', { title: 'x'.repeat(501) }, '/title'],
      ['an unknown field', { title: 'x', colour: 'red' }, '/colour'],
      ['a version of the client’s own', { title: 'x', sync_version: 9 }, '/sync_version'],
      ['an id as text', { title: 'x', workspace_id: '1' }, '/workspace_id'],
      [
        'a script link',
        {
          title: 'x',
          blocks: [
            {
              type: 'paragraph',
              data: {},
              content: [
                { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'java\tscript:alert(1)' } }] },
              ],
            },
          ],
        },
        '/blocks',
      ],
      [
        'a level that is none',
        { title: 'x', blocks: [{ type: 'heading', data: { level: 7 } }] },
        '/blocks/0/data/level',
      ],
      ['two forms of a body', { title: 'x', blocks: [], markdown: '' }, '/markdown'],
      ['a file that is not there', { title: 'x', blocks: [{ type: 'image', data: { fileId: 999 } }] }, '/blocks'],
    ];
    for (const [what, body, pointer] of bodies) {
      it(`names the field for ${what}`, async () => {
        const answer = await t.call('ann', 'POST', '/api/v2/pages', { body: { workspace_id: t.ws1, ...body } });
        assert.equal(answer.status, 422, answer.text);
        assert.equal(answer.body.code, 'validation_failed');
        assert.ok(
          answer.body.errors.some((one: { pointer: string }) => one.pointer.startsWith(pointer)),
          answer.text,
        );
      });
    }

    const raw: [string, string, string | undefined, number, string][] = [
      [
        'JSON nested 200 deep',
        `{"title":"x","blocks":${'['.repeat(200)}${']'.repeat(200)}}`,
        'application/json',
        422,
        'validation_failed',
      ],
      ['broken JSON', '{"title":', 'application/json', 422, 'validation_failed'],
      ['a body without type', '{"title":"x"}', undefined, 415, 'unsupported_media'],
      ['a form', 'title=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media'],
      ['plain text', 'x', 'text/plain', 415, 'unsupported_media'],
      ['a lone surrogate', '{"title":"\\ud800"}', 'application/json', 422, 'validation_failed'],
    ];
    for (const [what, body, type, status, code] of raw) {
      it(`refuses ${what}`, async () => {
        const headers = { ...(await t.token('ann')), ...(type ? { 'content-type': type } : {}) };
        const answer = await t.inject('POST', '/api/v2/pages', { headers, body });
        assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
        assert.match(answer.headers['content-type'] as string, /^application\/problem\+json/);
      });
    }

    it('refuses 1 MiB and a byte where 1 MiB is allowed', async () => {
      const answer = await t.call('ann', 'PUT', `/api/pages/${(await make('x')).id}/rename`, {
        title: 'x'.repeat(1024 * 1024),
      });
      assert.deepEqual([answer.status, answer.body.code], [413, 'payload_too_large']);
    });

    it('refuses unknown query parameters on JSON routes', async () => {
      const answer = await t.call('ann', 'GET', '/api/v2/pages?sort=title;--');
      assert.deepEqual(
        [answer.status, answer.body.errors],
        [422, [{ detail: '"sort" is not allowed'.replace('"sort" ', ''), parameter: 'sort' }]],
      );
    });
  });

  describe('tree', () => {
    let root: number;
    beforeEach(async () => {
      root = (await make('Root', {})).id;
    });
    const order = async (parent: number): Promise<string[]> =>
      (await t.call('ann', 'GET', `/api/nav/menu?parent_id=${parent}`)).body.items.map(
        (one: { title: string; position: number }) => `${one.position}${one.title}`,
      );

    it('keeps places without gaps through moves, trash and restore', async () => {
      const [a, b, c] = [
        await make('a', { parent_id: root }),
        await make('b', { parent_id: root }),
        await make('c', { parent_id: root }),
      ];
      const before = await lastEvent();
      await t.call('ann', 'PUT', `/api/pages/${c.id}/move`, { parent_id: root, position: 0 });
      assert.deepEqual(await order(root), ['0c', '1a', '2b']);
      assert.deepEqual(await events(before), [`page.moved ${c.id} ["parent_id","position"]`]);
      await t.call('ann', 'PUT', `/api/pages/${a.id}/move`, { parent_id: root, position: 99 });
      assert.deepEqual(await order(root), ['0c', '1b', '2a']);
      await t.call('ann', 'POST', `/api/pages/${b.id}/trash`);
      assert.deepEqual(await order(root), ['0c', '1a']);
      await t.call('ann', 'POST', `/api/pages/${b.id}/restore`);
      assert.deepEqual(await order(root), ['0c', '1b', '2a']);
      await t.call('ann', 'POST', `/api/pages/${c.id}/trash`);
      await t.call('ann', 'POST', `/api/pages/${a.id}/trash`);
      await t.call('ann', 'POST', `/api/pages/${a.id}/restore`);
      await t.call('ann', 'POST', `/api/pages/${c.id}/restore`);
      assert.deepEqual(await order(root), ['0c', '1b', '2a']);
      await t.call('ann', 'PUT', `/api/pages/${b.id}/move`, { parent_id: c.id });
      assert.deepEqual([await order(root), await order(c.id)], [['0c', '1a'], ['0b']]);
    });

    it('refuses moves below itself, at once from both sides too', async () => {
      const a = await make('a', { parent_id: root });
      const b = await make('b', { parent_id: a.id });
      for (const target of [a.id, b.id]) {
        const answer = await t.call('ann', 'PUT', `/api/pages/${a.id}/move`, { parent_id: target });
        assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
      }
      const x = await make('x', { parent_id: root });
      const y = await make('y', { parent_id: root });
      const both = await Promise.all([
        t.call('ann', 'PUT', `/api/pages/${x.id}/move`, { parent_id: y.id }),
        t.call('ann', 'PUT', `/api/pages/${y.id}/move`, { parent_id: x.id }),
      ]);
      assert.deepEqual(both.map((one) => one.status).sort(), [200, 409]);
    });

    it('gives the trail from the top, and the whole tree', async () => {
      const a = await make('a', { parent_id: root });
      const b = await make('b', { parent_id: a.id });
      const trail = await t.call('ann', 'GET', `/api/local-workspace/breadcrumb?folder=${b.id}`);
      assert.deepEqual(
        trail.body.items.map((one: { title: string }) => one.title),
        ['Root', 'a', 'b'],
      );
      const tree = await t.call('ann', 'GET', '/api/local-workspace/tree');
      const node = tree.body.items.find((one: { id: number }) => one.id === root);
      assert.equal(node.children[0].children[0].id, b.id);
    });

    it('creates folders and pages as items, and renames them', async () => {
      const folder = await t.call('ann', 'POST', '/api/local-workspace/items', {
        name: 'Folder/..',
        type: 'folder',
        parent_id: root,
      });
      const file = await t.call('ann', 'POST', '/api/local-workspace/items', {
        name: '🌲 page',
        type: 'file',
        parent_id: folder.body.id,
        content: '# hi',
      });
      assert.deepEqual([folder.body.kind, file.body.kind, folder.body.title], ['folder', 'page', 'Folder/..']);
      const preview = await t.call('ann', 'GET', `/api/local-workspace/page-content/${file.body.id}`);
      assert.deepEqual(
        JSON.parse(preview.body.content).blocks.map((one: { type: string }) => one.type),
        ['heading'],
      );
      assert.equal(
        (await t.call('ann', 'PUT', `/api/local-workspace/items/${folder.body.id}`, { name: 'New' })).body.title,
        'New',
      );
    });
  });

  describe('body', () => {
    it('takes every form and gives one back, unknown blocks whole', async () => {
      const odd = { type: 'kanban', data: { b: 1, a: [null, 'x'] }, settings: { z: 1 } };
      const { id } = await make('Body', {
        blocks: {
          version: '1',
          time: 5,
          blocks: [odd, { type: 'header', data: { text: 'Old <b>style</b>', level: 2 } }],
        },
      });
      const { body } = await t.call('ann', 'GET', `/api/pages/${id}/content`);
      assert.deepEqual(body.blocks[0].data.original, odd);
      assert.deepEqual(
        [body.blocks[1].type, body.blocks[1].data.level, body.blocks[1].data.text],
        ['heading', 2, 'Old <strong>style</strong>'],
      );
      const again = await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: body.blocks });
      assert.equal(again.status, 200, again.text);
      assert.deepEqual((await t.call('ann', 'GET', `/api/pages/${id}/content`)).body.blocks, body.blocks);
    });

    it('writes one version a save, raises sync_version by one and says so once', async () => {
      const { id } = await make('Saved');
      const before = await lastEvent();
      const saved = await t.call('ann', 'PUT', `/api/pages/${id}/content`, {
        markdown: 'one',
        title: 'Named',
        note: 'why',
      });
      assert.deepEqual([saved.body.sync_version, saved.headers.etag], [2, '"v2"']);
      assert.deepEqual(await events(before), [`page.updated ${id} ["content","title"]`]);
      const versions = (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body;
      assert.deepEqual(
        versions.map((one: { title: string; note: string }) => [one.title, one.note]),
        [
          ['Named', 'why'],
          ['Saved', ''],
        ],
      );
      const newest = (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions/${versions[0].id}`)).body;
      assert.match(newest.blocks_json, /"text":"one"/);
      assert.equal(
        (await t.call('ann', 'GET', `/api/v2/pages/${(await make('Other')).id}/versions/${versions[0].id}`)).status,
        404,
      );
    });

    it('changes nothing when nothing changes', async () => {
      const { id } = await make('Same');
      const before = await lastEvent();
      assert.equal((await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { name: 'Same' })).body.sync_version, 1);
      assert.deepEqual(await events(before), []);
    });

    it('refuses a write over a newer version, whatever a proxy did to the tag', async () => {
      const { id } = await make('Contended');
      const put = (tag: string) =>
        t.call('ann', 'PUT', `/api/v2/pages/${id}/content`, { body: { markdown: 'x' }, headers: { 'if-match': tag } });
      for (const tag of ['"v7"', 'W/"v2"', '"x"', 'v1', '"v7", "v8"'])
        assert.deepEqual([(await put(tag)).status, tag], [412, tag]);
      for (const [index, tag] of ['"v1"', 'W/"v2"', '"v3-gzip"', '*', '"v1", "v5"'].entries())
        assert.equal((await put(tag)).body.sync_version, index + 2, tag);
      const read = await t.call('ann', 'GET', `/api/v2/pages/${id}`, { headers: { 'if-none-match': '"v6"' } });
      assert.equal(read.status, 200);
      const writers = await Promise.all(Array.from({ length: 5 }, () => put('"v6"')));
      assert.deepEqual(writers.map((one) => one.status).sort(), [200, 412, 412, 412, 412]);
    });

    it('goes out as Markdown, with links to what the reader may see', async () => {
      const [target, gone] = [await make('Target page'), await make('Gone')];
      const blocks = [
        {
          type: 'paragraph',
          data: {},
          content: [
            { type: 'text', text: 'see ' },
            { type: 'pageLink', pageId: target.id },
            { type: 'pageLink', pageId: gone.id },
          ],
        },
      ];
      const { id } = await make('Source', { blocks });
      await t.call('ann', 'POST', `/api/pages/${gone.id}/trash`);
      const markdown = await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`);
      assert.match(markdown.headers['content-type'] as string, /^text\/markdown/);
      assert.match(markdown.text, new RegExp(`Target page.*/pages/${target.id}`));
      assert.deepEqual(
        (await t.call('ann', 'GET', `/api/v2/pages/${target.id}/backlinks`)).body.map((one: { id: number }) => one.id),
        [id],
      );
      await t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: '## More' });
      assert.match((await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text, /## More\n$/);
    });
  });

  describe('lock', () => {
    it('follows the state table', async () => {
      const { id } = await make('Locked');
      const lock = (who: Name, body?: object) => t.call(who, 'POST', `/api/pages/${id}/lock`, { body });
      assert.deepEqual((await lock('edi')).body, { ok: true, is_locked: 1, locked_by: t.user('edi').id });
      const refused = await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'x' });
      assert.deepEqual([refused.status, refused.body.code], [423, 'page_locked']);
      assert.equal((await t.call('ann', 'POST', '/api/pages', { title: 'child', parent_id: id })).status, 423);
      assert.equal((await lock('ann', { locked: true })).status, 200, 'locking again is no change');
      assert.equal((await lock('ann', { locked: false })).status, 403, 'the owner of a workspace is not privileged');
      assert.equal((await t.call('edi', 'PUT', `/api/pages/${id}/rename`, { title: 'x' })).status, 200);
      assert.equal((await t.call('adm', 'PUT', `/api/pages/${id}/rename`, { title: 'y' })).status, 200);
      assert.equal((await lock('adm', { locked: false })).body.is_locked, 0);
    });

    it('keeps a page below from being trashed or moved with its parent', async () => {
      const parent = await make('Parent');
      const child = await make('Child', { parent_id: parent.id });
      await t.call('edi', 'POST', `/api/pages/${child.id}/lock`);
      for (const [method, url, body] of [
        ['POST', `/api/pages/${parent.id}/trash`],
        ['PUT', `/api/pages/${parent.id}/move`, { parent_id: null }],
        ['DELETE', `/api/v2/pages/${parent.id}`],
      ] as const) {
        assert.equal((await t.call('ann', method, url, { body })).status, 423, url);
      }
    });
  });

  describe('trash', () => {
    it('takes a subtree as one and brings back what that deletion took', async () => {
      const parent = await make('P', { markdown: 'findme' });
      const [early, late] = [
        await make('early', { parent_id: parent.id }),
        await make('late', { parent_id: parent.id }),
      ];
      await t.call('ann', 'POST', `/api/pages/${early.id}/trash`);
      const before = await lastEvent();
      await t.call('ann', 'DELETE', `/api/local-workspace/items/${parent.id}`);
      assert.deepEqual(
        (await events(before)).sort(),
        [`page.deleted ${parent.id} []`, `page.deleted ${late.id} []`].sort(),
      );
      for (const id of [parent.id, late.id])
        assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}`)).status, 404);
      assert.equal((await t.call('ann', 'GET', '/api/search?q=findme')).body.total, 0);
      assert.equal((await t.call('ann', 'PUT', `/api/pages/${parent.id}/rename`, { title: 'x' })).status, 404);
      const listed = (await t.call('ann', 'GET', '/api/v2/pages?trashed=true&limit=100')).body.map(
        (one: { id: number }) => one.id,
      );
      assert.ok(listed.includes(parent.id) && listed.includes(early.id) && !listed.includes(late.id));
      await t.call('ann', 'POST', `/api/local-workspace/items/${parent.id}/restore`);
      assert.equal((await get(late.id)).deleted_at, null);
      assert.equal(
        (await t.call('ann', 'GET', `/api/v2/pages/${early.id}`)).status,
        404,
        'an earlier deletion came back too',
      );
      assert.equal((await t.call('ann', 'GET', '/api/search?q=findme')).body.total, 1);
    });

    it('restores to the top when the parent is gone', async () => {
      const parent = await make('P');
      const child = await make('C', { parent_id: parent.id });
      await t.call('ann', 'POST', `/api/pages/${parent.id}/trash`);
      const back = await t.call('ann', 'POST', `/api/v2/pages/${child.id}/restore`);
      assert.deepEqual([back.status, back.body.parent_id], [200, null]);
    });

    it('keeps in the trash what was put there by itself, when a page above it goes for good', async () => {
      const top = await make('Top');
      const middle = await make('Middle', { parent_id: top.id });
      const early = await make('Early', { parent_id: middle.id });
      const inside = await make('Inside', { parent_id: early.id });
      const type = { permission_type: 'private' };
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${middle.id}/permissions/type`, type)).status, 200);
      for (const { id } of [early, top]) await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${top.id}?permanent=true`)).status, 200);
      const back = await t.call('ann', 'POST', `/api/v2/pages/${early.id}/restore`);
      assert.deepEqual([back.status, back.body.parent_id], [200, null]);
      const seen = async (who: Name, id: number) => (await t.call(who, 'GET', `/api/v2/pages/${id}`)).status;
      assert.deepEqual(
        [await seen('ann', inside.id), await seen('edi', inside.id), await seen('edi', early.id)],
        [200, 404, 404],
      );
      assert.equal(await seen('ann', middle.id), 404);
    });

    it('removes for good for owners only, and only from the trash', async () => {
      const { id } = await make('Gone');
      const remove = (who: Name) => t.call(who, 'DELETE', `/api/v2/pages/${id}?permanent=true`);
      assert.equal((await remove('ann')).status, 409);
      await t.call('edi', 'DELETE', `/api/v2/pages/${id}`);
      assert.deepEqual(
        [(await remove('edi')).status, (await remove('ann')).status, (await remove('ann')).status],
        [403, 200, 404],
      );
      const { reader } = t.app.database;
      for (const table of ['page_versions', 'search_entries'])
        assert.equal((await reader(table).where({ page_id: id })).length, 0, table);
    });
  });
});
