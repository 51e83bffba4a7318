// Clients that make the server wait: each is told why it is left, and nobody else notices.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, it } from 'node:test';
import type { ConnectionLimits } from '../../../core/http/connection-limits.ts';
import { onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

/** A connection that keeps what it is told. */
interface Line {
  socket: Socket;
  text(): string;
  /** resolves with all that was said when the server has ended the connection */
  closed: Promise<string>;
  /** resolves once what was said matches */
  says(pattern: RegExp): Promise<string>;
}

const opened: Socket[] = [];

function dial(address: string, ...parts: string[]): Promise<Line> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    opened.push(socket);
    let text = '';
    socket.setEncoding('utf8');
    const closed = new Promise<string>((ended) => socket.once('close', () => ended(text)));
    const says = (pattern: RegExp) =>
      new Promise<string>((found, lost) => {
        const look = () => pattern.test(text) && found(text);
        socket.on('data', look);
        void closed.then(() => (pattern.test(text) ? found(text) : lost(new Error(`the line ended with: ${text}`))));
        look();
      });
    socket.on('data', (more) => {
      text += more;
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      // Cut off while it writes: what counts is what it was told before.
      socket.on('error', () => {});
      for (const part of parts) socket.write(part);
      resolve({ socket, text: () => text, closed, says });
    });
  });
}

const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const status = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
const json = { 'Content-Type': 'application/json' };

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address = '';
  const start = async (connections: Partial<ConnectionLimits> = {}, settings: Record<string, string> = {}) => {
    t = await startApp(await open(), { connections, settings });
    address = await t.app.start();
  };
  const unfinished = (path: string, headers: Record<string, string | number> = json, part = '{') =>
    dial(address, head('POST', path, { ...headers, 'Content-Length': 900_000 }), part);

  before(() => start({ windowMs: 1000, headersMs: 800, idleMs: 400, lingerMs: 500 }));
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });
  after(() => t.stop());

  it('answers a body that stops with 408, ends the connection and does nothing of it', async () => {
    const line = await unfinished('/auth/local-login');
    const answer = await line.closed;
    assert.equal(status(answer), 408, answer);
    assert.equal(bodyOf(answer).code, 'request_timeout');
    assert.match(answer, /connection: close/i);
  });

  it('takes a body that comes slowly, but not too slowly', async () => {
    const text = JSON.stringify({ email: 'nobody@example.org', password: 'x'.repeat(30_000) });
    const line = await dial(
      address,
      head('POST', '/auth/local-login', { ...json, 'Content-Length': text.length, Connection: 'close' }),
    );
    const parts = text.match(/.{1,500}/g) as string[];
    const timer = setInterval(() => {
      const part = parts.shift();
      if (part) line.socket.write(part);
    }, 50);
    const answer = await line.closed;
    clearInterval(timer);
    assert.equal(status(answer), 422, answer);
  });

  it('ends connections whose head does not come, and those that say nothing', async () => {
    const [begun, silent] = await Promise.all([dial(address, 'GET / HTTP/1.1\r\nHost: localhost\r\n'), dial(address)]);
    assert.equal(status(await begun.closed), 408);
    await silent.closed;
  });

  it('keeps a connection for a next request, and ends one that rests', async () => {
    const line = await dial(address, head('GET', '/healthz', {}));
    await line.says(/"ok"/);
    line.socket.write(head('GET', '/healthz', {}));
    assert.equal((await line.closed).match(/HTTP\/1\.1 200/g)?.length, 2);
  });

  it('answers a head that is too large with 431', async () => {
    const answer = await (await dial(address, head('GET', '/healthz', { 'X-Long': 'x'.repeat(40_000) }))).closed;
    assert.equal(status(answer), 431, answer);
    assert.equal(bodyOf(answer).code, 'head_too_large');
    assert.match(bodyOf(answer).detail, /too large/);
  });

  it('answers what is no HTTP with 400', async () => {
    const answer = await (await dial(address, 'GIMME /\r\n\r\n')).closed;
    assert.equal(status(answer), 400, answer);
    assert.equal(bodyOf(answer).code, 'malformed_request');
  });

  it('answers a request before it refuses the broken one behind it', async () => {
    const answer = await (await dial(address, head('GET', '/healthz', {}), '\u0001\r\n\r\n')).closed;
    assert.equal(status(answer), 200, answer);
    assert.match(answer, /HTTP\/1\.1 400/);
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address = '';
  let bearer: Record<string, string>;
  // No body is too slow here: whoever is answered was answered before it came.
  before(async () => {
    const settings = { CONNECTIONS_PER_ADDRESS: '0', API_V2_RATE_LIMIT_PER_TOKEN: '1/min' };
    t = await startApp(await open(), { settings, connections: { lingerMs: 500 } });
    address = await t.app.start();
    bearer = await t.token('ann');
  });
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });
  after(() => t.stop());

  const post = (path: string, headers: Record<string, string | number>, part = '{') =>
    dial(address, head('POST', path, headers), part);
  const large = { ...json, 'Content-Length': 5_000_000 };
  const some = { ...json, 'Content-Length': 1000 };

  const refused: [name: string, status: number, begin: () => Promise<Line>][] = [
    ['who is unknown', 401, () => post('/api/v2/pages', some)],
    ['another site', 403, () => post('/api/workspaces', { ...some, Origin: 'https://evil.test' })],
    ['what there is not', 404, () => post('/api/nowhere', some)],
    ['a body that says it is too large', 413, () => post('/auth/local-login', large)],
    ['a body without a type', 415, () => post('/auth/local-login', { 'Content-Length': 1000 })],
    ['a body of another type', 415, () => post('/auth/local-login', { ...some, 'Content-Type': 'text/plain' })],
    [
      'a body that gets too large on its way',
      413,
      () =>
        post('/auth/local-login', { ...json, 'Transfer-Encoding': 'chunked' }, `200000\r\n${' '.repeat(0x200000)}\r\n`),
    ],
    [
      'who asks too often',
      429,
      async () => {
        await fetch(`${address}/api/v2/users/me`, { headers: bearer });
        return post('/api/v2/pages', { ...some, Authorization: bearer.authorization as string });
      },
    ],
  ];
  for (const [name, expected, begin] of refused)
    it(`refuses ${name} with ${expected}, and does not wait for the rest of the body`, async () => {
      const answer = await (await begin()).closed;
      assert.equal(status(answer), expected, answer);
      assert.match(answer, /connection: close/i);
      assert.ok(bodyOf(answer).code ?? bodyOf(answer).detail);
    });

  it('tells a client that goes on sending as well', async () => {
    const line = await post('/auth/local-login', large, ' '.repeat(3_000_000));
    assert.equal(status(await line.closed), 413);
  });

  it('answers others while 500 send slowly', async () => {
    const slow = await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        at % 2
          ? dial(address, head('POST', '/auth/local-login', some), '{')
          : dial(address, 'GET / HTTP/1.1\r\nHost: localhost\r\n'),
      ),
    );
    const cookie = t.session('ann').cookie as string;
    for (let round = 0; round < 20; round += 1)
      assert.equal((await fetch(`${address}/auth/user`, { headers: { cookie } })).status, 200);
    const open = slow.filter(({ socket, text }) => !socket.destroyed && !text());
    assert.equal(open.length, 500, 'the slow ones were not there any more');
  });
});

/** How a third connection of one address is answered. */
async function taken(database: TestDatabase, settings: Record<string, string>): Promise<number> {
  const t = await startApp(database, { settings });
  const address = await t.app.start();
  try {
    const first = [await dial(address), await dial(address)];
    const third = await dial(address, head('GET', '/healthz', { Connection: 'close' }));
    const answer = status(await third.closed);
    const [gone] = first;
    gone?.socket.destroy();
    await gone?.closed;
    return answer;
  } finally {
    for (const socket of opened.splice(0)) socket.destroy();
    await t.stop();
  }
}

onEachEngine((_engine, open) => {
  it('holds so many connections of one address, and tells the next one', async () => {
    assert.equal(await taken(await open(), { CONNECTIONS_PER_ADDRESS: '2' }), 429);
  });
});

onEachEngine((_engine, open) => {
  it('holds any number of connections of a trusted proxy', async () => {
    assert.equal(await taken(await open(), { CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' }), 200);
  });
});
