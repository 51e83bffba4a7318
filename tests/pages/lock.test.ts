// The lock of a page (specification, page lock): every way to write it, by everybody who might.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteRules } from '@hapi/hapi';
import { memberStore } from '../../plugins/workspaces/store.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const multipart = (name: string): { body: string; headers: Record<string, string> } => ({
  body: `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});

/** What a write needs: pages of its own, and the version before the last of the locked one. */
interface Place {
  id: number;
  child: number;
  other: number;
  version: number;
  /** sync_version as the form of the page knew it, after the lock */
  seen: number;
}

type Write = [method: string, path: string, body?: object | ((place: Place) => object)];

/** A file of a page that is not locked. */
const kept = { file_id: 0 };

const clip = { clip_type: 'bookmark', source_url: 'https://example.org/', title: 'x' };

const writes: Write[] = [
  ['PUT', '/api/pages/ID/content', { markdown: 'x' }],
  ['PUT', '/api/pages/ID/rename', { title: 'x' }],
  ['PUT', '/api/pages/ID/move', ({ other }) => ({ parent_id: other })],
  ['POST', '/api/pages/ID/options', { full_width: 1 }],
  ['POST', '/api/pages/ID/trash'],
  ['POST', '/api/pages/ID/versions/VERSION/restore'],
  ['POST', '/api/pages/ID/versions'],
  ['POST', '/api/pages', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/api/pages/CHILD/duplicate'],
  ['POST', '/api/pages/OTHER/duplicate', ({ id }) => ({ parent_id: id })],
  ['PUT', '/api/pages/OTHER/move', ({ id }) => ({ parent_id: id })],
  ['PATCH', '/api/v2/pages/ID', { title: 'x' }],
  ['PATCH', '/api/v2/pages/ID', { page_icon: '📌' }],
  ['DELETE', '/api/v2/pages/ID'],
  ['POST', '/api/v2/pages', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/api/v2/pages/ID/move', ({ other }) => ({ parent_id: other })],
  ['POST', '/api/v2/pages/OTHER/move', ({ id }) => ({ parent_id: id })],
  ['POST', '/api/v2/pages/CHILD/duplicate'],
  ['POST', '/api/v2/pages/ID/trash'],
  ['PATCH', '/api/v2/pages/ID/options', { font_small: 1 }],
  ['PUT', '/api/v2/pages/ID/content', { markdown: 'x' }],
  ['PUT', '/api/v2/pages/ID/markdown', { markdown: 'x' }],
  ['PATCH', '/api/v2/pages/ID/markdown', { append: 'x' }],
  ['POST', '/api/v2/pages/ID/versions/VERSION/restore'],
  ['PUT', '/api/local-workspace/items/ID', { name: 'x' }],
  ['DELETE', '/api/local-workspace/items/ID'],
  ['PUT', '/api/local-workspace/items/ID/move', ({ other }) => ({ parent_id: other })],
  ['PUT', '/api/local-workspace/items/OTHER/move', ({ id }) => ({ parent_id: id })],
  ['POST', '/api/local-workspace/items', ({ id }) => ({ name: 'x', type: 'folder', parent_id: id })],
  ['POST', '/pages/ID/move', {}],
  ['POST', '/pages/ID/delete', {}],
  ['POST', '/pages/ID/edit', ({ seen }) => ({ title: 'x', markdown: 'x', sync_version: seen })],
  ['POST', '/pages/ID/history/VERSION/restore', {}],
  ['POST', '/pages/ID/history', { note: 'x' }],
  ['POST', '/pages/OTHER/links', ({ id }) => ({ source_page_id: id })],
  ['POST', '/pages/new', ({ id }) => ({ parent_id: id, title: 'x' })],
  ['POST', '/api/pages/ID/files', () => multipart('file')],
  ['POST', '/api/pages/ID/pictures', { url: 'https://example.org/a.png' }],
  ['POST', '/api/pages/ID/link-title', { url: 'https://example.org/' }],
  ['POST', '/board/api/page-templates/0/use', ({ id }) => ({ key: 'runbook', parent_id: id })],
  ['POST', '/api/v2/templates/pages/0/use', ({ id }) => ({ key: 'runbook', parent_id: id })],
  ['POST', '/api/pages/ID/convert-to-database'],
  ['POST', '/pages/ID/convert-to-database', {}],
  ['POST', '/databases/new', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/db/api', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/dashboards/new', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/api/v2/dashboards', ({ id }) => ({ name: 'x', parent_id: id })],
  ['POST', '/db/inline/api', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/api/v2/collections', ({ id }) => ({ title: 'x', parent_id: id })],
  ['POST', '/api/v2/web-clipper/clip', ({ id }) => ({ ...clip, parent_id: id })],
  ['POST', '/api/v2/web-clipper/clip', ({ id }) => ({ ...clip, page_id: id, place: 'append' })],
  ['POST', '/api/v2/sync/files', ({ id }) => ({ ...kept, page_id: id, block_id: 'held', after: [] })],
];

const isForm = (path: string): boolean => /^\/(pages|databases|dashboards)\//.test(path);

/** Routes that name a page and do not write it, and the lock itself (contract 5). */
const NO_WRITES = [
  // A page is read.
  /\/exports$/,
  /\/(duplicate|lock|unlock|restore|bring-back|remove)$/,
  // A copy that is being made is stopped, and is no page yet.
  /\/copies\/\{\}\/cancel$/,
  // Publishing takes an owner, whom a lock holds off as well: tests/publish says so.
  /\/(publish|publishing|publishing\/end)$/,
  // These answer with blocks of their own, not pages.
  /synced-blocks/,
  /\/(comments|tags|favorites|permissions|shares?|sharing)\b/,
  // A rule asks for each page that it writes, as whoever it acts as (tests/automations/rules.test.ts).
  /\/automations\/\{\}\/(run|test|enable|disable|delete)$/,
  // A page is read into a template, or one is named to start from.
  /\/(save-as-template|template-inside|default-template|page-templates|templates\/pages)$/,
  /\/templates\/(pages\/)?\{\}(\/delete|\/use)?$/,
  // The change of a clip asks for its page itself, and a template of clips names a place (tests/clipper).
  /\/web-clipper\/(clips\/\{\}|templates)$/,
  // What somebody hears of a page is theirs.
  /\/(watch|watching)$/,
  // A token names the page that it is limited to.
  /\/(tokens|user\/token)$/,
  // An agent asks for each page that it writes, with its lock (tests/agent).
  /\/agent\//,
  /^POST \/agent\b/,
];

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open(), { settings: { LINK_PREVIEWS: 'on' } });
    t.outbound.answer = () => ({ headers: {}, body: PIXEL });
    await t.app
      .context({ type: 'system', reason: 'tests' })
      .tx((tx) => memberStore.add(tx, t.ws1, t.user('bob').id, 'editor'));
    const page = await make();
    kept.file_id = (await t.call('ann', 'POST', `/api/pages/${page}/files`, multipart('file'))).body.file.id;
    const shown = { type: 'file', data: { fileId: kept.file_id, name: 'a' } };
    await t.call('ann', 'PUT', `/api/pages/${page}/content`, { blocks: [shown] });
  });
  after(() => t.stop());

  const make = async (extra: object = {}): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Page', workspace_id: t.ws1, ...extra });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };

  async function prepare(): Promise<Place> {
    const id = await make({ markdown: 'one' });
    const [child, other] = [await make({ parent_id: id }), await make({ markdown: 'other' })];
    await t.call('ann', 'PUT', `/api/pages/${id}/content`, { markdown: 'two pages name another page' });
    const { body } = await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`);
    return { id, child, other, version: body[1].id, seen: 3 };
  }

  async function write(who: Name, [method, path, given]: Write, place: Place): Promise<Answer> {
    const url = path
      .replace('ID', String(place.id))
      .replace('CHILD', String(place.child))
      .replace('OTHER', String(place.other))
      .replace('VERSION', String(place.version));
    const body = typeof given === 'function' ? given(place) : given;
    if (isForm(path)) return t.form(who, url, body as Record<string, string>);
    return t.call(who, method, url, body);
  }

  const lock = (id: number) => t.call('edi', 'POST', `/api/pages/${id}/lock`, { locked: true });
  const stored = (id: number) => t.app.database.reader('pages').where({ id }).first();

  for (const one of writes) {
    it(`${one[0]} ${one[1]} ${one[2] && typeof one[2] === 'object' ? Object.keys(one[2]).join() : ''}`, async () => {
      const place = await prepare();
      await lock(place.id);
      const before = await stored(place.id);
      const count = (await t.app.database.reader('pages').count({ n: '*' }))[0]?.n;
      // The owner of the workspace is no exception; people who may not edit hear that, not of the lock.
      for (const [who, status] of [
        ['ann', 423],
        ['bob', 423],
        ['com', 403],
        ['vic', 403],
      ] as const) {
        const refused = await write(who, one, place);
        assert.equal(refused.status, status, `${who}: ${refused.status} ${refused.text.slice(0, 200)}`);
        if (!isForm(one[1]) && status === 423) assert.equal(refused.body.code, 'page_locked');
      }
      assert.deepEqual(await stored(place.id), before);
      assert.equal((await t.app.database.reader('pages').count({ n: '*' }))[0]?.n, count);
      const allowed = await write('edi', one, place);
      assert.ok([200, 303].includes(allowed.status), `edi: ${allowed.status} ${allowed.text.slice(0, 300)}`);
      const again = await prepare();
      await lock(again.id);
      assert.ok([200, 303].includes((await write('adm', one, again)).status), 'adm');
    });
  }

  it('no route that writes a page is missing above', () => {
    const covered = new Set(
      writes.map(
        ([method, path]) =>
          `${method} ${path
            .replace(/ID|CHILD|OTHER/, '{}')
            .replace('VERSION', '{}')
            .replace('/0/', '/{}/')}`,
      ),
    );
    const missing = t.app.server
      .table()
      .filter(({ method, settings }) => {
        const { access } = (settings.app as { rules: RouteRules }).rules;
        const named = 'resource' in access ? [access, ...(access.refs ?? [])] : (access.refs ?? []);
        return method !== 'get' && named.some(({ resource }) => /^page(-|$)/.test(resource));
      })
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}')}`)
      .filter((one) => !covered.has(one) && !NO_WRITES.some((pattern) => pattern.test(one)));
    // Uploads, imports, rooms and repositories have tests of their own: what they write are files.
    const ofFiles =
      /\/(upload|pictures|upload-folder|uploads|uploads\/\{\}\/page|import|import\/jobs|imports|updates|workspace\/projects)$/;
    assert.deepEqual(
      missing.filter((one) => !ofFiles.test(one)),
      [],
    );
  });

  describe('the lock operation', () => {
    const isLocked = async (id: number) => {
      const { is_locked, locked_by } = await stored(id);
      return [is_locked, locked_by];
    };
    const edi = () => t.user('edi').id;
    const unlocks: [Name, number][] = [
      ['ann', 403],
      ['bob', 403],
      ['com', 403],
      ['vic', 403],
      ['edi', 200],
      ['adm', 200],
    ];
    for (const [who, status] of unlocks) {
      it(`unlock by ${who}: ${status}`, async () => {
        const ways: [string, string, object?][] = [
          ['POST', '/api/pages/ID/lock', { locked: false }],
          ['POST', '/api/pages/ID/lock'],
          ['DELETE', '/api/v2/pages/ID/lock'],
        ];
        for (const [method, path, body] of ways) {
          const id = await make();
          await lock(id);
          const answer = await t.call(who, method, path.replace('ID', String(id)), body);
          assert.equal(answer.status, status, answer.text);
          assert.deepEqual(await isLocked(id), status === 200 ? [0, null] : [1, edi()]);
        }
        const id = await make();
        await lock(id);
        assert.equal((await t.form(who, `/pages/${id}/unlock`)).status, status === 200 ? 303 : 403);
      });
    }

    it('locking what another has locked changes nothing', async () => {
      const id = await make();
      await lock(id);
      const answer = await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
      assert.deepEqual([answer.status, answer.body], [200, { ok: true, is_locked: 1, locked_by: edi() }]);
      assert.equal((await t.form('ann', `/pages/${id}/lock`)).status, 303);
      assert.deepEqual(await isLocked(id), [1, edi()]);
    });
  });

  describe('a locked page below', () => {
    for (const [what, method, path, body] of [
      ['trash', 'POST', '/api/pages/ID/trash', undefined],
      ['move', 'PUT', '/api/pages/ID/move', { parent_id: null }],
    ] as const) {
      it(`keeps its ancestors where they are: ${what}`, async () => {
        const top = await make();
        const middle = await make({ parent_id: top });
        const leaf = await make({ parent_id: middle, title: 'The signed contract' });
        await lock(leaf);
        for (const who of ['ann', 'bob'] as const) {
          const refused = await t.call(who, method, path.replace('ID', String(middle)), body);
          assert.equal(refused.status, 423);
          assert.match(refused.body.detail, /The signed contract/);
        }
        assert.equal((await t.call('edi', method, path.replace('ID', String(middle)), body)).status, 200);
      });
    }

    it('is not named to who may not see it', async () => {
      const top = await make();
      const leaf = await make({ parent_id: top, title: 'SECRET-7f3a' });
      await lock(leaf);
      const write = t.app.database.writer;
      await write('pages').where({ id: leaf }).update({ permission_type: 'private', access_root_id: leaf });
      await write('permission_epochs').where({ workspace_id: t.ws1 }).increment('epoch', 1);
      const refused = await t.call('bob', 'POST', `/api/pages/${top}/trash`);
      assert.equal(refused.status, 423);
      assert.ok(!refused.text.includes('SECRET-7f3a'));
    });
  });

  it('nothing comes back from the trash into a locked page', async () => {
    const parent = await make();
    const child = await make({ parent_id: parent });
    await t.call('ann', 'POST', `/api/pages/${child}/trash`);
    await lock(parent);
    for (const path of [
      `/api/pages/${child}/restore`,
      `/api/v2/pages/${child}/restore`,
      `/api/local-workspace/items/${child}/restore`,
    ])
      assert.equal((await t.call('ann', 'POST', path)).status, 423, path);
    assert.equal((await t.form('ann', `/pages/${child}/bring-back`)).status, 423);
    assert.equal((await t.call('edi', 'POST', `/api/pages/${child}/restore`)).status, 200);
  });

  it('nothing is uploaded or imported into a locked page', async () => {
    const parent = await make();
    await lock(parent);
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = '--x\r\ncontent-disposition: form-data; name="NAME"; filename="a.md"\r\n\r\nhello\r\n--x--\r\n';
    const send = (who: Name, path: string, body: string) =>
      t.call(who, 'POST', path, { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    const upload = field('parent_id', String(parent)) + file.replace('NAME', 'files');
    const folder =
      field('structure', JSON.stringify([{ path: 'a.md', type: 'file' }])) +
      field('parent_id', String(parent)) +
      file.replace('NAME', 'files');
    const job = field('source', 'markdown') + field('parent_id', String(parent)) + file.replace('NAME', 'file');
    for (const [path, body] of [
      ['/api/local-workspace/upload', upload],
      ['/api/local-workspace/upload-folder', folder],
      ['/api/import/jobs', job],
    ] as const) {
      const refused = await send('ann', path, body);
      assert.equal(refused.status, 423, `${path} ${refused.text}`);
      assert.equal((await send('edi', path, body)).status, 200, path);
    }
  });
});
