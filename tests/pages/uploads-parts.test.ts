// Large files in parts: whose they are, how they go on after a cut, and what is left when they do not.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, it } from 'node:test';
import { purgeUploads } from '../../plugins/files/chunked-uploads.ts';
import { partUploads } from '../../plugins/files/contract.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { claiming } from '../kit/pictures.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let page: number;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const options = { now: () => new Date(now).toISOString(), settings: { UPLOAD_MAX_MB: '1' } };
  before(async () => {
    database = await open();
    t = await startApp(database, options);
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'p', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const begin = (who: Name, size: number, body: object = {}) =>
    t.call(who, 'POST', '/api/uploads', { name: '../large.txt', size, page_id: page, ...body });
  const patch = (id: string, offset: number | string, content: string | Buffer, who: Name = 'edi') =>
    t.call(who, 'PATCH', `/api/uploads/${id}`, {
      body: Buffer.from(content),
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    });
  const begun = async (size: number): Promise<string> => (await begin('edi', size)).body.id;
  const parts = (): string[] =>
    readdirSync(join(database.dataDir, 'files', 'incoming')).filter((name) => name.endsWith('.part'));

  it('is for editors of the page, within the limit of one file', async () => {
    const statuses = await Promise.all((['vic', 'bob'] as const).map(async (who) => (await begin(who, 9)).status));
    assert.deepEqual(statuses, [403, 404]);
    assert.equal((await begin('edi', 2_000_000)).status, 413);
    assert.equal((await begin('edi', 0)).status, 422);
  });

  it('puts the parts together, each at its offset, and gives a file', async () => {
    const id = await begun(11);
    assert.deepEqual((await patch(id, 0, 'hello ')).body, { ok: true, offset: 6 });
    assert.equal((await t.call('edi', 'POST', `/api/uploads/${id}/file`)).status, 422, 'bytes are missing');
    assert.equal((await patch(id, 0, 'again')).status, 409);
    assert.equal((await patch(id, 'x', 'again')).status, 422);
    assert.equal((await patch(id, 6, 'too many bytes')).status, 413);
    const { offset, name } = (await t.call('edi', 'GET', `/api/uploads/${id}`)).body;
    assert.deepEqual([offset, name], [6, 'large.txt']);
    await patch(id, 6, 'world');
    const { file } = (await t.call('edi', 'POST', `/api/uploads/${id}/file`)).body;
    assert.deepEqual([file.name, file.mime, file.size], ['large.txt', 'text/plain', 11]);
    assert.equal((await t.call('edi', 'GET', file.url)).text, 'hello world');
    assert.equal((await t.call('edi', 'GET', `/api/uploads/${id}`)).status, 404, 'it is done');
    assert.deepEqual(parts(), []);
  });

  it('keeps the part that it has taken, whatever else comes for its place at once', async () => {
    const id = await begun(10);
    await patch(id, 0, 'hello');
    const said = await Promise.all(
      ['AAAAA', 'BBBBB', 'CCCCC'].map(async (text) => [text, await patch(id, 5, text)] as const),
    );
    const taken = said.filter(([, { status }]) => status === 200);
    assert.deepEqual([taken.length, said.filter(([, { status }]) => status === 409).length], [1, 2]);
    const { file } = (await t.call('edi', 'POST', `/api/uploads/${id}/file`)).body;
    assert.equal((await t.call('edi', 'GET', file.url)).text, `hello${taken[0]?.[0]}`);
  });

  it('answers a part that is longer than what was announced, over a real connection too', async () => {
    const id = await begun(10);
    const address = await t.app.start();
    const answer = await fetch(`${address}/api/uploads/${id}`, {
      method: 'PATCH',
      body: new Uint8Array(500_000),
      headers: {
        ...(await t.token('edi')),
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    });
    assert.equal(answer.status, 413);
    assert.match(await answer.text(), /announced with 10 bytes/);
  });

  it('belongs to who began it', async () => {
    const id = await begun(4);
    const statuses = await Promise.all([
      t.call('ann', 'GET', `/api/uploads/${id}`),
      patch(id, 0, 'mine', 'ann'),
      t.call('ann', 'DELETE', `/api/uploads/${id}`),
      t.call('ann', 'POST', `/api/uploads/${id}/file`),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 404, 404],
    );
    assert.equal((await t.call('edi', 'DELETE', `/api/uploads/${id}`)).status, 200);
    assert.equal((await patch(id, 0, 'mine')).status, 404);
  });

  it('goes on behind what came before the connection was cut', async () => {
    const id = await begun(10);
    const upload = { id, user_id: t.user('edi').id, workspace_id: t.ws1, name: 'x', size: 10, received: 0 };
    async function* cut() {
      yield Buffer.from('01234');
      throw new Error('cut');
    }
    await assert.rejects(t.app.use(partUploads).append(t.ctx('edi'), upload, 0, cut() as never as Readable), /cut/);
    const { offset } = (await t.call('edi', 'GET', `/api/uploads/${id}`)).body;
    assert.equal(offset, 5);
    await patch(id, 5, '56789');
    const { file } = (await t.call('edi', 'POST', `/api/uploads/${id}/file`)).body;
    assert.equal((await t.call('edi', 'GET', file.url)).text, '0123456789');
  });

  it('makes a page of its own, inside another one', async () => {
    const id = await begun(5);
    await patch(id, 0, 'words');
    const foreign = (await t.call('bob', 'POST', '/api/pages', { title: 'b', workspace_id: t.ws2 })).body.id;
    assert.equal((await t.call('edi', 'POST', `/api/uploads/${id}/page`, { parent_id: foreign })).status, 404);
    const { body } = await t.call('edi', 'POST', `/api/uploads/${id}/page`, { parent_id: page });
    assert.deepEqual([body.items[0].kind, body.items[0].title, body.items[0].parent_id], ['file', 'large.txt', page]);
    assert.equal((await t.call('vic', 'GET', `/api/pages/${body.items[0].id}/download`)).text, 'words');
  });

  it('becomes one file, however often its end is asked for at once', async () => {
    const id = await begun(5);
    await patch(id, 0, 'words');
    const { storage } = t.app;
    const adopt = storage.adoptPart;
    const end = () => t.call('edi', 'POST', `/api/uploads/${id}/file`);
    const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    storage.adoptPart = async (...given) => {
      reached.resolve();
      await letGo.promise;
      return adopt.apply(storage, given);
    };
    try {
      const first = end();
      await reached.promise;
      for (const late of await Promise.all([end(), end()])) assert.equal(late.status, 409, late.text);
      letGo.resolve();
      assert.equal((await first).status, 200);
      assert.equal((await end()).status, 404, 'it is a file already');
    } finally {
      storage.adoptPart = adopt;
    }
    await assert.rejects(storage.adoptPart(id, 'txt'), /upload the file again/, 'another process has finished it');
  });

  it('is refused as one piece would be: a picture too large to draw, a workspace that is full', async () => {
    const flood = claiming(20_000, 20_000);
    const id = await begun(flood.length);
    await patch(id, 0, flood);
    assert.match((await t.call('edi', 'POST', `/api/uploads/${id}/file`)).text, /100 million/);
    t.app.settings.QUOTA_MB = 1;
    try {
      const first = await begun(700_000);
      const second = await begun(700_000);
      await patch(first, 0, Buffer.alloc(700_000, 1));
      await patch(second, 0, Buffer.alloc(700_000, 2));
      const ends = await Promise.all([first, second].map((one) => t.call('edi', 'POST', `/api/uploads/${one}/file`)));
      assert.deepEqual(ends.map(({ status }) => status).sort(), [200, 507]);
      assert.equal((await begin('edi', 700_000)).status, 507);
    } finally {
      t.app.settings.QUOTA_MB = 0;
    }
  });

  it('is forgotten a day after its last part', async () => {
    const id = await begun(4);
    await patch(id, 0, 'ab');
    now += 23 * 3_600_000;
    const system = () => t.app.context({ type: 'system', reason: 'tests' });
    await purgeUploads(system());
    assert.equal((await t.call('edi', 'GET', `/api/uploads/${id}`)).status, 200);
    now += 2 * 3_600_000;
    await purgeUploads(system());
    assert.equal((await t.call('edi', 'GET', `/api/uploads/${id}`)).status, 404);
  });
});
