// `commonplace mcp` as a program starts it: its tools on the data of this machine, and handed on to a server elsewhere.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { listen } from '../kit/browser.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  let database: TestDatabase;
  let page: number;
  const clients: Client[] = [];
  before(async () => {
    database = await open();
    t = await listen(database);
    const made = await t.call('ann', 'POST', '/api/v2/pages', {
      workspace_id: t.ws1,
      title: 'Quokka',
      markdown: 'words',
    });
    page = made.body.id;
  });
  after(async () => {
    for (const client of clients) await client.close();
    await t.stop();
  });

  const place = (): Record<string, string> => ({
    DATA_DIR: database.dataDir,
    ...(database.url ? { DATABASE_URL: database.url } : {}),
  });
  async function started(args: string[], options: object = {}, env: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1.0.0' }, options);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...args],
      env: { PATH: process.env.PATH ?? '', ...place(), ...env },
      stderr: 'ignore',
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  }
  const bearer = async (scopes: string): Promise<string> =>
    String((await t.token('ann', scopes)).authorization).replace('Bearer ', '');
  const command = (args: string[], input = '', env: Record<string, string> = {}, own = false) =>
    commandLine(database)(['mcp', ...args], { input, env, own });

  const ways: [string, object][] = [
    ['the handshake of 2025', {}],
    ['the protocol without a handshake', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ];
  for (const [name, options] of ways) {
    it(`serves the data of this machine as the person named, in ${name}`, async () => {
      const client = await started(['--user', 'ann'], options);
      const names = (await client.listTools()).tools.map((one) => one.name);
      assert.ok(names.includes('read_page') && names.includes('create_page'), String(names));
      const read = await client.callTool({ name: 'read_page', arguments: { page_id: page } });
      assert.match(JSON.stringify(read.content), /words/);
    });

    it(`hands on what comes to a server elsewhere, with the rights of its token, in ${name}`, async () => {
      const client = await started(['--url', t.url], options, { COMMONPLACE_TOKEN: await bearer('read') });
      const names = (await client.listTools()).tools.map((one) => one.name);
      assert.ok(names.includes('read_page') && !names.includes('create_page'), String(names));
      const read = await client.callTool({ name: 'read_page', arguments: { page_id: page } });
      assert.match(JSON.stringify(read.content), /words/);
    });
  }

  it('shows nobody more than the person named may see', async () => {
    const stranger = await started(['--user', 'bob']);
    assert.equal((await stranger.callTool({ name: 'read_page', arguments: { page_id: page } })).isError, true);
  });

  it('answers what it cannot hand on, and goes on', async () => {
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    const { code, stdout } = await command(
      ['--url', t.url],
      ['{nonsense', ping(1), JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), ping(2)].join(
        '\n',
      ),
      { COMMONPLACE_TOKEN: await bearer('read') },
      true,
    );
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([code, answers.map(({ id }) => id)], [0, [null, 1, 2]], stdout);
    assert.equal(answers[0].error.code, -32700);
    const away = await command(['--url', 'http://127.0.0.1:1'], ping(7), { COMMONPLACE_TOKEN: 'cp_x' });
    const { id, error } = JSON.parse(away.stdout);
    assert.deepEqual([away.code, id], [0, 7]);
    assert.match(error.message, /127\.0\.0\.1:1 cannot be reached/);
    const unknown = await command(['--url', t.url], ping(8), { COMMONPLACE_TOKEN: 'cp_x' });
    assert.match(JSON.parse(unknown.stdout).error.message, /401/);
    assert.ok(!`${unknown.stdout}${unknown.stderr}`.includes('cp_x'));
  });

  it('answers lines that are JSON but no message, and goes on', async () => {
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const lines = ['null', '5', '"x"', '[]', JSON.stringify([ping(1), ping(2)]), JSON.stringify(ping(3))];
    for (const [args, env] of [
      [['--url', t.url], { COMMONPLACE_TOKEN: await bearer('read') }],
      [['--user', 'ann'], {}],
    ] as const) {
      const { code, stdout } = await command([...args], lines.join('\n'), env);
      const answers = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
      assert.deepEqual(
        [code, answers.map(({ id, error }) => [id, error?.code])],
        [0, [...Array(5).fill([null, -32600]), [3, undefined]]],
        stdout,
      );
    }
  });

  it('answers all that came before standard input ended, and lines that are nonsense', async () => {
    const asked = (id: number, method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const made = (id: number) => {
      const args = { title: `Piped ${id}`, workspace_id: t.ws1 };
      return asked(id, 'tools/call', { name: 'create_page', arguments: args });
    };
    const lines = [asked(1, 'initialize', client), '{nonsense', '{}', made(2), made(3), asked(4, 'nothing', {})];
    const { code, stdout } = await command(['--user', 'ann'], lines.join('\n'), {}, true);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (id: number) => answers.find((one) => one.id === id);
    assert.deepEqual([code, answers.length], [0, 6], stdout);
    assert.deepEqual(
      answers.filter(({ id }) => id === null).map(({ error }) => error.code),
      [-32700, -32600],
    );
    assert.equal(of(1).result.protocolVersion, '2025-06-18');
    for (const id of [2, 3]) assert.ok(of(id).result.structuredContent.page_id, stdout);
    assert.equal(of(4).error.code, -32601);
  });

  it('says what is missing or wrong in its options', async () => {
    for (const [args, said] of [
      [[], /either --user or --url/],
      [['--url', t.url], /COMMONPLACE_TOKEN/],
      [['--url', 'ftp://a.test'], /must be a web address/],
      [['--url', 'nonsense'], /must be a web address/],
      [['--user', 'nobody'], /no account nobody/],
      [['--user', 'ann', '--url', t.url], /either --user or --url/],
    ] as const) {
      const { code, stderr, stdout } = await command([...args]);
      assert.notEqual(code, 0, args.join(' '));
      assert.match(`${stderr}${stdout}`, said, args.join(' '));
    }
  });
});
