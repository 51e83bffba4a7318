// The door of SCIM: its own tokens alone, errors in its own shape, and what the service says of itself.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createScimToken, revokeScimToken } from '../../../plugins/sso/scim/tokens.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { assertFault, type Directory, ENTERPRISE, GROUP, startDirectory, USER } from './directory.ts';

onEachEngine((_engine, open) => {
  let d: Directory;
  before(async () => {
    d = await startDirectory(await open());
  });
  after(() => d.t.stop());

  it('opens to its own tokens alone, before anything of a request is read', async () => {
    const headers: Record<string, string>[] = [
      {},
      d.t.session('adm'),
      await d.t.token('adm', 'read,write,admin'),
      { authorization: 'Bearer scim_nothing' },
      { authorization: `Basic ${d.token}` },
    ];
    for (const one of headers)
      for (const [method, path] of [
        ['GET', '/Users'],
        ['GET', '/ServiceProviderConfig'],
        ['GET', '/nothing'],
        ['POST', '/Users'],
      ] as const) {
        const answer = await d.t.inject(method, `/scim/v2${path}`, {
          headers: { ...one, 'content-type': 'application/scim+json' },
          ...(method === 'POST' ? { body: '{' } : {}),
        });
        assertFault(answer, 401, undefined, /token/);
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
      }
    const elsewhere = { authorization: `Bearer ${d.token}` };
    for (const path of ['/api/v2/workspaces', '/api/v2/sso/config'])
      assert.equal((await d.t.inject('GET', path, { headers: elsewhere })).status, 401, path);
  });

  it('keeps a token as a hash, notes its use, and ends it at once', async () => {
    const made = await createScimToken(d.t.ctx('adm'), 'Short');
    assert.match(made.token, /^scim_[\w-]{43}$/);
    const stored = JSON.stringify(await d.t.app.database.reader('scim_tokens'));
    assert.ok(!stored.includes(made.token));
    const use = () => d.t.inject('GET', '/scim/v2/Users', { headers: { authorization: `Bearer ${made.token}` } });
    assert.equal((await use()).status, 200);
    const [row] = await d.t.app.database.reader('scim_tokens').where({ id: made.id });
    assert.ok(row.last_used_at >= row.created_at);
    await revokeScimToken(d.t.ctx('adm'), made.id);
    assertFault(await use(), 401, undefined, /revoked/);
  });

  it('says what it can', async () => {
    const config = (await d.call('GET', '/ServiceProviderConfig')).body;
    assert.deepEqual(
      [config.patch, config.bulk.supported, config.filter, config.sort, config.etag, config.changePassword],
      [
        { supported: true },
        false,
        { supported: true, maxResults: 200 },
        ...[true, true, false].map((supported) => ({ supported })),
      ],
    );
    const types = (await d.call('GET', '/ResourceTypes')).body;
    assert.deepEqual(
      types.Resources.map((one: { endpoint: string; schema: string }) => [one.endpoint, one.schema]),
      [
        ['/Users', USER],
        ['/Groups', GROUP],
      ],
    );
    assert.deepEqual((await d.call('GET', '/ResourceTypes/User')).body, types.Resources[0]);
    const schemas = (await d.call('GET', '/Schemas')).body;
    assert.deepEqual(
      schemas.Resources.map(({ id }: { id: string }) => id),
      [USER, ENTERPRISE, GROUP],
    );
    const user = (await d.call('GET', `/Schemas/${USER}`)).body;
    assert.deepEqual(user, schemas.Resources[0]);
    const userName = user.attributes.find(({ name }: { name: string }) => name === 'userName');
    assert.deepEqual([userName.required, userName.uniqueness, userName.caseExact], [true, 'server', false]);
    for (const path of ['/ResourceTypes/Car', '/Schemas/urn:other'])
      assertFault(await d.call('GET', path), 404, undefined, /no such/);
    assertFault(await d.call('GET', '/Schemas?filter=id pr'.replace(' ', '%20')), 403, undefined, /no filter/);
  });

  it('says what it has not', async () => {
    assertFault(await d.call('POST', '/Bulk', { Operations: [] }), 501, undefined, /no Bulk/);
    assertFault(await d.call('GET', '/Me'), 501, undefined, /no Me/);
    assertFault(await d.call('GET', '/Cars'), 404, undefined, /no such/);
    assertFault(await d.call('DELETE', '/Users'), 404, undefined, /no such/);
  });

  it('bounds how much a directory asks, and how often strangers try', async () => {
    const { id, token } = await createScimToken(d.t.ctx('adm'), 'Busy');
    const rate = { limit: 1500, seconds: 60 };
    for (let hits = 0; hits < 1500; hits += 1) d.t.app.limits.hit(`scim:${id}`, rate, Date.parse(d.t.app.now()));
    const busy = await d.t.inject('GET', '/scim/v2/Users', { headers: { authorization: `Bearer ${token}` } });
    assertFault(busy, 429, undefined, /Too many/);
    assert.ok(Number(busy.headers['retry-after']) > 0);
    assert.equal((await d.call('GET', '/Users')).status, 200);
    let refused = await d.t.inject('GET', '/scim/v2/Users');
    for (let tries = 0; tries < 100 && refused.status === 401; tries += 1)
      refused = await d.t.inject('GET', '/scim/v2/Users');
    assertFault(refused, 429, undefined, /Too many/);
  });
});
