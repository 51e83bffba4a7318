// Agents of other programs: the protocol's own client, in both of its generations, with a token and its rights.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { createToken } from '../../plugins/auth/tokens.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { Name } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of tools, whose shapes the tests look at
type Any = any;
interface Answer {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, Any>;
}

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  const clients: Client[] = [];
  before(async () => {
    t = await listen(await open());
  });
  after(async () => {
    for (const client of clients) await client.close();
    await t.stop();
  });

  async function connect(who: Name, scopes = 'read,write', options: object = {}): Promise<Client> {
    const headers = await t.token(who, scopes);
    const client = new Client({ name: 'tests', version: '1.0.0' }, options);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${t.url}/mcp`), { requestInit: { headers } }));
    clients.push(client);
    return client;
  }
  const own = () => new URL(t.url).host;
  const call = async (client: Client, name: string, args: object = {}): Promise<Answer> =>
    (await client.callTool({ name, arguments: args as Record<string, unknown> })) as Answer;
  const done = async (client: Client, name: string, args: object = {}): Promise<Record<string, Any>> => {
    const answer = await call(client, name, args);
    assert.notEqual(answer.isError, true, `${name}: ${answer.content[0]?.text}`);
    return answer.structuredContent ?? {};
  };
  const refusal = async (client: Client, name: string, args: object = {}): Promise<string> => {
    const answer = await call(client, name, args);
    assert.equal(answer.isError, true, `${name} was not refused`);
    return answer.content[0]?.text ?? '';
  };

  it('opens to bearer tokens alone', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    assert.equal((await t.call('anon', 'POST', '/mcp', { body })).status, 401);
    assert.equal((await t.call('ann', 'POST', '/mcp', { body })).status, 401);
    const headers = await t.token('ann');
    const foreign = { ...headers, host: own(), origin: 'https://evil.test' };
    assert.equal((await t.inject('POST', '/mcp', { headers: foreign, body })).status, 403);
  });

  it('takes only what is sent by POST to the host of the service', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { ...(await t.token('ann')), accept: 'application/json, text/event-stream' };
    const port = own().split(':')[1];
    const post = (host: string) => t.inject('POST', '/mcp', { headers: { ...headers, host }, body });
    for (const host of [own(), `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`])
      assert.equal((await post(host)).status, 200, host);
    const others = ['evil.test', `evil.test:${port}`, 'localhost', 'localhost:1', `${own()}/x`, `evil.test#@${own()}`];
    for (const host of [...others, `evil.test@${own()}`, ':'])
      assert.deepEqual([(await post(host)).status, host], [403, host]);
    for (const method of ['GET', 'DELETE']) {
      const answer = await t.inject(method, '/mcp', { headers });
      assert.deepEqual([answer.status, answer.headers.allow], [405, 'POST'], method);
    }
  });

  it('offers what the scopes of the token allow, each with a schema of its arguments', async () => {
    const reader = await connect('ann', 'read');
    const names = (await reader.listTools()).tools.map((one) => one.name);
    assert.ok(names.includes('read_page') && !names.includes('create_page') && !names.includes('web_fetch'));
    const writer = await connect('ann');
    const { tools } = await writer.listTools();
    assert.equal(tools.length, 22);
    for (const one of tools) assert.equal(one.inputSchema.type, 'object', one.name);
    assert.equal(tools.find((one) => one.name === 'search')?.annotations?.readOnlyHint, true);
    await assert.rejects(reader.callTool({ name: 'create_page', arguments: { title: 'x', workspace_id: t.ws1 } }));
    await assert.rejects(writer.callTool({ name: 'nothing', arguments: {} }));
  });

  it('offers what reaches outside to tokens that were made for it, and such a token makes no wider one', async () => {
    const made = (ctx: Ctx, mcp_outward: boolean, scopes = 'read,write') => createToken(ctx, { scopes, mcp_outward });
    const tools = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, host: own(), accept: 'application/json, text/event-stream' };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      return (await t.inject('POST', '/mcp', { headers, body })).text;
    };
    const ctx = t.ctx('ann');
    assert.match(await tools((await made(ctx, true)).token), /"web_fetch"/);
    assert.doesNotMatch(await tools((await made(ctx, true, 'read')).token), /"web_fetch"|"notify_user"/);
    const plain = await made(ctx, false);
    assert.doesNotMatch(await tools(plain.token), /"web_fetch"/);
    const holder = ctx.as({ ...userOf(ctx), tokenId: plain.id, scopes: ['read', 'write'] });
    await assert.rejects(made(holder, true), { code: 'insufficient_scope' });
    const form = await t.form('ann', '/accounts/settings/tokens', { name: 'Outward', mcp_outward: 'yes', days: '30' });
    const [row] = await t.app.database.reader('api_tokens').where({ name: 'Outward' });
    assert.equal(row?.mcp_outward, 1, form.text.slice(0, 200));
  });

  it('keeps a token for a subtree in it: what it lists, finds, reads and writes', async () => {
    const top = await done(await connect('ann'), 'create_page', { title: 'Shelf papaya', workspace_id: t.ws1 });
    const inner = await done(await connect('ann'), 'create_page', { title: 'Book papaya', parent_id: top.page_id });
    const { token } = await createToken(t.ctx('ann'), { root_page_id: inner.page_id as number, mcp_outward: true });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const client = new Client({ name: 'tests', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${t.url}/mcp`), { requestInit }));
    clients.push(client);
    const names = (await client.listTools()).tools.map((one) => one.name);
    const beyond = ['list_tags', 'list_members', 'run_automation', 'connector_fetch'];
    assert.deepEqual(
      beyond.filter((name) => names.includes(name)),
      [],
    );
    assert.ok(names.includes('read_page') && names.includes('web_fetch'));
    await assert.rejects(client.callTool({ name: 'list_tags', arguments: {} }));
    const { results, total } = await done(client, 'search', { q: 'papaya' });
    assert.deepEqual([results.map((one: Any) => one.id), total], [[inner.page_id], 1]);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      [`commonplace://pages/${inner.page_id}`],
    );
    await assert.rejects(client.readResource({ uri: `commonplace://pages/${top.page_id}` }));
    const made = await done(client, 'create_page', { title: 'Chapter', parent_id: inner.page_id });
    const refused: [string, object][] = [
      ['read_page', { page_id: top.page_id }],
      ['list_children', { workspace_id: t.ws1 }],
      ['list_databases', { workspace_id: t.ws1 }],
      ['create_page', { title: 'x', workspace_id: t.ws1 }],
      ['create_page', { title: 'x', parent_id: top.page_id }],
      ['move_page', { page_id: made.page_id, parent_id: null }],
      ['move_page', { page_id: made.page_id, parent_id: top.page_id }],
      ['trash_page', { page_id: top.page_id }],
      ['notify_user', { user_id: t.user('edi').id, page_id: top.page_id, text: 'x' }],
    ];
    for (const [name, args] of refused) assert.match(await refusal(client, name, args), /^not_found/, name);
  });

  it('speaks to clients of earlier versions of the protocol, too', async () => {
    const headers = { ...(await t.token('ann')), host: own(), accept: 'application/json, text/event-stream' };
    const hello = await t.inject('POST', '/mcp', {
      headers,
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
      },
    });
    assert.equal(hello.status, 200, hello.text);
    assert.match(hello.text, /"protocolVersion":"2025-06-18"/);
    const noted = { jsonrpc: '2.0', method: 'notifications/initialized' };
    assert.equal((await t.inject('POST', '/mcp', { headers, body: noted })).status, 202);
    const list = await t.inject('POST', '/mcp', { headers, body: { jsonrpc: '2.0', id: 2, method: 'tools/list' } });
    assert.match(list.text, /"read_page"/);
  });

  it('finds, reads and writes pages, and each change can be taken back', async () => {
    const client = await connect('ann');
    const parent = await done(client, 'create_page', { title: 'Notes of agents', workspace_id: t.ws1 });
    const made = await done(client, 'create_page', {
      ...{ title: 'Kumquats', parent_id: parent.page_id },
      markdown: `# Fruit\n\nA kumquat. See [Notes](/pages/${parent.page_id}).`,
    });
    const { results } = await done(client, 'search', { q: 'kumquat' });
    assert.deepEqual([results[0].id, results[0].title], [made.page_id, 'Kumquats']);
    const read = await call(client, 'read_page', { page_id: made.page_id });
    assert.match(read.content[0]?.text ?? '', /^# Kumquats\n\n# Fruit\n\nA kumquat/);
    await done(client, 'update_page', {
      page_id: made.page_id,
      mode: 'append',
      markdown: 'Second line.',
      title: 'Citrus',
    });
    const stale = { page_id: made.page_id, mode: 'replace', markdown: 'x', if_version: 1 };
    assert.match(await refusal(client, 'update_page', stale), /^version_conflict/);
    const { versions } = await done(client, 'page_versions', { page_id: made.page_id });
    assert.ok(versions.length >= 2);
    await done(client, 'restore_page', { page_id: made.page_id, version_id: versions.at(-1).id });
    assert.doesNotMatch((await call(client, 'read_page', { page_id: made.page_id })).content[0]?.text ?? '', /Second/);
    const { pages } = await done(client, 'list_children', { page_id: parent.page_id });
    assert.deepEqual(
      pages.map((one: Any) => one.id),
      [made.page_id],
    );
    const second = await done(client, 'create_page', { title: 'Second', parent_id: parent.page_id });
    const both = await done(client, 'list_children', { page_id: parent.page_id });
    assert.deepEqual(
      both.pages.map((one: Any) => one.id),
      [made.page_id, second.page_id],
    );
    const linking = await done(client, 'backlinks', { page_id: parent.page_id });
    assert.deepEqual(
      linking.pages.map((one: Any) => one.id),
      [made.page_id],
    );
    await done(client, 'move_page', { page_id: made.page_id, parent_id: null, position: 0 });
    await done(client, 'trash_page', { page_id: made.page_id });
    assert.match(await refusal(client, 'read_page', { page_id: made.page_id }), /^not_found/);
    await done(client, 'restore_page', { page_id: made.page_id });
    const started = await done(client, 'use_template', { key: 'meeting-notes', workspace_id: t.ws1 });
    assert.ok(started.page_id);
  });

  it('names the blocks of a page, also those inside others, to whoever reads, replaces or comments on one', async () => {
    const client = await connect('ann');
    const markdown = '- Fruit\n  - Kumquat\n\nThe end.';
    const { page_id } = await done(client, 'create_page', { title: 'Nested', workspace_id: t.ws1, markdown });
    const { blocks } = await done(client, 'read_page', { page_id, block_ids: true });
    assert.deepEqual(
      blocks.map(({ type, markdown: text }: Any) => [type, text]),
      [
        ['bullet', '- Fruit'],
        ['bullet', '- Kumquat'],
        ['paragraph', 'The end.'],
      ],
    );
    const [outer, inner] = blocks.map(({ block_id }: Any) => block_id);
    const text = async (more: object) => (await call(client, 'read_page', { page_id, ...more })).content[0]?.text;
    assert.deepEqual([await text({ block_id: outer }), await text({ block_id: inner })].map(String), [
      '- Fruit\n  - Kumquat\n',
      '- Kumquat\n',
    ]);
    await done(client, 'add_comment', { page_id, block_id: inner, body: 'Sour?' });
    await done(client, 'update_page', { page_id, mode: 'replace_block', block_id: inner, markdown: '- Lime' });
    assert.match(String(await text({})), /- Fruit\n {2}- Lime\n\nThe end\./);
    assert.match(await refusal(client, 'read_page', { page_id, block_id: inner }), /^not_found: .*no such block/);
    assert.match(await refusal(client, 'read_page', { page_id, block_id: outer, block_ids: true }), /block_ids/);
  });

  it('changes nothing while the service is read-only', async () => {
    const client = await connect('ann');
    const system = t.app.context({ type: 'system', reason: 'tests' });
    await t.app.maintenance.set(system, { read_only: true, banner: '', until: null });
    const words = await refusal(client, 'create_page', { title: 'Not now', workspace_id: t.ws1 });
    await t.app.maintenance.set(system, { read_only: false, banner: '', until: null });
    assert.match(words, /^unavailable: The service is read-only/);
    assert.ok((await done(client, 'list_children', { workspace_id: t.ws1 })).pages);
  });

  it('does what it changes as a run of its person, who can undo it', async () => {
    const client = await connect('edi');
    const { page_id } = await done(client, 'create_page', { title: 'By an agent', workspace_id: t.ws1 });
    await done(client, 'update_page', { page_id, mode: 'append', markdown: 'Words' });
    await refusal(client, 'update_page', { page_id: 2_000_000_000, mode: 'append', markdown: 'Words' });
    const own = { user_id: t.user('edi').id };
    const [run, ...others] = await t.app.database.reader('agent_runs').where(own).orderBy('id', 'desc').limit(1);
    assert.deepEqual([others, run.conversation_id, run.status], [[], null, 'done']);
    const actions = await t.app.database.reader('agent_actions').where({ run_id: run.id }).orderBy('id');
    assert.deepEqual(
      actions.map(({ tool, status }: Any) => [tool, status]),
      [
        ['create_page', 'done'],
        ['update_page', 'done'],
        ['update_page', 'failed'],
      ],
    );
    assert.equal((await t.call('ann', 'POST', `/api/agent/runs/${run.id}/undo`)).status, 404);
    const undone = await t.call('edi', 'POST', `/api/agent/runs/${run.id}/undo`);
    assert.deepEqual([undone.body.undone.length, undone.body.kept], [2, []]);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${page_id}`)).status, 404);
    const audit = await t.app.database.reader('api_audit').where({ resource_id: String(page_id), ...own });
    assert.ok(audit.some(({ action, token_id }: Any) => action === 'agent.update_page' && token_id));
    // After half an hour, or once it was undone, it is another run.
    await done(client, 'create_page', { title: 'Later', workspace_id: t.ws1 });
    const runs = await t.app.database.reader('agent_runs').where(own);
    assert.deepEqual(runs.map(({ status }: Any) => status).sort(), ['done', 'undone']);
  });

  it('reads and fills databases by the names of properties', async () => {
    const client = await connect('ann');
    const made = await t.call('ann', 'POST', '/api/v2/collections', { body: { workspace_id: t.ws1, name: 'Orders' } });
    const collection_id = made.body.id;
    await done(client, 'add_property', { collection_id, name: 'Count', type: 'number' });
    await done(client, 'add_property', {
      ...{ collection_id, name: 'State', type: 'select' },
      config: { options: [{ name: 'Open' }, { name: 'Sent' }] },
    });
    const { properties } = await done(client, 'describe_database', { collection_id });
    assert.deepEqual(
      properties.map((one: Any) => one.name),
      ['Name', 'Count', 'State'],
    );
    const { row_id } = await done(client, 'create_row', {
      collection_id,
      title: 'Tea',
      values: { Count: 3, State: 'Open' },
    });
    await done(client, 'update_row', { row_id, values: { State: 'Sent' } });
    const filter = { property_id: 'State', op: 'equals', value: 'Sent' };
    const { rows, total } = await done(client, 'query_rows', { collection_id, filter });
    assert.deepEqual([total, rows[0].title, rows[0].values.Count, rows[0].values.State], [1, 'Tea', '3', 'Sent']);
    assert.match(await refusal(client, 'update_row', { row_id, values: { Colour: 'red' } }), /Colour/);
    assert.match(
      await refusal(client, 'query_rows', { collection_id, filter: { property_id: 'X', op: 'equals', value: 1 } }),
      /X/,
    );
    const { databases } = await done(client, 'list_databases', { q: 'order' });
    assert.deepEqual(
      databases.map((one: Any) => one.collection_id),
      [collection_id],
    );
  });

  it('answers with no more than 20,000 characters, and goes on where it left off', async () => {
    const client = await connect('ann');
    const names = [...'ABCDEFG'];
    const body = { workspace_id: t.ws1, name: 'Long', properties: names.map((name) => ({ name, type: 'text' })) };
    const collection_id = (await t.call('ann', 'POST', '/api/v2/collections', { body })).body.id;
    const words = (length: number) => '"\n'.repeat(length / 2);
    for (let count = 1; count <= 30; count += 1) {
      const values = Object.fromEntries(names.slice(0, count === 7 ? 7 : 1).map((name) => [name, words(2000)]));
      await done(client, 'create_row', { collection_id, title: `Row ${count}`, values });
    }
    const titles: string[] = [];
    for (let cursor: string | undefined, rounds = 0; rounds === 0 || cursor; rounds += 1) {
      const answer = await call(client, 'query_rows', { collection_id, limit: 100, ...(cursor && { cursor }) });
      const [text, data] = [answer.content[0]?.text ?? '', answer.structuredContent as Any];
      assert.ok(text.length <= 20_000 && JSON.stringify(data).length <= 20_000);
      const { sources, ...rest } = data;
      assert.deepEqual([JSON.parse(text), sources.length, rest.total], [rest, rest.rows.length, 30]);
      assert.equal(rest.truncated === true, rest.left_out > 0);
      assert.equal(titles.length + rest.rows.length + (rest.left_out ?? 0), 30);
      titles.push(...rest.rows.map((one: Any) => one.title));
      cursor = rest.next_cursor ?? undefined;
    }
    assert.deepEqual([titles.length, new Set(titles).size], [30, 30]);
    const markdown = 'Kakapo \u{1F99C} words. '.repeat(3000);
    const { page_id } = await done(client, 'create_page', { title: 'Long', workspace_id: t.ws1, markdown });
    const read = await call(client, 'read_page', { page_id });
    const { text, truncated, left_out } = read.structuredContent as Any;
    assert.ok(JSON.stringify(read.structuredContent).length <= 20_000 && text.length > 15_000 && left_out > 30_000);
    assert.deepEqual([read.content[0]?.text, truncated, text.isWellFormed()], [text, true, true]);
  });

  it('tags, comments and lists members', async () => {
    const client = await connect('edi');
    const { page_id } = await done(client, 'create_page', { title: 'Discussed', workspace_id: t.ws1 });
    assert.deepEqual((await done(client, 'tag_item', { page_id, add: ['Now'] })).tags, ['Now']);
    assert.deepEqual(
      (await done(client, 'list_tags')).tags.map((one: Any) => one.name),
      ['Now'],
    );
    assert.deepEqual((await done(client, 'tag_item', { page_id, remove: ['now'] })).tags, []);
    await done(client, 'add_comment', { page_id, body: 'Why?' });
    assert.deepEqual(
      (await done(client, 'list_comments', { page_id })).comments.map((one: Any) => one.body),
      ['Why?'],
    );
    assert.match(await refusal(client, 'add_comment', { page_id, body: 'x', block_id: 'none' }), /block/);
    assert.ok((await done(client, 'list_members', { workspace_id: t.ws1 })).members.length >= 4);
  });

  describe('has the rights of the person, and no more:', () => {
    it('viewers change nothing, strangers learn nothing', async () => {
      const [owner, viewer, stranger] = [await connect('ann'), await connect('vic'), await connect('bob')];
      const { page_id } = await done(owner, 'create_page', { title: 'Guarded canary', workspace_id: t.ws1 });
      for (const [name, args] of [
        ['update_page', { page_id, mode: 'append', markdown: 'x' }],
        ['trash_page', { page_id }],
        ['create_page', { title: 'x', parent_id: page_id }],
        ['move_page', { page_id, parent_id: null }],
      ] as const) {
        assert.match(await refusal(viewer, name, args), /^forbidden/, name);
        assert.match(await refusal(stranger, name, args), /^not_found/, name);
      }
      for (const name of ['read_page', 'page_versions', 'backlinks', 'list_comments', 'list_children'])
        assert.match(await refusal(stranger, name, { page_id }), /^not_found/, name);
      assert.match(await refusal(stranger, 'list_members', { workspace_id: t.ws1 }), /^not_found/);
      assert.doesNotMatch(JSON.stringify(await call(stranger, 'search', { q: 'canary' })), /Guarded/);
      assert.doesNotMatch(JSON.stringify(await call(stranger, 'list_databases')), /Orders/);
      await assert.rejects(stranger.readResource({ uri: `commonplace://pages/${page_id}` }));
      const { contents } = await viewer.readResource({ uri: `commonplace://pages/${page_id}` });
      assert.match(JSON.stringify(contents), /Guarded canary/);
    });

    it('locked pages stay as they are, and hidden properties do not exist', async () => {
      const [owner, editor] = [await connect('ann'), await connect('edi')];
      const { page_id } = await done(owner, 'create_page', { title: 'Closed', workspace_id: t.ws1 });
      await t.call('ann', 'POST', `/api/pages/${page_id}/lock`, { locked: true });
      assert.match(await refusal(editor, 'update_page', { page_id, mode: 'append', markdown: 'x' }), /^page_locked/);
      const made = await t.call('ann', 'POST', '/api/v2/collections', {
        body: { workspace_id: t.ws1, name: 'Pay', properties: [{ name: 'Salary', type: 'number' }] },
      });
      const collection_id = made.body.id;
      await done(owner, 'create_row', { collection_id, title: 'Ann', values: { Salary: 4711 } });
      const known = await t.call('ann', 'GET', `/api/v2/collections/${collection_id}/properties`);
      const { id } = known.body.find((one: { name: string }) => one.name === 'Salary');
      const grant = { body: { user_id: t.user('ann').id, role: 'editor' } };
      await t.call('ann', 'POST', `/api/v2/collections/${collection_id}/properties/${id}/permissions`, grant);
      assert.doesNotMatch(JSON.stringify(await call(editor, 'describe_database', { collection_id })), /Salary/);
      assert.doesNotMatch(JSON.stringify(await call(editor, 'query_rows', { collection_id })), /4711|4,711|Salary/);
      const filter = { property_id: 'Salary', op: 'gt', value: 1 };
      assert.match(await refusal(editor, 'query_rows', { collection_id, filter }), /Salary/);
    });
  });

  it('leaves no request open that would wait for news', async () => {
    const asked = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const answer = await t.inject('POST', '/mcp', {
      headers: {
        ...(await t.token('ann', 'read')),
        host: own(),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          _meta: asked,
          notifications: { toolsListChanged: true, resourceSubscriptions: ['commonplace://pages/1'] },
        },
      },
    });
    assert.match(answer.text, /"notifications":\{\}[\s\S]*"resultType":"complete"/);
  });

  it('answers nonsense with what is wrong', async () => {
    const client = await connect('ann');
    for (const [name, args, says] of [
      ['read_page', {}, /page_id/],
      ['read_page', { page_id: 'x' }, /page_id/],
      ['read_page', { page_id: 1, colour: 'red' }, /colour/],
      ['create_page', { title: 'x' }, /parent_id/],
      ['create_page', { title: 'x', parent_id: 1, workspace_id: t.ws1 }, /parent_id/],
      ['update_page', { page_id: 1, mode: 'shuffle', markdown: '' }, /mode/],
      ['add_property', { collection_id: 1, name: 'x', type: 'nothing' }, /not_found|type/],
      ['use_template', { key: 'nothing', workspace_id: t.ws1 }, /nothing|key|not_found/],
    ] as const)
      assert.match(await refusal(client, name, args), says, name);
  });
});
