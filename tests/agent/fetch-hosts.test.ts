// Hosts of the web that the agent may read: those that the environment names, and no others, wherever a site redirects.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, it } from 'node:test';
import { loadSettings } from '../../core/boot/config.ts';
import { fetchConfig, requireFetchHost } from '../../plugins/agent-connectors/fetch-hosts.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

const settingsWith = (AGENT_FETCH_HOSTS: string) => loadSettings({ AGENT_FETCH_HOSTS }, fetchConfig, '/nowhere');

for (const [hosts, address] of [
  ['example.org', 'https://evil.test/'],
  ['example.org', 'https://wiki.example.org/'],
  ['example.org', 'https://example.org.evil.test/'],
  ['*.example.org', 'https://example.org/'],
  ['*.example.org', 'https://badexample.org/'],
] as const)
  it(`with ${hosts} are not that of ${address}`, () =>
    assert.throws(() => requireFetchHost({ settings: settingsWith(hosts) }, new URL(address)), {
      code: 'forbidden',
      message: new RegExp(`AGENT_FETCH_HOSTS names ${hosts.replaceAll(/[.*]/g, '\\$&')} alone`),
    }));

for (const [hosts, address] of [
  ['', 'https://anything.test/'],
  ['Example.ORG', 'https://example.org:8443/x'],
  ['a.test, *.example.org', 'http://a.b.example.org/'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['[2001:db8::1]', 'https://[2001:db8:0::1]/'],
] as const)
  it(`with ${hosts || 'none named'} are that of ${address}`, () =>
    requireFetchHost({ settings: settingsWith(hosts) }, new URL(address)));

for (const hosts of [',', 'https://example.org', 'example.org:8080', '*', 'a.*.org', 'two words', 'ann@example.org'])
  it(`are refused at the start as ${JSON.stringify(hosts)}, by the name of the setting`, () =>
    assert.throws(() => settingsWith(hosts), /AGENT_FETCH_HOSTS: must /));

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let site: Server;
  let port: number;
  let asked: string[];
  before(async () => {
    site = createServer(({ url, headers }, response) => {
      asked.push(`${headers.host?.split(':')[0]}${url}`);
      if (url === '/away') response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` });
      if (url === '/near') response.writeHead(302, { location: '/text' });
      response.end('Some words.');
    });
    await new Promise<void>((ready) => site.listen(0, ready));
    ({ port } = site.address() as AddressInfo);
    const allowed = [1, 2].map((last) => `127.0.0.${last}:${port}`).join();
    agent = await startAgent(await open(), undefined, {
      ...{ OUTBOUND_ALLOW: allowed, AGENT_FETCH_HOSTS: '127.0.0.1,*.example.org' },
    });
    ({ t } = agent);
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    await agent.stop();
    site.close();
  });

  /** what comes of one call of a tool that the person asked for by its address */
  async function result(name: string, args: { url?: string; connector?: string; path?: string }) {
    agent.model.asked = [];
    agent.model.script = (_, turn) => (turn ? { text: 'Done.' } : { calls: [{ name, args }] });
    const chat = await Chat.begin(t);
    const told = await chat.say(`Read ${args.url}`);
    if (chat.status === 'waiting') told.push(...(await chat.decide('once')));
    return {
      asks: told.some(({ type }) => type === 'approval'),
      ...told.find(({ type }) => type === 'tool_result')?.data,
    };
  }

  it('are named in what a refused call answers, and nobody is asked about it first', async () => {
    const away = `http://127.0.0.2:${port}/text`;
    for (const [name, args] of [
      ['web_fetch', { url: away }],
      ['connector_fetch', { connector: 'web', path: away }],
    ] as const) {
      const { ok, asks, excerpt } = await result(name, args);
      assert.deepEqual([ok, asks, asked], [false, false, []], name);
      assert.match(excerpt, /^Error forbidden: The host 127\.0\.0\.2 may not be read/);
      assert.match(excerpt, /AGENT_FETCH_HOSTS names 127\.0\.0\.1, \*\.example\.org alone/);
    }
  });

  it('hold for redirects as well', async () => {
    const { ok, excerpt } = await result('web_fetch', { url: `http://127.0.0.1:${port}/away` });
    assert.deepEqual([ok, asked], [false, ['127.0.0.1/away']]);
    assert.match(excerpt, /The host 127\.0\.0\.2 may not be read/);
    const near = await result('web_fetch', { url: `http://127.0.0.1:${port}/near` });
    assert.deepEqual([near.ok, near.excerpt], [true, 'Some words.']);
  });

  it('are told to people and administrators', async () => {
    const { body } = await t.call('ann', 'GET', '/api/agent/status');
    assert.deepEqual(body.fetch_hosts, ['127.0.0.1', '*.example.org']);
    const { text } = await t.call('adm', 'GET', '/admin/agent');
    assert.match(text, /Of the web it reads 127\.0\.0\.1, \*\.example\.org and nothing else/);
  });
});
