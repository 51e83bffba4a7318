// The address of a provider's metadata that answers with a page, with an error or not at all: nobody is let in by it, and nobody else waits.
import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { listen } from '../../kit/browser.ts';

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  let server: Server;
  let answer: (response: ServerResponse) => void = (response) => response.end();
  let asked = 0;
  let settings: object;
  before(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    t = await listen(await open(), { settings: { OUTBOUND_ALLOW: host } });
    t.app.csrf.port = Number(new URL(t.url).port);
    const saml = { enabled: true, name: 'Campus', metadata_url: `http://${host}/metadata` };
    settings = { enabled: true, provisioning: { mode: 'all' }, saml };
    const saved = await t.call('adm', 'PUT', '/api/v2/sso/config', { body: settings });
    assert.equal(saved.status, 200, saved.text);
  });
  after(async () => {
    await t.stop();
    server.closeAllConnections();
    server.close();
  });

  const last = async (): Promise<string> => {
    const [row] = (await t.call('adm', 'GET', '/api/v2/sso/history')).body;
    return `${row.outcome} ${row.reason}`;
  };

  const faults: [what: string, answer: (response: ServerResponse) => void, words: RegExp][] = [
    [
      'a page',
      (response) => response.end('<!doctype html><html><body>Sign in</body></html>'),
      /web page, not with metadata/,
    ],
    ['an error', (response) => response.writeHead(500).end('broken'), /answers 500/],
    ['another place', (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(), /refused|private/],
    ['nothing', (response) => response.destroy(), /./],
  ];
  for (const [what, given, words] of faults)
    it(`that answers with ${what} lets nobody in, and says so to the person and to administrators`, async () => {
      answer = given;
      const { status, text } = await t.call('anon', 'GET', '/auth/saml/login');
      assert.equal(status, 403);
      assert.match(text, /The provider does not answer/);
      assert.equal(await last(), 'rejected provider_away');
      const tried = (await t.call('adm', 'POST', '/api/v2/sso/test', { body: settings })).body;
      assert.equal(tried.ok, false);
      assert.match(JSON.stringify(tried.checks), words);
    });

  it('that hangs is asked once for all who wait, while others go on', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    asked = 0;
    const waiting = Array.from({ length: 20 }, () => t.call('anon', 'GET', '/auth/saml/login'));
    while (!held.length) await new Promise(setImmediate);
    for (let count = 0; count < 20; count += 1) assert.equal((await t.call('anon', 'GET', '/healthz')).status, 200);
    const password = await t.call('anon', 'GET', '/auth/login?provider=local');
    assert.equal(password.status, 200);
    assert.equal(asked, 1);
    for (const response of held) response.destroy();
    for (const { status, text } of await Promise.all(waiting)) {
      assert.equal(status, 403);
      assert.match(text, /The provider does not answer/);
    }
  });
});
