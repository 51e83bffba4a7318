// Files in the public API: listing what one may read, storing, removing what nobody needs; and the room of a workspace.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { claiming, PIXEL } from '../kit/pictures.ts';

const API = '/api/v2/files';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  before(async () => {
    database = await open();
    t = await startApp(database);
  });
  after(() => t.stop());

  const send = (who: Name, content: Buffer, { name = 'a.txt', workspace_id = t.ws1 } = {}) =>
    t.call(who, 'POST', API, multipart({ workspace_id }, { field: 'file', name, content }));
  const store = async (who: Name, text: string) => {
    const { body, status } = await send(who, Buffer.from(text));
    assert.equal(status, 200);
    return body;
  };
  const ids = async (who: Name, query = '') =>
    (await t.call(who, 'GET', `${API}?limit=100${query}`)).body.map(({ id }: { id: number }) => id);

  it('stores a file by token and answers its record', async () => {
    const headers = await t.token('edi');
    const sent = multipart({ workspace_id: t.ws1 }, { field: 'file', name: '../../plan.png', content: PIXEL });
    const { status, body } = await t.inject('POST', API, { ...sent, headers: { ...sent.headers, ...headers } });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.name, body.mime, body.size, body.workspace_id, body.thumbnail_url],
      ['plan.png', 'image/png', PIXEL.length, t.ws1, `${body.url}/thumbnail?edge=320`],
    );
    assert.deepEqual((await t.call('edi', 'GET', `${API}/${body.id}`)).body, body);
    const read = await t.token('edi', 'read');
    assert.equal((await t.inject('POST', API, { ...sent, headers: { ...sent.headers, ...read } })).status, 403);
  });

  it('is for editors of the workspace, and takes no broken picture', async () => {
    const statuses = await Promise.all((['vic', 'bob'] as const).map(async (who) => (await send(who, PIXEL)).status));
    assert.deepEqual(statuses, [403, 404]);
    assert.equal((await send('edi', claiming(20_000, 20_000))).status, 422);
  });

  it('lists own uploads and files of pages one reads, and counts only those', async () => {
    const own = await store('edi', 'own');
    const shown = await store('edi', 'shown');
    const blocks = [{ type: 'file', data: { fileId: shown.id } }];
    const page = await t.call('edi', 'POST', '/api/pages', { title: 'p', workspace_id: t.ws1, blocks });
    assert.deepEqual((await ids('edi')).slice(0, 2), [shown.id, own.id]);
    const list = await t.call('vic', 'GET', `${API}?workspace_id=${t.ws1}`);
    assert.deepEqual(
      list.body.map(({ id }: { id: number }) => id),
      [shown.id],
    );
    assert.equal(list.headers['x-total-count'], '1');
    assert.deepEqual(await ids('bob'), []);
    assert.equal((await t.call('bob', 'GET', `${API}?workspace_id=${t.ws1}`)).status, 404);
    assert.equal((await t.call('vic', 'GET', `${API}/${own.id}`)).status, 404);
    await t.call('edi', 'POST', `/api/pages/${page.body.id}/trash`);
    assert.deepEqual(await ids('vic'), [], 'a page in the trash shows nothing');
  });

  it('removes what nothing shows, for the uploader and owners of the workspace', async () => {
    const file = await store('edi', 'to be removed');
    const blocks = [{ type: 'file', data: { fileId: file.id } }];
    const page = (await t.call('edi', 'POST', '/api/pages', { title: 'p', workspace_id: t.ws1, blocks })).body.id;
    const remove = async (who: Name, { id } = file) => (await t.call(who, 'DELETE', `${API}/${id}`)).status;
    const isOnDisk = ({ url }: { url: string }) => {
      const name = url.split('/').at(-1) as string;
      return existsSync(join(database.dataDir, 'files', name.slice(0, 2), name));
    };
    assert.deepEqual([await remove('vic'), await remove('bob'), await remove('edi')], [403, 404, 409]);
    await t.call('edi', 'PUT', `/api/pages/${page}/content`, { blocks: [] });
    assert.equal(await remove('edi'), 409, 'a version that can be restored shows it');
    await t.call('ann', 'DELETE', `/api/v2/pages/${page}`);
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${page}?permanent=true`)).status, 200);
    assert.deepEqual([await remove('edi'), isOnDisk(file)], [404, false], 'it went with the page');
    const loose = await store('edi', 'never shown');
    assert.deepEqual([await remove('edi', loose), isOnDisk(loose)], [200, false]);
    assert.equal(await remove('edi', loose), 404);
  });

  it('gives the last room of a workspace to one of two who ask at once', async () => {
    const rest = await t.call('bob', 'POST', API, multipart({}, { field: 'file', name: 'x', content: PIXEL }));
    assert.equal(rest.status, 200, 'the active workspace is meant');
    t.app.settings.QUOTA_MB = 1;
    try {
      const answers = await Promise.all(
        [1, 2, 3].map((fill) => send('bob', Buffer.alloc(600_000, fill), { workspace_id: t.ws2 })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 507, 507]);
      const kept = answers.findIndex(({ status }) => status === 200) + 1;
      const again = await send('bob', Buffer.alloc(600_000, kept), { workspace_id: t.ws2 });
      assert.equal(again.status, 200, 'what is there already needs no room');
      const overview = await t.call('adm', 'GET', '/admin');
      assert.match(overview.text, /Each workspace has room for 1/);
    } finally {
      t.app.settings.QUOTA_MB = 0;
    }
  });

  it('lets no page bring more files into a workspace than have room there', async () => {
    const made = await t.call('adm', 'POST', '/api/workspaces', { name: 'Small' });
    const small = (made.body.workspace ?? made.body).id;
    const file = (await send('adm', Buffer.alloc(600_000, 7))).body;
    const blocks = [{ type: 'file', data: { fileId: file.id, name: 'a.txt' } }];
    const page = await t.call('adm', 'POST', '/api/pages', { workspace_id: t.ws1, title: 'Heavy', blocks });
    const move = () =>
      t.call('adm', 'PUT', `/api/pages/${page.body.id}/move`, { workspace_id: small, parent_id: null });
    const other = (await send('adm', Buffer.alloc(600_000, 8), { workspace_id: small })).body;
    t.app.settings.QUOTA_MB = 1;
    try {
      assert.equal((await move()).status, 507);
      assert.equal((await t.call('adm', 'GET', `/api/v2/pages/${page.body.id}`)).body.workspace_id, t.ws1);
      assert.equal((await t.call('adm', 'DELETE', `${API}/${other.id}`)).status, 200);
      assert.equal((await move()).status, 200, 'there is room again');
    } finally {
      t.app.settings.QUOTA_MB = 0;
    }
  });
});
