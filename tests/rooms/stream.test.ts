// The socket that tells a browser what happens elsewhere.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Knex } from 'knex';
import { WebSocket } from 'ws';
import { type LiveKind, liveKinds } from '../../plugins/rooms/points.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;

  before(async () => {
    t = await startApp(await open());
    address = await t.app.start();
  });
  after(() => t.stop());

  const make = async (): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Stream', workspace_id: t.ws1 })).body.id;

  it('closes the line of a listener whose rights cannot be read just now, and goes on', async (context) => {
    const { events } = t.app;
    const newest = events.newest.bind(events);
    const rights = context.mock.method(t.app.use(workspaces), 'stampOf', () => Promise.reject(new Error('no line')));
    // The other answer comes after the failure.
    context.mock.method(events, 'newest', (db: Knex) => setImmediate().then(() => newest(db)));
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('edi') });
    const code = await new Promise((done) => socket.once('close', done));
    assert.deepEqual([code, rights.mock.callCount()], [1013, 1]);
    assert.equal((await t.call('edi', 'GET', '/healthz')).status, 200);
  });

  it('tells of pages that the listener may see, and of no others', async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('edi') });
    const told: { type: string; id: number; version: number; resource: string; actor_id: number }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    const hidden = await t.call('bob', 'POST', '/api/pages', { title: 'Hidden', workspace_id: t.ws2 });
    const id = await make();
    await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Told' });
    await t.call('ann', 'POST', `/api/pages/${id}/trash`);
    await until(() => told.some(({ type }) => type === 'page.deleted'));
    socket.terminate();
    const mine = told.filter((one) => one.id === id);
    assert.deepEqual(
      mine.map(({ type }) => type).filter((type) => type !== 'page.created'),
      ['page.updated', 'page.deleted'],
    );
    assert.deepEqual(Object.keys(mine[0] as object), ['type', 'resource', 'id', 'version', 'actor_id']);
    assert.ok(!told.some((one) => one.id === hidden.body.id));
  });

  it('tells after all what could not be looked up while a database failed', async (context) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('edi') });
    const told: { type: string; id: number }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    const id = await make();
    await until(() => told.length > 0);
    const [page] = t.app.contributions(liveKinds).filter(({ kind }) => kind === 'page');
    const fails = context.mock.method(page as LiveKind, 'versions', () => Promise.reject(new Error('no line')));
    await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Told' });
    await until(() => fails.mock.callCount() > 0);
    fails.mock.restore();
    // Nothing else happens that would have anybody look.
    await until(() => told.some((one) => one.id === id && one.type === 'page.updated'));
    socket.terminate();
    assert.equal(told.filter((one) => one.id === id && one.type === 'page.updated').length, 1);
  });

  it('tells of comments with their page, by the rights on it', async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('edi') });
    const told: { type: string; id: number; resource: string; page_id?: number }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    const [seen, secret] = [await make(), await make()];
    const path = `/api/v2/pages/${secret}/permissions/type`;
    assert.equal((await t.call('ann', 'PUT', path, { permission_type: 'private' })).status, 200);
    const say = async (id: number) =>
      (await t.call('ann', 'POST', `/api/v2/pages/${id}/comments`, { body: { body: 'Said' } })).body.id;
    const [, heard] = [await say(secret), await say(seen)];
    const comments = () => told.filter(({ resource }) => resource === 'comment');
    await until(() => comments().length > 0);
    socket.terminate();
    assert.deepEqual(
      comments().map(({ type, id, page_id }) => [type, id, page_id]),
      [['comment.created', heard, seen]],
    );
  });

  it('tells of rows with their database, and of databases to those who see them', async () => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('edi') });
    const told: { type: string; id: number; resource: string; collection_id?: number }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    const make = async (title: string) =>
      (await t.call('ann', 'POST', '/db/api', { title, workspace_id: t.ws1 })).body.collection;
    const [seen, secret] = [await make('Seen'), await make('Secret')];
    const path = `/api/v2/pages/${secret.page_id}/permissions/type`;
    assert.equal((await t.call('ann', 'PUT', path, { permission_type: 'private' })).status, 200);
    for (const { id } of [secret, seen]) {
      await t.call('ann', 'POST', `/api/v2/collections/${id}/views`, { name: 'Fresh', kind: 'list' });
      await t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title: 'A row' });
    }
    await until(() => told.some(({ collection_id }) => collection_id === seen.id));
    socket.terminate();
    const views = told.filter(({ type }) => type === 'collection.updated');
    assert.deepEqual(
      views.map(({ resource, id }) => [resource, id]),
      [['collection', seen.id]],
    );
    assert.ok(!told.some(({ collection_id }) => collection_id === secret.id));
  });

  it('tells those whose rights have changed, and nobody else', async () => {
    const listen = async (who: 'edi' | 'bob') => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session(who) });
      const told: { type: string; id: number }[] = [];
      socket.on('message', (data) => told.push(JSON.parse(String(data))));
      await until(() => socket.readyState === WebSocket.OPEN);
      return { socket, told, rights: () => told.filter(({ type }) => type === 'access.changed').length };
    };
    const [id, other] = [
      await make(),
      (await t.call('bob', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws2 })).body.id,
    ];
    const [edi, bob] = [await listen('edi'), await listen('bob')];
    await until(async () => {
      await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Told' });
      await t.call('bob', 'PUT', `/api/pages/${other}/rename`, { title: 'Told' });
      return edi.told.length > 0 && bob.told.length > 0;
    });
    const type = (value: string) =>
      t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: value });
    assert.equal((await type('restricted')).status, 200);
    await until(() => edi.rights() === 1);
    const shared = await t.call('ann', 'POST', `/api/pages/${id}/share`, { user_id: t.user('edi').id, access: 'view' });
    await until(() => edi.rights() === 2);
    assert.equal((await t.call('ann', 'DELETE', `/api/pages/${id}/shares/${shared.body.id}`)).status, 200);
    await until(() => edi.rights() === 3);
    assert.equal(bob.rights(), 0);
    for (const { socket } of [edi, bob]) socket.terminate();
  });
});
