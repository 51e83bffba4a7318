// The guarded way out: no address of ours is ever reached, whatever it is called or where it redirects.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { describe, it } from 'node:test';
import { Problem } from '../../../core/http/problem.ts';
import { Outbound } from '../../../core/outbound/outbound.ts';
import { PrivateTargets, parsePrivateTargets } from '../../../core/outbound/private-targets.ts';
import { isPublicAddress } from '../../../core/outbound/public-address.ts';

const isPrivate = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'private_url' && error.status === 400;

describe('addresses', () => {
  const refused = [
    'http://localhost',
    'http://LOCALHOST.',
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:a9fe:a9fe]',
    'http://[64:ff9b::7f00:1]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[2001:db8::1]',
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://192.0.2.1',
    'http://198.18.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://168.63.129.16',
    'http://199.36.153.4',
    'http://199.36.153.11',
    'http://161.26.0.10',
    'http://166.9.250.1',
    'http://192.0.0.192',
    'http://100.100.100.200',
    'http://metadata.google.internal',
    'http://printer.local',
    'http://x.localhost',
    'ftp://example.org',
    'file:///etc/passwd',
    'gopher://example.org',
    'javascript:alert(1)',
    'http://user:secret@example.org',
    '//example.org',
    'example.org',
    '',
    'http://',
  ];
  for (const url of refused)
    it(`refuses ${url || 'nothing'}`, () => assert.throws(() => new Outbound().check(url), isPrivate));
  for (const url of ['https://example.org/a?b#c', 'http://8.8.8.8', 'http://[2606:4700::1111]/'])
    it(`takes ${url}`, () => assert.equal(new Outbound().check(url).protocol.startsWith('http'), true));
  it('knows public addresses', () => {
    assert.deepEqual(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '10.1.1.1', '::1', 'nonsense'].map(isPublicAddress), [
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('names', () => {
  it('that lead nowhere, to a closed port or into a private network are answered alike, after the same time', async () => {
    const failing = (code: string) => Object.assign(new Error(code), { code });
    const found: Record<string, string | Error> = {
      'inside.example': '10.1.2.3',
      'platform.example': '168.63.129.16',
      'unknown.example': failing('ENOTFOUND'),
      'later.example': failing('EAI_AGAIN'),
      'refused.example': failing('ECONNREFUSED'),
    };
    const pauses: number[] = [];
    const outbound = new Outbound(undefined, {
      lookup: (name, _options, callback) => {
        const one = found[name] as string | Error;
        if (one instanceof Error) callback(one as NodeJS.ErrnoException, '', 0);
        else callback(null, [{ address: one, family: 4 }] as never, 4);
      },
      pause: async (ms) => pauses.push(ms),
    });
    const answers: string[] = [];
    for (const name of Object.keys(found))
      await assert.rejects(outbound.request(`http://${name}/`), (error: Error) => {
        assert.ok(isPrivate(error), `${name}: ${error.stack}`);
        return answers.push(error.message) > 0;
      });
    // Before it is kept, an address is refused for what its name stands for, and not because nobody can say that now.
    for (const name of ['inside.example', 'platform.example'])
      await assert.rejects(outbound.checkName(`http://${name}/`), isPrivate);
    for (const name of ['unknown.example', 'later.example', 'refused.example'])
      assert.equal((await outbound.checkName(`http://${name}/`)).hostname, name);
    await outbound.close();
    assert.deepEqual(new Set(answers).size, 1, answers.join('\n'));
    assert.equal(pauses.length, answers.length + 2);
    assert.ok(pauses.every((ms) => ms > 0 && ms <= 2000));
  });
});

/** A site on this machine that answers by path, and counts who connects. */
async function site(answer: RequestListener): Promise<{ port: number; connections(): number; close(): void }> {
  let connections = 0;
  const server = createServer(answer);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, close: () => server.close() };
}

describe('requests', () => {
  it('never open a connection to a loopback listener', async () => {
    const outbound = new Outbound();
    const { port, connections, close } = await site((_request, response) => response.end('reached'));
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      '2130706433',
      'ip6-localhost',
      'localhost.localdomain',
    ]) {
      await assert.rejects(outbound.request(`http://${host}:${port}/`, { timeoutMs: 3000 }));
    }
    assert.equal(connections(), 0);
    close();
    await outbound.close();
  });
});

describe('private targets', () => {
  const resolving: LookupFunction = (name, _options, callback) => {
    const address = {
      'git.corp.example': '10.1.2.3',
      'db.corp.example': '127.0.0.1',
      'meta.corp.example': '169.254.169.254',
    }[name];
    callback(null, [{ address: address ?? '127.0.0.1', family: 4 }] as never, 4);
  };

  it('are named one by one, loopback with a port', () => {
    assert.deepEqual(parsePrivateTargets(' Git.lan, 127.0.0.1:4000,[::1]:80, 10.0.0.0/8,fd00::/8 ,'), [
      'git.lan',
      '127.0.0.1:4000',
      '[::1]:80',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
    for (const [text, rule] of [
      ['localhost', /loopback addresses, such as localhost:8080/],
      ['127.0.0.1', /must name a port for loopback/],
      ['127.0.0.0/8', /with a port, not as a network/],
      ['http://git.lan', /must list hosts, hosts with a port, or networks/],
      ['git.lan:99999', /a port of 1 to 65535/],
      ['a b', /must list hosts/],
    ] as const)
      assert.throws(() => parsePrivateTargets(text), rule, text);
  });

  it('permit what they name and nothing beside it', () => {
    const targets = new PrivateTargets(parsePrivateTargets('git.lan,127.0.0.1:4000,10.1.0.0/16,0.0.0.0/0'), () => 3000);
    const cases: [string, number, string, boolean][] = [
      ['git.lan', 80, '192.168.1.5', true],
      ['git.lan', 80, '127.0.0.1', false],
      ['git.lan', 80, '169.254.169.254', false],
      ['git.lan', 80, '168.63.129.16', false],
      ['git.lan', 80, 'fd00:ec2::254', false],
      ['127.0.0.1', 4000, '127.0.0.1', true],
      ['127.0.0.1', 4001, '127.0.0.1', false],
      ['localhost', 4000, '127.0.0.1', false],
      ['any.example', 443, '10.1.2.3', true],
      ['any.example', 443, '::ffff:10.1.2.3', true],
      ['any.example', 443, '127.0.0.1', false],
      ['any.example', 443, '100.100.100.200', false],
    ];
    for (const [host, port, address, expected] of cases)
      assert.equal(targets.permits(host, port, address), expected, `${host}:${port} ${address}`);
    assert.equal(new PrivateTargets(['127.0.0.1:3000'], () => 3000).permits('127.0.0.1', 3000, '127.0.0.1'), false);
    assert.equal(new PrivateTargets().permits('git.lan', 80, '10.1.2.3'), false);
  });

  it('are reached by the name and the port they are named with, and by no redirect elsewhere', async () => {
    const other = await site((_request, response) => response.end('secret'));
    const named = await site((request, response) => {
      if (request.url === '/away')
        return response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end();
      if (request.url === '/on') return response.writeHead(302, { location: '/' }).end();
      return response.end('x'.repeat(100));
    });
    const outbound = new Outbound(new PrivateTargets([`127.0.0.1:${named.port}`, `db.corp.example:${named.port}`]), {
      lookup: resolving,
      pause: async () => {},
    });
    const at = (path: string, host = '127.0.0.1') => `http://${host}:${named.port}${path}`;
    assert.equal((await outbound.request(at('/'))).body.length, 100);
    assert.equal((await outbound.request(at('/', 'db.corp.example'))).status, 200);
    await assert.rejects(outbound.request(at('/', 'other.corp.example')), isPrivate);
    await assert.rejects(outbound.request(at('/', 'meta.corp.example')), isPrivate);
    await assert.rejects(outbound.request(at('/away'), { redirects: 3 }), isPrivate);
    assert.equal((await outbound.request(at('/on'), { redirects: 3 })).status, 200);
    assert.equal(
      (await outbound.request(at('/on'), { redirects: 3, headers: { Authorization: 'Bearer x' } })).status,
      302,
    );
    await assert.rejects(outbound.request(at('/'), { maxBytes: 10 }), /larger than 10 bytes/);
    assert.equal((await outbound.request(at('/'), { maxBytes: 10, cut: true })).body.toString(), 'x'.repeat(10));
    const answer = await outbound.fetch(new URL(at('/')), { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    assert.deepEqual([answer.status, (await answer.text()).length], [200, 100]);
    assert.equal(other.connections(), 0);
    named.close();
    other.close();
    await outbound.close();
  });
});
