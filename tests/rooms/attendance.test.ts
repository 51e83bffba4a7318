// Who is on which page: told to those who ask and may see the page, by the process that they listen to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, it } from 'node:test';
import { WebSocket } from 'ws';
import { accounts } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { type Server, start } from '../soak/writers.ts';
import { come, type Person, paragraph } from './people.ts';

interface PageFaces {
  id: number;
  people: { id: number; name: string; avatar_url: string }[];
  more: number;
}
interface Message {
  type: string;
  id: number;
  pages?: PageFaces[];
}

onEachEngine((engine, open) => {
  let t: TestApp;
  let address: string;
  let child: Server | undefined;
  const here: Person[] = [];
  const sockets: WebSocket[] = [];
  let environment: Record<string, string>;

  before(async () => {
    const database = await open();
    environment = { DATA_DIR: database.dataDir, ...(database.url ? { DATABASE_URL: database.url } : {}) };
    t = await startApp(database);
    address = await t.app.start();
  });
  after(async () => {
    for (const person of here) person.leave();
    for (const socket of sockets) socket.terminate();
    child?.child.kill('SIGKILL');
    await t.stop();
  });

  const make = async (): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Room', workspace_id: t.ws1, blocks: [paragraph('a', 'one')] }))
      .body.id;
  const enter = (headers: Record<string, string>, id: number, at = address): Person => {
    const person = come(at, id, headers);
    here.push(person);
    return person;
  };
  const listen = async (headers: Record<string, string>, query = '?presence=1') => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events${query}`, { headers });
    sockets.push(socket);
    const told: Message[] = [];
    const pages = new Map<number, PageFaces>();
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Message;
      told.push(message);
      for (const one of message.pages ?? []) pages.set(one.id, one);
    });
    await until(() => socket.readyState === WebSocket.OPEN);
    return { told, names: (id: number) => pages.get(id)?.people.map(({ name }) => name) ?? [], pages };
  };
  const name = (who: Name) => t.user(who).full_name;

  it('is refused in words when something else is asked for', async () => {
    for (const query of ['?presence=0', '?presence=', '?presence=1&presence=1', '?faces=1', '?page=0', '?page=x']) {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events${query}`, { headers: t.session('vic') });
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
      assert.equal(response.statusCode, 422, query);
      assert.match(Buffer.concat(chunks).toString(), new RegExp(query.slice(1, 5)));
      socket.terminate();
    }
  });

  it('is told after all when a database has failed while it was looked up', async (context) => {
    const id = await make();
    const fails = context.mock.method(t.app.use(accounts), 'byIds', () => Promise.reject(new Error('no line')));
    const vic = await listen(t.session('vic'));
    const ann = enter(t.session('ann'), id);
    await until(() => fails.mock.callCount() > 0);
    fails.mock.restore();
    await until(() => vic.names(id).length === 1);
    ann.leave();
    await until(() => vic.names(id).length === 0);
  });

  it('is told to those who ask and may see the page, and of nobody to themselves', async () => {
    const [seen, secret] = [await make(), await make()];
    const path = `/api/v2/pages/${secret}/permissions/type`;
    assert.equal((await t.call('ann', 'PUT', path, { permission_type: 'private' })).status, 200);
    const [vic, ann, bob, silent] = [
      await listen(t.session('vic')),
      await listen(t.session('ann')),
      await listen(t.session('bob')),
      await listen(t.session('vic'), ''),
    ];
    const [hidden, first, second, own] = [
      enter(t.session('ann'), secret),
      enter(t.session('ann'), seen),
      enter(t.session('ann'), seen),
      enter(t.session('vic'), seen),
    ];
    await until(() => vic.names(seen).length && ann.names(seen).length);
    assert.deepEqual(vic.pages.get(seen), {
      id: seen,
      people: [{ id: t.user('ann').id, name: name('ann'), avatar_url: t.user('ann').avatar_url }],
      more: 0,
    });
    assert.deepEqual(ann.names(seen), [name('vic')]);
    // Whoever comes later is told of all who are there.
    const late = await listen(t.session('edi'));
    await until(() => late.names(seen).length === 2);
    first.leave();
    own.leave();
    await until(() => ann.names(seen).length === 0);
    assert.deepEqual(vic.names(seen), [name('ann')], 'one of two windows was closed');
    second.leave();
    await until(() => vic.names(seen).length === 0 && late.names(seen).length === 0);
    hidden.leave();
    assert.ok(!vic.pages.has(secret) && !ann.pages.has(secret) && !late.pages.has(secret));
    assert.equal(bob.pages.size, 0);
    assert.ok(!silent.told.some(({ type }) => type === 'presence'));
  });

  it('is told of those who read a page without a room, for as long as they may see it', async () => {
    const [id, secret] = [await make(), await make()];
    const hide = (page: number) =>
      t.call('ann', 'PUT', `/api/v2/pages/${page}/permissions/type`, { permission_type: 'private' });
    assert.equal((await hide(secret)).status, 200);
    const ann = await listen(t.session('ann'));
    const [vic] = [
      await listen(t.session('vic'), `?presence=1&page=${id}`),
      await listen(t.session('edi'), `?page=${id}`),
    ];
    await until(() => ann.names(id).length === 2);
    await listen(t.session('vic'), `?presence=1&page=${secret}`);
    await until(() => vic.names(id).length === 1);
    assert.deepEqual(vic.names(id), [name('edi')]);
    assert.equal((await hide(id)).status, 200);
    await until(() => ann.names(id).length === 0);
    assert.ok(!ann.pages.has(secret), 'somebody was told of on a page that they may not see');
  });

  it('ends with the right to see the page', async () => {
    const id = await make();
    const vic = await listen(t.session('vic'));
    enter(t.session('ann'), id);
    await until(() => vic.names(id).length === 1);
    const path = `/api/v2/pages/${id}/permissions/type`;
    assert.equal((await t.call('ann', 'PUT', path, { permission_type: 'private' })).status, 200);
    await until(() => vic.names(id).length === 0);
  });

  it('names three and counts the others', async () => {
    const id = await make();
    const vic = await listen(t.session('vic'));
    const five: Name[] = ['vic', 'ann', 'edi', 'com', 'adm'];
    for (const who of five) enter(t.session(who), id);
    await until(() => (vic.pages.get(id)?.more ?? 0) > 0);
    assert.equal(vic.names(id).length, 3);
    assert.equal(vic.pages.get(id)?.more, five.length - 4);
    assert.ok(!vic.names(id).includes(name('vic')));
  });

  // On SQLite processes do not hear each other: people of this one are all there are.
  it('is told of people of another process, and not of those of one that was killed', {
    skip: engine === 'postgres' ? false : 'one process',
  }, async () => {
    const id = await make();
    const token = await t.token('ann');
    child = await start({ env: environment });
    const vic = await listen(t.session('vic'));
    const gone = enter(token, id, child.base);
    await until(() => vic.names(id).length === 1);
    gone.leave();
    await until(() => vic.names(id).length === 0);
    enter(token, id, child.base);
    await until(() => vic.names(id).length === 1);
    child.child.kill('SIGKILL');
    await until(() => vic.names(id).length === 0);
  });
});
