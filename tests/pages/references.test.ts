// Ids that blocks name, on every way in: what a writer adds they must see, what stood there may stay, and pictures are ours.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Block } from '../../plugins/blocks/block.ts';
import { files, fileUrl } from '../../plugins/files/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { come, type Person, synced } from '../rooms/people.ts';

interface Things {
  page: number;
  person: number;
  comment: number;
  block: number;
  database: number;
  view: number;
}

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length ? { marks } : {}) });
const holding = (...content: object[]) => ({ id: 'p', type: 'paragraph', data: {}, content });

/** A block for each way to name a thing, and where in it the id stands. */
const naming = (things: Things): [object, (string | number)[]][] => [
  [holding(text('see '), { type: 'pageLink', pageId: things.page }), ['content', 1, 'pageId']],
  [{ id: 'l', type: 'pageLink', data: { pageId: things.page } }, ['data', 'pageId']],
  [holding({ type: 'mention', userId: things.person }), ['content', 0, 'userId']],
  [
    holding(text('words', { type: 'comment', attrs: { id: things.comment } })),
    ['content', 0, 'marks', 0, 'attrs', 'id'],
  ],
  [{ id: 's', type: 'synced', data: { syncedBlockId: things.block } }, ['data', 'syncedBlockId']],
  [{ id: 'd', type: 'database', data: { collectionId: things.database } }, ['data', 'collectionId']],
  [
    {
      id: 't',
      type: 'table',
      data: {
        header: { row: false, column: false },
        rows: [[{ content: [] }, { content: [{ type: 'pageLink', pageId: things.page }] }]],
      },
    },
    ['data', 'rows', 0, 1, 'content', 0, 'pageId'],
  ],
];

const FOREIGN = ['https://evil.test/x.png', '//evil.test/x.png', '/\\evil.test/x.png', '\\\\evil.test', 'http:x.png'];
const MEDIA = ['image', 'video', 'audio', 'pdf', 'file'];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  let [hidden, seen] = [{} as Things, {} as Things];
  const here: Person[] = [];

  before(async () => {
    t = await startApp(await open());
    address = await t.app.start();
    hidden = await thingsOf('bob', t.ws2, 'bob');
    seen = await thingsOf('ann', t.ws1, 'vic');
  });
  after(async () => {
    for (const person of here) person.leave();
    await t.stop();
  });

  const call = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await t.call(who, method, url, body && { body });
    assert.equal(answer.status, 200, `${method} ${url} ${answer.text}`);
    return answer.body;
  };
  async function thingsOf(who: Name, workspace_id: number, person: Name): Promise<Things> {
    const page = (await call(who, 'POST', '/api/pages', { title: 'Thing', workspace_id })).id;
    const block = await call(who, 'POST', '/api/v2/synced-blocks', { blocks: [], title: 'Once', page_id: page });
    const made = await call(who, 'POST', '/db/api', { workspace_id, title: 'Table' });
    const { views } = await call(who, 'GET', `/api/v2/collections/${made.collection.id}/schema`);
    const comment = await call(who, 'POST', `/api/v2/pages/${page}/comments`, { body: 'Words' });
    return {
      page,
      person: t.user(person).id,
      comment: comment.id,
      block: block.id,
      database: made.collection.id,
      view: views[0].id,
    };
  }
  const make = async (blocks: object[] = []): Promise<number> =>
    (await call('edi', 'POST', '/api/pages', { title: 'Text', workspace_id: t.ws1, blocks })).id;
  const stored = async (id: number): Promise<Block[]> => (await call('ann', 'GET', `/api/pages/${id}/content`)).blocks;
  const put = (id: number, blocks: unknown, who: Name = 'edi'): Promise<Answer> =>
    t.call(who, 'PUT', `/api/pages/${id}/content`, { blocks });
  const places = ({ status, body }: Answer) => {
    assert.equal(status, 422, JSON.stringify(body));
    return body.detail.map(({ loc }: { loc: unknown[] }) => loc);
  };

  describe('ids inside blocks', () => {
    it('that their writer does not see are refused by their place, and nothing is written', async () => {
      const id = await make([holding(text('first'))]);
      for (const [block, at] of naming(hidden)) {
        const inside = [holding(text('x')), { id: 'q', type: 'quote', data: {}, content: [], children: [block] }];
        const given = [{ ...inside[0], id: 'x' }, inside[1]];
        const loc = ['body', 'blocks', 1, 'children', 0, ...at];
        assert.deepEqual(places(await put(id, given)), [loc], JSON.stringify(block));
        assert.deepEqual(places(await put(id, { version: '1', time: 0, blocks: given })), [loc]);
        const body = { title: 'New', workspace_id: t.ws1, blocks: given };
        assert.deepEqual(places(await t.call('edi', 'POST', '/api/pages', { body })), [loc]);
        for (const [method, url, more] of [
          ['PUT', `/api/v2/pages/${id}/content`, {}],
          ['POST', '/api/v2/pages', { title: 'New', workspace_id: t.ws1 }],
          ['POST', '/api/v2/synced-blocks', { workspace_id: t.ws1 }],
          ['POST', '/api/v2/templates/pages', { workspace_id: t.ws1, name: 'New' }],
          ['POST', `/api/v2/collections/${seen.database}/templates`, { name: 'New' }],
        ] as const) {
          const answer = await t.call('edi', method, url, { body: { ...more, blocks: given } });
          const pointer = `/${loc.slice(1).join('/')}`;
          assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, pointer], `${method} ${url}`);
        }
      }
      assert.deepEqual(
        (await stored(id)).map(({ id: one }) => one),
        ['p'],
      );
    });

    it('that their writer sees are taken, of whatever kind', async () => {
      const view = { id: 'v', type: 'database', data: { collectionId: seen.database, viewId: seen.view } };
      for (const block of [...naming(seen).map(([one]) => one), view]) await make([block]);
      const file = await t.app.use(files).store(t.ctx('bob'), {
        content: Buffer.from('theirs'),
        name: 'theirs.txt',
        workspaceId: t.ws2,
        maxBytes: 100,
      });
      const stolen = { id: 'f', type: 'file', data: { fileId: file.id, name: 'f' } };
      assert.deepEqual(places(await put(await make(), [stolen])), [['body', 'blocks', 0, 'data', 'fileId']]);
      const other = { ...view, data: { ...view.data, viewId: hidden.view } };
      assert.deepEqual(places(await put(await make(), [other])), [['body', 'blocks', 0, 'data', 'viewId']]);
    });

    it('that stand in the page may stay, move and come back, hidden or gone', async () => {
      const ofAnn = await call('ann', 'POST', '/api/pages', { title: 'Soon closed', workspace_id: t.ws1 });
      const given = {
        ...holding({ type: 'pageLink', pageId: ofAnn.id }, { type: 'pageLink', pageId: seen.page }),
        id: 'a',
      };
      const id = await make([given]);
      await call('ann', 'PUT', `/api/v2/pages/${ofAnn.id}/permissions/type`, { permission_type: 'private' });
      assert.equal((await put(id, [holding(text('before')), given])).status, 200);
      assert.equal((await put(id, [holding(text('only'))])).status, 200);
      assert.equal((await put(id, [given])).status, 422);
      const [last, before] = await call('edi', 'GET', `/api/v2/pages/${id}/versions`);
      assert.ok(last.id > before.id);
      await call('edi', 'POST', `/api/v2/pages/${id}/versions/${before.id}/restore`);
      assert.deepEqual(
        (await stored(id)).map(({ id: one }) => one),
        ['p', 'a'],
      );
      const copy = await call('edi', 'POST', `/api/v2/pages/${id}/duplicate`);
      assert.match(JSON.stringify(await stored(copy.id)), new RegExp(`"pageId":${ofAnn.id}\\b`));
      const markdown = (await t.call('edi', 'GET', `/api/v2/pages/${id}/markdown`)).text;
      await call('edi', 'PUT', `/api/v2/pages/${id}/markdown`, { markdown: `${markdown}\n\nMore` });
      assert.match(JSON.stringify(await stored(id)), new RegExp(`"pageId":${ofAnn.id}\\b`));
      await call('edi', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: 'and more' });
    });

    it('of people are those of the workspace, and to its members its guests', async () => {
      const mention = (name: Name) => [holding({ type: 'mention', userId: t.user(name).id })];
      const id = await make();
      for (const [name, status] of [
        ['com', 200],
        ['edi', 200],
        ['adm', 422],
        ['bob', 422],
      ] as const)
        assert.equal((await put(await make(), mention(name))).status, status, name);
      const email = t.user('bob').email;
      await call('ann', 'POST', `/api/pages/${id}/share`, { email, access: 'edit' });
      assert.equal((await put(await make(), mention('bob'))).status, 200);
      // A guest learns of nobody by naming them.
      assert.deepEqual(
        [(await put(id, mention('vic'), 'bob')).status, (await put(id, mention('bob'), 'bob')).status],
        [422, 200],
      );
      const [share] = (await call('ann', 'GET', `/api/pages/${id}/shares`)).shares;
      await call('ann', 'DELETE', `/api/pages/${id}/shares/${share.id}`);
      assert.equal((await put(await make(), mention('bob'))).status, 422);
    });

    it('of a template that its user does not see are left out of their page', async () => {
      const secret = await call('ann', 'POST', '/api/pages', { title: 'Hers', workspace_id: t.ws1 });
      await call('ann', 'PUT', `/api/v2/pages/${secret.id}/permissions/type`, { permission_type: 'private' });
      const blocks = [
        holding(text('see '), { type: 'pageLink', pageId: secret.id }, { type: 'mention', userId: t.user('vic').id }),
      ];
      const body = { workspace_id: t.ws1, name: 'Hers', blocks };
      const template = await call('ann', 'POST', '/api/v2/templates/pages', body);
      const use = `/api/v2/templates/pages/${template.id}/use`;
      const made = await call('edi', 'POST', use, { workspace_id: t.ws1, title: 'Mine' });
      assert.deepEqual((await stored(made.id))[0]?.content, [
        text('see '),
        { type: 'mention', userId: t.user('vic').id },
      ]);
      const row = { name: 'Start', is_default: true, blocks };
      await call('ann', 'POST', `/api/v2/collections/${seen.database}/templates`, row);
      const { id } = await call('edi', 'POST', `/api/v2/collections/${seen.database}/rows`, {
        title: 'Row',
        values: {},
      });
      assert.doesNotMatch(JSON.stringify(await stored(id)), /pageId/);
    });

    it('written together are left out unless one of their writers sees them', async () => {
      const id = await make([holding(text('one'))]);
      const [ann, edi] = (['ann', 'edi'] as const).map((who) => come(address, id, t.session(who))) as [Person, Person];
      here.push(ann, edi);
      await synced(ann, edi);
      const secret = await call('ann', 'POST', '/api/pages', { title: 'Hers', workspace_id: t.ws1 });
      await call('ann', 'PUT', `/api/v2/pages/${secret.id}/permissions/type`, { permission_type: 'private' });
      const all = naming(hidden).map(([block], index) => ({ ...block, id: `n${index}` }) as Block);
      const good = naming(seen).map(([block], index) => ({ ...block, id: `g${index}` }) as Block);
      edi.rewrite([...edi.blocks(), ...all, ...good]);
      await until(async () => (await stored(id)).length === 1 + all.length + good.length);
      const [, ...written] = await stored(id);
      const bare = (blocks: Block[]) =>
        JSON.stringify(blocks).match(/"(?:pageId|userId|syncedBlockId|collectionId|id)":\d+/g);
      assert.equal(bare(written.slice(0, all.length)), null);
      assert.equal(bare(written.slice(all.length))?.length, good.length);
      assert.deepEqual(written[0]?.content, [text('see ')]);
      assert.deepEqual([written[1]?.type, written[4]?.type, written[5]?.type], ['paragraph', 'paragraph', 'paragraph']);
      for (const person of [ann, edi]) {
        await until(() => person.blocks().length === 1 + all.length + good.length);
        await until(() => bare(person.blocks().slice(1, 1 + all.length)) === null);
        assert.equal(bare(person.blocks())?.length, good.length, 'and what may be named stays in the document');
      }
      const hers = { ...holding({ type: 'pageLink', pageId: secret.id }), id: 'hers' } as Block;
      ann.rewrite([hers, ...ann.blocks()]);
      await until(async () => (await stored(id))[0]?.id === 'hers');
      await until(() => edi.blocks()[0]?.id === 'hers');
      edi.rewrite([...edi.blocks().slice(1), hers]);
      await until(async () => (await stored(id)).at(-1)?.id === 'hers');
      assert.deepEqual((await stored(id)).at(-1)?.content, hers.content);
    });

    it('a thread begins on a block of its page', async () => {
      const id = await make([holding(text('here'))]);
      const url = `/api/v2/pages/${id}/comments`;
      await call('com', 'POST', url, { body: 'On it', block_id: 'p' });
      const blocks = [{ id: 'inner', type: 'paragraph', data: {}, content: [] }];
      const once = await call('edi', 'POST', '/api/v2/synced-blocks', { workspace_id: t.ws1, blocks });
      const shown = { id: 's', type: 'synced', data: { syncedBlockId: once.id } };
      for (const inside of [[holding(text('here')), shown], [holding(text('here'))]]) {
        assert.equal((await put(id, inside)).status, 200);
        const answer = await t.call('edi', 'POST', url, { body: { body: 'x', block_id: 'inner' } });
        assert.equal(answer.status, inside.length > 1 ? 200 : 422, answer.text);
      }
      for (const block_id of ['gone', 'block'])
        assert.equal(
          (await t.call('com', 'POST', url, { body: { body: 'x', block_id } })).body.errors?.[0]?.pointer,
          '/block_id',
        );
    });
  });

  describe('pictures and files', () => {
    it('lie on this service', async () => {
      const id = await make();
      for (const type of MEDIA) {
        for (const url of FOREIGN)
          assert.deepEqual(
            places(await put(id, [{ type, data: { url } }])),
            [['body', 'blocks', 0, 'data', 'url']],
            url,
          );
        assert.equal((await put(id, [{ type, data: { url: '/static/cover-dawn.svg' } }])).status, 200);
      }
      const own = { type: 'image', data: { url: `${t.app.baseUrl}/static/cover-dawn.svg` } };
      assert.equal((await put(id, [own])).status, 200);
      assert.equal((await stored(id))[0]?.data.url, '/static/cover-dawn.svg');
      const editorJs = { type: 'image', data: { file: { url: FOREIGN[0] }, caption: '', withBorder: false } };
      assert.deepEqual(places(await put(id, [editorJs])), [['body', 'blocks', 0, 'data', 'url']]);
      assert.equal((await put(id, [{ type: 'bookmark', data: { url: FOREIGN[0] } }])).status, 200);
    });

    it('of other servers that Markdown names are links with their words', async () => {
      const markdown = `![A *lamp*](https://evil.test/l.png "At night")\n\nText ![b](https://evil.test/b.png)`;
      const link = (href: string) => ({ type: 'link', attrs: { href } });
      const id = await make();
      const expected = [
        [text('A lamp', link('https://evil.test/l.png')), { type: 'hardBreak' }, text('At night')],
        [text('Text '), text('b', link('https://evil.test/b.png'))],
      ];
      await call('edi', 'PUT', `/api/v2/pages/${id}/markdown`, { markdown });
      assert.deepEqual(
        (await stored(id)).map(({ content }) => content),
        expected,
      );
      const again = (await t.call('edi', 'GET', `/api/v2/pages/${id}/markdown`)).text;
      await call('edi', 'PUT', `/api/pages/${id}/content`, { markdown: again });
      assert.deepEqual(
        (await stored(id)).map(({ content }) => content),
        expected,
      );
      const made = await call('edi', 'POST', '/api/pages', { title: 'M', workspace_id: t.ws1, markdown });
      assert.deepEqual(
        (await stored(made.id)).map(({ content }) => content),
        expected,
      );
      await call('edi', 'PATCH', `/api/v2/pages/${made.id}/markdown`, { append: markdown });
      assert.equal((await stored(made.id)).length, 4);
    });

    it('that somebody else named by an address are not looked for with the rights of who comes next', async () => {
      const { id: file, ...record } = await t.app.use(files).store(t.ctx('bob'), {
        content: Buffer.from('by address'),
        name: 'x.png',
        workspaceId: t.ws2,
        maxBytes: 100,
      });
      const url = fileUrl(record);
      const theirs = [{ id: 'i', type: 'image', data: { fileId: file } }];
      const { id: page_id } = await call('bob', 'POST', '/api/pages', {
        title: 'His',
        workspace_id: t.ws2,
        blocks: theirs,
      });
      const shown = { id: 'i', type: 'image', data: { url, name: '' } };
      const envelope = JSON.stringify({ version: '1', time: 0, blocks: [shown] });
      const opened = async () => (await t.call('edi', 'GET', url)).status;
      const id = await make();
      await t.app.database.writer('pages').where({ id }).update({ content: envelope });
      const [before] = await call('edi', 'GET', `/api/v2/pages/${id}/versions`);
      await t.app.database.writer('page_versions').where({ id: before.id }).update({ blocks_json: envelope });
      await call('adm', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: 'More' });
      await call('adm', 'PUT', `/api/v2/pages/${id}/content`, { blocks: [shown, { ...holding(), id: 'q' }] });
      await call('adm', 'POST', `/api/v2/pages/${id}/versions/${before.id}/restore`);
      await call('adm', 'POST', `/api/v2/pages/${id}/duplicate`);
      assert.equal(await opened(), 404, 'of a page');
      const named = { workspace_id: t.ws1, name: 'Hers' };
      const refused = await t.call('edi', 'POST', '/api/v2/templates/pages', { body: { ...named, blocks: [shown] } });
      assert.equal(refused.status, 422);
      const template = await call('edi', 'POST', '/api/v2/templates/pages', { ...named, blocks: [holding()] });
      const kept = { blocks_json: envelope };
      await t.app.database.writer('page_templates').where({ id: template.id }).update(kept);
      const made = await call('adm', 'POST', `/api/v2/templates/pages/${template.id}/use`, { workspace_id: t.ws1 });
      assert.doesNotMatch(JSON.stringify(await stored(made.id)), /fileId|api.files/);
      assert.equal(await opened(), 404, 'of a template');
      assert.deepEqual(await t.app.database.reader('file_references').where({ file_id: file }).pluck('page_id'), [
        page_id,
      ]);
    });

    it('that a page has shown from elsewhere so far stay as they are', async () => {
      const id = await make();
      const blocks = [{ id: 'i', type: 'image', data: { url: FOREIGN[0], name: 'x.png', alt: 'words' } }];
      const content = JSON.stringify({ version: '1', time: 0, blocks });
      await t.app.database.writer('pages').where({ id }).update({ content });
      const kept = async () => (await stored(id)).find(({ type }) => type === 'image')?.data.url;
      assert.equal((await put(id, [holding(text('above')), ...blocks])).status, 200);
      const markdown = (await t.call('edi', 'GET', `/api/v2/pages/${id}/markdown`)).text;
      await call('edi', 'PUT', `/api/v2/pages/${id}/markdown`, {
        markdown: `${markdown}\n\n![y](https://evil.test/y.png)`,
      });
      assert.equal(await kept(), FOREIGN[0]);
      const edi = come(address, id, t.session('edi'));
      here.push(edi);
      await synced(edi);
      const added = { id: 'new', type: 'video', data: { url: FOREIGN[1] as string, name: 'Film' } };
      edi.rewrite([...edi.blocks(), added as Block]);
      await until(async () => (await stored(id)).at(-1)?.id === 'new');
      assert.equal(await kept(), FOREIGN[0]);
      assert.deepEqual((await stored(id)).at(-1)?.content, [
        text('Film', { type: 'link', attrs: { href: FOREIGN[1] } }),
      ]);
    });
  });
});
