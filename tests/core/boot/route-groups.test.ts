// Routes of the product wait for a request that could be meant for them; nobody who asks can tell.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { server as createServer, type Server } from '@hapi/hapi';
import Joi from 'joi';
import { RouteGroups } from '../../../core/boot/route-groups.ts';
import { type Route, route } from '../../../core/http/route.ts';
import type { DiscoveredPlugin } from '../../../core/kernel/discovered-plugin.ts';

const declared = (path: string): Route =>
  route({
    method: 'GET',
    path,
    rules: { access: { public: true, because: 'of this test', opaque: ['id', 'page'] } },
    options: { id: path, ...(path.includes('{') && { validate: { params: Joi.object().unknown() } }) },
    handler: () => path,
  });

describe('groups of routes', () => {
  let server: Server;
  let groups: RouteGroups;
  let registered: string[];

  const add = (name: string, paths: string[]) =>
    server.register({
      name,
      register: (within: Server) =>
        groups.add(
          within,
          paths.map((path) => declared(path)),
        ),
    });

  beforeEach(async () => {
    server = createServer();
    server.rules(() => ({}));
    groups = new RouteGroups(server, [{ origin: 'own', kind: 'built-in' }] as DiscoveredPlugin[]);
    registered = [];
    server.events.on('route', ({ path }) => void registered.push(path));
    await add('own', [
      ...['/{all*}', '/api/v2/pages', '/api/v2/pages/{id}', '/api/v2/pages/{id}/lock', '/api/v2/rows/{id}'],
      ...['/pages/{id}', '/api/{kind}/{id}', '/files/{name}.{ending}'],
    ]);
  });

  it('are registered with the first request that one of them could answer, and no others', async () => {
    assert.deepEqual(registered, []);
    assert.equal((await server.inject('/pages/7')).payload, '/pages/{id}');
    assert.deepEqual(registered, ['/{all*}', '/pages/{id}']);
    assert.equal((await server.inject('/api/v2/pages/7/lock')).payload, '/api/v2/pages/{id}/lock');
    assert.deepEqual(registered.slice(2), [
      ...['/api/{kind}/{id}', '/api/v2/pages', '/api/v2/pages/{id}', '/api/v2/pages/{id}/lock'],
    ]);
  });

  it('answer in the order of how exactly they say what they take, whichever were there before', async () => {
    const asked = ['/api/v2/7', '/api/v2/rows/7', '/api/v2/pages', '/files/a.txt', '/', '/elsewhere', '/%70ages/7'];
    const answers = await Promise.all(asked.map(async (path) => (await server.inject(path)).payload));
    assert.deepEqual(answers, [
      ...['/api/{kind}/{id}', '/api/v2/rows/{id}', '/api/v2/pages', '/files/{name}.{ending}'],
      ...['/{all*}', '/{all*}', '/pages/{id}'],
    ]);
  });

  it('are refused at once where one says nothing of access, or not enough', async () => {
    const bare = { ...declared('/bare'), rules: {} } as Route;
    const silent = declared('/silent/{user_id}');
    for (const [route, why] of [
      [bare, /route GET \/bare: .*access/],
      [silent, /plugin own: route GET \/silent\/\{user_id\}: access does not name user_id/],
    ] as const) {
      const other = createServer();
      const alone = new RouteGroups(other, [{ origin: 'own', kind: 'built-in' }] as DiscoveredPlugin[]);
      const register = (within: Server) => alone.add(within, [route]);
      await assert.rejects(other.register({ name: 'own', register }), why);
    }
  });

  it('are all in the list of routes', () => {
    assert.equal(server.table().length, 8);
    assert.equal(server.table().length, 8);
  });

  it('of others are registered at once, and refused where one of ours has their address', async () => {
    await add('other', ['/other/{id}']);
    assert.deepEqual(registered, ['/other/{id}']);
    await assert.rejects(add('third', ['/api/v2/pages/{page}/lock']), /conflicts with existing/);
  });
});
