// Connectors: whose they are, where they may lead, what their secret is sent to, and what is read of an answer.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, it } from 'node:test';
import { type Connector, connectors } from '../../plugins/agent-connectors/contract.ts';
import { TOOL_NAMES } from '../../plugins/agent-connectors/tool-names.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/agent/connectors';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let asked: { url: string; headers: Record<string, unknown> }[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('fine');
  const site = createServer((request, response) => {
    asked.push({ url: String(request.url), headers: request.headers });
    answer(request, response);
  });
  const base = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/api`;
  before(async () => {
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const allowed = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    t = await startApp(await open(), { settings: { OUTBOUND_ALLOW: allowed } });
  });
  after(async () => {
    await t.stop();
    site.close();
  });
  beforeEach(async () => {
    asked = [];
    answer = (_, response) => response.setHeader('content-type', 'text/plain').end('fine');
    await t.app.database.writer('agent_connectors').delete();
  });

  const create = (who: Name, body: object = {}) =>
    t.call(who, 'POST', PATH, { body: { name: 'Wiki', url: base(), ...body } });
  const made = async (body: object = {}, who: Name = 'ann'): Promise<Connector & { id: number }> => {
    const { status, text, body: one } = await create(who, body);
    assert.equal(status, 200, text);
    return one;
  };
  const list = async (who: Name): Promise<Connector[]> => (await t.call(who, 'GET', PATH)).body.connectors;
  const read = (connector: string | number, path = '/', query?: string, who: Name = 'ann') =>
    t.app.context(t.ctx(who).actor).use(connectors).fetch(t.ctx(who), { connector, path, query });

  it('are three that everybody has, and those that a person has made', async () => {
    assert.deepEqual(
      (await list('ann')).map(({ id, kind, native, enabled, status }) => [id, kind, native, enabled, status]),
      [
        [null, 'forge', true, true, 'unknown'],
        [null, 'forge2', true, true, 'unknown'],
        [null, 'web', true, true, 'ok'],
      ],
    );
    const one = await made({ secret: 's3cret' });
    assert.deepEqual(
      { ...one, id: 0 },
      {
        ...{ id: 0, name: 'Wiki', kind: 'http', url: base(), enabled: true, status: 'unknown', detail: '' },
        ...{ has_secret: true, native: false },
      },
    );
    assert.deepEqual((await list('ann')).slice(3), [one]);
    assert.equal((await list('edi')).length, 3);
    assert.equal((await t.call('anon', 'GET', PATH)).status, 401);
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      assert.equal((await t.call('edi', method, `${PATH}/${one.id}`, body && { body })).status, 404);
    assert.equal((await t.call('edi', 'POST', `${PATH}/probe`, { body: { connector: one.id } })).status, 404);
    assert.equal((await t.call('edi', 'GET', `/agent/connectors/${one.id}`)).status, 404);
    await assert.rejects(read(one.id, '/', undefined, 'edi'), { code: 'not_found' });
    const changed = await t.call('ann', 'PATCH', `${PATH}/${one.id}`, { body: { enabled: false, name: 'Handbook' } });
    assert.deepEqual([changed.status, changed.body.enabled, changed.body.name], [200, false, 'Handbook']);
    await assert.rejects(read('handbook'), { code: 'conflict' });
    assert.deepEqual((await t.call('ann', 'DELETE', `${PATH}/${one.id}`)).body, { ok: true });
    assert.equal((await list('ann')).length, 3);
  });

  it('need no CSRF token, but the right origin', async () => {
    const send = (headers: object) =>
      t.inject('POST', PATH, {
        body: { name: 'Wiki', url: base() },
        headers: { cookie: t.session('ann').cookie as string, ...headers },
      });
    assert.equal((await send({ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await list('ann')).length, 3);
    assert.equal((await send({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).status, 200);
  });

  it('that are built in cannot be changed, deleted or tested', async () => {
    for (const kind of ['forge', 'forge2', 'web'])
      for (const [method, path, body] of [
        ['PATCH', `${PATH}/${kind}`, { enabled: false }],
        ['DELETE', `${PATH}/${kind}`, undefined],
        ['POST', `${PATH}/probe`, { connector: kind }],
      ] as const)
        assert.equal((await t.call('ann', method, path, body && { body })).status, 400, `${method} ${path}`);
    await assert.rejects(read('forge'), { code: 'conflict' });
  });

  for (const url of [
    ...['http://localhost/', 'http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/'],
    ...['http://0.0.0.0/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://10.0.0.1/'],
    ...['http://169.254.169.254/latest/', 'ftp://example.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'wiki'],
    'http://ann:secret@example.org/',
  ])
    it(`refuse ${url} with 400, when made and when changed`, async () => {
      const refused = await create('ann', { url });
      assert.deepEqual([refused.status, refused.body.code], [400, 'private_url'], refused.text);
      const { id } = await made();
      const changed = await t.call('ann', 'PATCH', `${PATH}/${id}`, { body: { url } });
      assert.deepEqual([changed.status, changed.body.code], [400, 'private_url'], changed.text);
      assert.equal(asked.length, 0);
    });

  it('have names of their own, which are not those of tools', async () => {
    await made({ name: 'Wiki' });
    for (const name of ['wiki', 'WIKI', 'Web', 'forge', ...TOOL_NAMES.slice(0, 3), 'Connector_Fetch']) {
      const { status, body } = await create('ann', { name });
      assert.deepEqual([status, body.code], [409, 'conflict'], name);
    }
    await made({ name: 'Wiki' }, 'edi');
    assert.equal(TOOL_NAMES.length, 26);
  });

  it('take nonsense for what it is', async () => {
    const bad = [
      { name: '' },
      { name: 'x'.repeat(101) },
      { kind: 'gopher' },
      { auth_header: 'a b' },
      { auth_header: 'Host' },
    ];
    for (const body of [
      ...bad,
      { secret: 'a\r\nb' },
      { secret: 7 },
      { enabled: 'maybe' },
      { status: 'ok' },
      { user_id: 1 },
    ])
      assert.equal((await create('ann', body)).status, 422, JSON.stringify(body));
    assert.equal((await t.call('ann', 'POST', `${PATH}/probe`, { body: {} })).status, 422);
    assert.equal((await t.call('ann', 'PATCH', `${PATH}/nothing`, { body: { name: 'a' } })).status, 422);
    assert.equal((await t.call('ann', 'PATCH', `${PATH}/999999`, { body: { name: 'a' } })).status, 404);
    assert.equal((await list('ann')).length, 3);
  });

  it('keep their secret from every answer, and send it to its own origin only', async () => {
    const one = await made({ secret: 'S-7f3a' });
    await read(one.id, '/pages');
    assert.deepEqual([asked[0]?.url, asked[0]?.headers.authorization], ['/api/pages', 'Bearer S-7f3a']);
    await t.call('ann', 'PATCH', `${PATH}/${one.id}`, { body: { auth_header: 'X-Key' } });
    await read('Wiki', '/pages');
    assert.deepEqual([asked[1]?.headers['x-key'], asked[1]?.headers.authorization], ['S-7f3a', undefined]);
    const said = JSON.stringify([await list('ann'), (await t.call('ann', 'GET', `/agent/connectors/${one.id}`)).text]);
    assert.ok(!said.includes('S-7f3a'));
    const [stored] = await t.app.database.reader('agent_connectors').pluck('secret_encrypted');
    const other = await made({ name: 'Other', secret: 'S-7f3a' });
    const [second] = await t.app.database.reader('agent_connectors').where({ id: other.id }).pluck('secret_encrypted');
    assert.ok(!String(stored).includes('S-7f3a') && stored !== second);

    const moved = await t.call('ann', 'PATCH', `${PATH}/${one.id}`, {
      body: { url: base().replace('127.0.0.1', 'localhost') },
    });
    assert.equal(moved.status, 400, 'localhost is not permitted');
    t.outbound.answer = () => ({ body: Buffer.from('elsewhere') });
    const changed = await t.call('ann', 'PATCH', `${PATH}/${one.id}`, {
      body: { url: 'https://elsewhere.example/api' },
    });
    assert.deepEqual([changed.status, changed.body.has_secret], [200, false]);
    t.outbound.answer = undefined;
    // Even when a row was changed by hand.
    await t.app.database
      .writer('agent_connectors')
      .where({ id: other.id })
      .update({ url: 'https://elsewhere.example' });
    let headers: Record<string, string> = {};
    t.outbound.answer = (_url, options) => {
      headers = options.headers ?? {};
      return {};
    };
    await read(other.id);
    t.outbound.answer = undefined;
    assert.equal(headers.authorization, undefined);
  });

  it('are tested, and keep what came of it', async () => {
    const one = await made();
    const probe = async (status: number, location?: string) => {
      answer = (_, response) => response.writeHead(status, location ? { location } : {}).end();
      const { body } = await t.call('ann', 'POST', `${PATH}/probe`, { body: { connector: one.id } });
      assert.deepEqual((await list('ann'))[3], body);
      return body.status;
    };
    for (const [status, expected] of [
      [200, 'ok'],
      [304, 'ok'],
      [401, 'warning'],
      [403, 'warning'],
      [404, 'warning'],
      [410, 'error'],
      [500, 'error'],
    ] as const)
      assert.equal(await probe(status), expected, String(status));
    assert.equal(await probe(302, 'https://elsewhere.example/'), 'error');
    const renamed = await t.call('ann', 'PATCH', `${PATH}/${one.id}`, { body: { name: 'Still tested' } });
    assert.equal(renamed.body.status, 'error');
    const other = await t.call('ann', 'PATCH', `${PATH}/${one.id}`, { body: { secret: 'new' } });
    assert.equal(other.body.status, 'unknown');
    answer = (_, response) => response.destroy();
    const broken = await t.call('ann', 'POST', `${PATH}/probe`, { body: { id: one.id } });
    assert.deepEqual([broken.body.status, broken.body.detail], ['error', 'The connection to the site failed.']);
    // Administrators see whose does not answer, and neither where it leads nor its secret.
    const { body, text } = await t.call('adm', 'GET', '/api/v2/admin/agent');
    assert.deepEqual(
      body.connector_errors.map(({ user_id, detail }: { user_id: number; detail: string }) => [user_id, detail]),
      [[t.user('ann').id, 'The connection to the site failed.']],
    );
    assert.ok(!text.includes('127.0.0.1'), text);
    assert.match(
      (await t.call('adm', 'GET', '/admin/agent')).text,
      /Ann Example<\/td><td>The connection to the site failed/,
    );
  });

  it('are read below their address and nowhere else', async () => {
    const { id } = await made();
    answer = (_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}');
    const found = await read(id, '/pages/12', '?q=a%20b');
    assert.deepEqual(found, { status: 200, content_type: 'application/json', text: '{"a":1}', truncated: false });
    assert.equal(asked[0]?.url, '/api/pages/12?q=a%20b');
    for (const path of [
      'pages',
      '/../secret',
      '/a/%2e%2e/b',
      '/.',
      '//evil.example/',
      '/a%2fb',
      '/a\\b',
      '/a b',
      '/a?b',
      '/a#b',
      '',
    ])
      if (path !== '//evil.example/') await assert.rejects(read(id, path), { code: 'validation_failed' }, path);
    asked = [];
    await read(id, '//evil.example/');
    assert.equal(asked[0]?.url, '/api//evil.example/', 'it stays a path');
    answer = (_, response) => response.writeHead(302, { location: 'https://evil.example/' }).end();
    await assert.rejects(read(id), { code: 'connector_failed' });
    answer = (request, response) =>
      request.url === '/api/login' ? response.end('here') : response.writeHead(302, { location: '/api/login' }).end();
    assert.equal((await read(id)).text, 'here');
    for (const location of [
      '/outside',
      '/apiary',
      '../outside',
      '/api/../outside',
      '/api/..%2foutside',
      '//127.0.0.1/api/',
    ]) {
      asked = [];
      answer = (request, response) =>
        request.url === '/api/same' ? response.writeHead(302, { location }).end() : response.end('outside');
      await assert.rejects(read(id, '/same'), { code: 'connector_failed' }, location);
      assert.equal(asked.length, 1, location);
    }
    answer = (_, response) => response.writeHead(302, { location: '/api/again' }).end();
    await assert.rejects(read(id), { code: 'connector_failed' });
  });

  it('give text: HTML as Markdown, 20,000 characters at most, and no binary files', async () => {
    const { id } = await made();
    answer = (_, response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<h1>Hi</h1><script>x</script><p>a <b>b</b></p>');
    assert.equal((await read(id)).text.trim(), '# Hi\n\na **b**');
    answer = (_, response) => response.setHeader('content-type', 'text/plain').end('x'.repeat(30_000));
    const long = await read(id);
    assert.deepEqual([long.text.length, long.truncated], [20_000, true]);
    answer = (_, response) => response.setHeader('content-type', 'text/html').end('<div>'.repeat(300_000));
    await read(id).catch((error) => assert.equal(error.code, 'validation_failed'));
    answer = (_, response) => response.setHeader('content-type', 'image/png').end('PNG');
    await assert.rejects(read(id), { code: 'connector_failed' });
    answer = (_, response) =>
      response.setHeader('content-type', 'text/plain; charset=latin1').end(Buffer.from('Größe', 'latin1'));
    assert.equal((await read(id)).text, 'Größe');
  });

  it('read the web by whole addresses, and nothing that is not public', async () => {
    await assert.rejects(read('web', 'http://169.254.169.254/'), { code: 'private_url' });
    await assert.rejects(read('web', '/etc/passwd'), { code: 'private_url' });
    t.outbound.answer = (url) => ({ body: Buffer.from(`<p>${url}</p>`) });
    assert.equal((await read('web', 'https://example.org/a', 'b=1')).text.trim(), 'https://example.org/a?b=1');
    t.outbound.answer = undefined;
    await assert.rejects(read('nothing', '/'), { code: 'not_found' });
    // A site that hangs up is no fault of this service.
    answer = (_, response) => response.destroy();
    await assert.rejects(read('web', base()), { code: 'connector_failed', message: /connection to the site failed/ });
  });

  it('are made, tested, read and deleted by forms', async () => {
    const form = (path: string, fields: Record<string, string>) => t.form('ann', path, fields);
    const refused = await form('/agent/connectors', { name: 'Wiki', url: 'http://localhost/' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /role="alert"/);
    assert.match(refused.text, /value="http:\/\/localhost\/"/);
    const done = await form('/agent/connectors', { name: 'Wiki', url: base(), secret: 'a', auth_header: '' });
    const path = String(done.headers.location);
    assert.match(path, /^\/agent\/connectors\/\d+$/);
    for (const shown of ['/agent/connectors', path])
      assert.match((await t.call('ann', 'GET', shown)).text, /<ol class="breadcrumb">\s*<li><a href="\/agent">/, shown);
    assert.match((await form(`${path}/probe`, {})).text, /Works/);
    answer = (_, response) => response.setHeader('content-type', 'text/plain').end('<b>bold</b>');
    assert.match((await form(`${path}/read`, { path: '/x', query: '' })).text, /&lt;b(?:&gt;|>)bold/);
    assert.match((await form(`${path}/read`, { path: 'x', query: '' })).text, /must begin with a slash/);
    assert.match((await form(`${path}/switch`, { enabled: 'no' })).text, /The connector is off/);
    const changed = await form(`${path}/change`, { name: 'Handbook', url: base(), secret: '', auth_header: '' });
    assert.match(changed.text, /Handbook/);
    assert.deepEqual(
      (await list('ann')).slice(3).map(({ name, has_secret, enabled }) => [name, has_secret, enabled]),
      [['Handbook', true, false]],
    );
    const dropped = { name: 'Handbook', url: base(), secret: '', auth_header: '', drop_secret: 'yes' };
    await form(`${path}/change`, dropped);
    assert.equal((await list('ann'))[3]?.has_secret, false);
    assert.equal((await form(`${path}/delete`, {})).status, 303);
    assert.equal((await list('ann')).length, 3);
  });
});
