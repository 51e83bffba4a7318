// Two processes on one database: what is narrowed in one is gone in the other with the next request, and so are sockets.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { WebSocket } from 'ws';
import { createApp } from '../../core/boot/boot.ts';
import type { App } from '../../core/kernel/app.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { until } from '../../testing/until.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { come, type Person } from '../rooms/people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let other: App;
  let address: string;
  const rooms: Person[] = [];
  before(async () => {
    t = await startApp(await open());
    other = await createApp(t.app.settings);
    other.csrf.port = 3000;
    address = await other.start();
  });
  after(async () => {
    for (const room of rooms) room.leave();
    await other.stop();
    await t.stop();
  });

  const ok = async (who: Name, method: string, url: string, body?: object): Promise<Any> => {
    const answer = await t.call(who, method, url, body && { body });
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  /** asked of the other process */
  const asks = (headers: Record<string, string>, url: string) =>
    other.server.inject({ method: 'GET', url, headers: { accept: '*/*', ...headers } });
  const status = async (who: Name, url: string) => (await asks(t.session(who), url)).statusCode;
  const page = async (title: string, more: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, markdown: `${title} text`, ...more })).id;
  const enter = async (id: number): Promise<Person> => {
    const room = come(address, id, t.session('vic'));
    rooms.push(room);
    await until(() => room.provider.wsconnected);
    return room;
  };
  const user = (who: Name) => ({ user_id: t.user(who).id });

  it('take back what a page was open to, by each way it was', async () => {
    const group = (await ok('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Few' })).id;
    const members = `/api/v2/groups/${group}/members`;
    const [folder, closed] = [await page('Folder'), await page('Closed')];
    await ok('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, { permission_type: 'restricted' });
    const ways: [string, (id: number) => Promise<() => Promise<Any>>][] = [
      [
        'a type',
        async (id) => () => ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' }),
      ],
      ['the type above', async (id) => () => ok('ann', 'POST', `/api/v2/pages/${id}/move`, { parent_id: closed })],
      [
        'a grant',
        async (id) => {
          await ok('ann', 'POST', `/api/v2/pages/${id}/move`, { parent_id: closed });
          const { id: grant } = await ok('ann', 'POST', `/api/v2/pages/${id}/permissions`, {
            ...user('vic'),
            role: 'viewer',
          });
          return () => ok('ann', 'DELETE', `/api/v2/pages/${id}/permissions/${grant}`);
        },
      ],
      [
        'the membership of a group',
        async (id) => {
          await ok('ann', 'POST', `/api/v2/pages/${id}/move`, { parent_id: closed });
          await ok('ann', 'POST', members, user('vic'));
          await ok('ann', 'POST', `/api/v2/pages/${id}/shares`, { group_id: group, access: 'edit' });
          return () => ok('ann', 'DELETE', `${members}/${t.user('vic').id}`);
        },
      ],
      [
        'a group',
        async (id) => {
          await ok('ann', 'POST', `/api/v2/pages/${id}/move`, { parent_id: closed });
          await ok('ann', 'POST', members, user('vic'));
          await ok('ann', 'POST', `/api/v2/pages/${id}/shares`, { group_id: group, access: 'edit' });
          return () => ok('ann', 'DELETE', `/api/v2/groups/${group}`);
        },
      ],
      ['the trash', async (id) => () => ok('ann', 'POST', `/api/v2/pages/${id}/trash`)],
    ];
    const token = await t.token('vic', 'read');
    for (const [what, open_] of ways) {
      const id = await page(`By ${what}`, { parent_id: folder });
      const narrow = await open_(id);
      const room = await enter(id);
      const before = await asks(t.session('vic'), `/api/v2/pages/${id}`);
      const [etag, markdown] = [before.headers.etag, await asks(token, `/pages/${id}.md`)];
      for (const url of [`/pages/${id}`, `/api/v2/pages/${id}/content`, `/api/pages/${id}/preview`])
        assert.equal(await status('vic', url), 200, `${what}: ${url}`);
      assert.equal((await asks(token, `/api/v2/pages/${id}`)).statusCode, 200, what);
      await narrow();
      for (const url of [`/pages/${id}`, `/api/v2/pages/${id}`, `/api/pages/${id}/preview`, `/pages/${id}.md`])
        if (what !== 'the trash' || url !== `/pages/${id}`)
          assert.equal(await status('vic', url), 404, `${what}: ${url}`);
      // What a browser or a program has kept is not called good any more.
      const kept = { 'if-none-match': String(etag), 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() };
      for (const headers of [t.session('vic'), token])
        assert.equal((await asks({ ...headers, ...kept }, `/api/v2/pages/${id}`)).statusCode, 404, what);
      const text = { ...t.session('vic'), 'if-none-match': String(markdown.headers.etag) };
      assert.equal((await asks(text, `/pages/${id}.md`)).statusCode, 404, what);
      const found = await asks(t.session('vic'), '/api/search?q=text&limit=100');
      assert.ok(!found.payload.includes(`By ${what}`), what);
      await until(() => room.closed.some((code) => code === 4403 || code === 4404));
    }
  });

  it('take back files that browsers have kept, and pages that were published', async () => {
    const form = multipart({ workspace_id: t.ws1 }, { field: 'file', name: 'few.txt', content: Buffer.from('few') });
    const file = (await t.call('ann', 'POST', '/api/v2/files', form)).body;
    const id = await page('With a file');
    const blocks = [{ type: 'file', data: { fileId: file.id, name: 'few.txt' } }];
    await ok('ann', 'PUT', `/api/v2/pages/${id}/content`, { blocks });
    await ok('ann', 'PUT', `/api/v2/pages/${id}/publish`, { slug: 'with-a-file' });
    const addresses: [Record<string, string>, string][] = [
      [t.session('vic'), file.url],
      [{}, '/p/with-a-file'],
      [{}, `/p/with-a-file/files/${file.id}`],
    ];
    const kept = await Promise.all(
      addresses.map(async ([headers, url]) => {
        const answer = await asks(headers, url);
        assert.equal(answer.statusCode, 200, url);
        assert.doesNotMatch(String(answer.headers['cache-control']), /public|max-age=[1-9]|immutable/, url);
        return {
          ...headers,
          'if-none-match': String(answer.headers.etag ?? '"x"'),
          'if-modified-since': String(answer.headers['last-modified'] ?? new Date().toUTCString()),
        };
      }),
    );
    await ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, {
      permission_type: 'restricted',
      keep_published: true,
    });
    await ok('ann', 'DELETE', `/api/v2/pages/${id}/publish`);
    for (const [index, [, url]] of addresses.entries())
      assert.equal((await asks(kept[index] as Record<string, string>, url)).statusCode, 404, url);
  });

  it('take back properties, and rows by rules', async () => {
    const db: Made = await makeDatabase(t, [
      { name: 'Who', type: 'person' },
      { name: 'Pay', type: 'number' },
    ]);
    const row = await db.row({ Who: [t.user('vic').id], Pay: 4711 }, 'Zoe');
    const rows = `/api/v2/collections/${db.id}/rows`;
    assert.match((await asks(t.session('vic'), rows)).payload, /4711/);
    const property = `/api/v2/collections/${db.id}/properties/${db.by.Pay.id}/permissions`;
    await ok('ann', 'POST', property, { ...user('edi'), role: 'viewer' });
    assert.doesNotMatch((await asks(t.session('vic'), rows)).payload, /4711/);
    await ok('ann', 'PUT', `/api/v2/collections/${db.id}/permissions/type`, { permission_type: 'restricted' });
    const rule = { property_id: db.by.Who.id, role: 'viewer' };
    const { id } = await ok('ann', 'POST', `/api/v2/collections/${db.id}/rules`, rule);
    assert.equal(await status('vic', `/pages/${row.id}`), 200);
    await db.change(row.id, { Who: [] });
    assert.equal(await status('vic', `/pages/${row.id}`), 404);
    await db.change(row.id, { Who: [t.user('vic').id] });
    assert.equal(await status('vic', rows), 200);
    await ok('ann', 'DELETE', `/api/v2/collections/${db.id}/rules/${id}`);
    assert.deepEqual([await status('vic', rows), await status('vic', `/pages/${row.id}`)], [404, 404]);
  });

  it('end a membership, a token and a session', async () => {
    const id = await page('Of members');
    const token = await t.token('vic');
    const room = await enter(id);
    const heard: Any[] = [];
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/events`, { headers: t.session('vic') });
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    await until(() => socket.readyState === WebSocket.OPEN);
    for (const headers of [t.session('vic'), token])
      assert.equal((await asks(headers, `/api/v2/pages/${id}`)).statusCode, 200);
    await ok('ann', 'DELETE', `/api/v2/workspaces/${t.ws1}/members/${t.user('vic').id}`);
    for (const headers of [t.session('vic'), token])
      for (const url of [`/api/v2/pages/${id}`, `/api/v2/workspaces/${t.ws1}`, `/api/workspace/${t.ws1}/members`])
        assert.equal((await asks(headers, url)).statusCode, 404, url);
    await until(() => room.closed.includes(4403));
    // A page of hers is told of after those of others that she does not see any more; that the page was made was
    // told while she saw it, and may come late from the other process.
    await ok('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Not for vic' });
    const home = (await ok('vic', 'GET', '/api/workspaces')).workspaces[0].id;
    const mine = (await ok('vic', 'POST', '/api/v2/pages', { workspace_id: home, title: 'Mine' })).id;
    await until(() => heard.some((one) => one.id === mine));
    const later = heard.filter((one) => one.id === id && one.type !== 'page.created');
    assert.deepEqual(later, []);
    const [session] = (await ok('vic', 'GET', '/api/settings/sessions')).sessions;
    await ok('vic', 'DELETE', '/api/settings/sessions', { id: session.id });
    assert.equal(await status('vic', `/api/v2/pages/${mine}`), 401);
    await until(() => socket.readyState === WebSocket.CLOSED);
    const record = JSON.parse((await asks(token, '/api/v2/tokens')).payload).at(-1);
    await t.inject('DELETE', `/api/v2/tokens/${record.id}`, { headers: token });
    assert.equal((await asks(token, `/api/v2/pages/${mine}`)).statusCode, 401);
  });
});
