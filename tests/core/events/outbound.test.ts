// The guarded way out: no address of ours is ever reached, whatever it is called or where it redirects.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { checkUrl, isPublicAddress, Outbound } from '../../../core/events/outbound.ts';
import { Problem } from '../../../core/http/problem.ts';

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
  for (const url of refused) it(`refuses ${url || 'nothing'}`, () => assert.throws(() => checkUrl(url), isPrivate));
  for (const url of ['https://example.org/a?b#c', 'http://8.8.8.8', 'http://[2606:4700::1111]/'])
    it(`takes ${url}`, () => assert.equal(checkUrl(url).protocol.startsWith('http'), true));
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
    const outbound = new Outbound({
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
    await outbound.close();
    assert.deepEqual(new Set(answers).size, 1, answers.join('\n'));
    assert.equal(pauses.length, answers.length);
    assert.ok(pauses.every((ms) => ms > 0 && ms <= 2000));
  });
});

describe('requests', () => {
  let server: Server;
  let connections = 0;
  const outbound = new Outbound();
  before(async () => {
    server = createServer((_request, response) => response.end('reached'));
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await outbound.close();
    server.close();
  });

  it('never open a connection to a loopback listener', async () => {
    const { port } = server.address() as AddressInfo;
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
    assert.equal(connections, 0);
  });
});
