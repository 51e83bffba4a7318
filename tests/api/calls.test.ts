// The record of API calls: what comes into it, and how administrators read it in a browser, as CSV and by command.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Command, UsageProblem } from '../../core/kernel/plugin.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Any = any;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let page: number;
  let token: number;
  let bearer: Record<string, string>;

  const send = async (headers: Record<string, string>, method: string, url: string, body?: object) =>
    (await t.inject(method, url, { headers, body })).status;

  before(async () => {
    t = await startApp(await open(), { now: () => '2026-11-21T23:30:00.000Z' });
    bearer = await t.token('edi');
    const made = await t.inject('POST', '/api/v2/pages', {
      headers: bearer,
      body: { workspace_id: t.ws1, title: 'By token' },
    });
    page = made.body.id;
    const readOnly = await t.token('vic', 'read');
    for (let time = 0; time < 2; time += 1) {
      assert.equal(await send(readOnly, 'PATCH', `/api/v2/pages/${page}`, { title: 'x' }), 403);
      assert.equal(await send(t.session('vic'), 'PATCH', `/api/v2/pages/${page}`, { title: 'x' }), 403);
    }
    assert.equal(await send(t.session('vic'), 'GET', '/api/v2/pages'), 200);
    assert.equal(await send(t.session('edi'), 'GET', '/api/v2/tokens'), 200);
    token = (await t.call('edi', 'GET', '/api/v2/tokens')).body[0].id;
    assert.equal((await t.call('ann', 'PATCH', `/api/v2/pages/${page}`, { title: 'Of ann' })).status, 200);
    assert.equal((await t.call('bob', 'PATCH', `/api/v2/pages/${page}`, { title: 'x' })).status, 404);
  });
  after(() => t.stop());

  const view = (query = '') => t.call('adm', 'GET', `/admin/calls${query}`, { headers: { accept: 'text/html' } });
  const shown = async (query = ''): Promise<string[]> => {
    const { text, status } = await view(query);
    assert.equal(status, 200, text);
    return [...text.matchAll(/<td><code>([^<]+)<\/code>/g)].map(([, name]) => name as string);
  };

  it('holds changes, readings of tokens, and one refusal a minute of each kind', async () => {
    const { body } = await t.call('adm', 'GET', '/api/v2/audit/api?limit=100');
    const told = body.map((one: Any) => [one.action, one.user_id, one.token_id, one.resource_id, one.detail]);
    const [vic, edi, ann] = (['vic', 'edi', 'ann'] as const).map((who) => t.user(who).id);
    assert.deepEqual(told, [
      ['pages.update', ann, null, String(page), ''],
      ['tokens.list', edi, null, '', ''],
      ['tokens.list', edi, null, '', ''],
      ['pages.update', vic, body[3].token_id, String(page), 'refused 403'],
      ['pages.create', edi, token, String(page), ''],
    ]);
    const refused = (await t.call('adm', 'GET', '/api/v2/audit/api?refused=true')).body;
    assert.deepEqual(
      refused.map((one: Any) => one.detail),
      ['refused 403'],
    );
  });

  it('is read in a browser by administrators, who see people, tokens, addresses and refusals', async () => {
    for (const end of ['', '.csv']) {
      assert.equal((await t.call('ann', 'GET', `/admin/calls${end}`)).status, 403);
      assert.equal((await t.call('anon', 'GET', `/admin/calls${end}`)).status, 302);
    }
    assert.deepEqual(await shown(), ['pages.update', 'tokens.list', 'tokens.list', 'pages.update', 'pages.create']);
    const { text } = await view();
    for (const words of ['Edi Example', `Token ${token}`, 'without a token', '127.0.0.1', 'Refused (403)', '5 calls.'])
      assert.ok(text.includes(words), words);
    assert.match(text, /<a href="\/admin\/calls\?who=edi">Edi Example<\/a>/);
    assert.match((await t.call('adm', 'GET', '/admin')).text, /<a href="\/admin\/calls">API calls<\/a>/);
  });

  it('is filtered by person, kind of thing, token, refusal and day, by what cannot be read not at all', async () => {
    assert.deepEqual(await shown('?who=vic@example.org'), ['pages.update']);
    assert.deepEqual(await shown('?about=tokens'), ['tokens.list', 'tokens.list']);
    assert.deepEqual(await shown(`?token=${token}`), ['pages.create']);
    assert.deepEqual(await shown('?refused=1'), ['pages.update']);
    assert.deepEqual(await shown('?refused=1&who=edi'), []);
    assert.equal((await shown('?since=2026-11-21&until=2026-11-21')).length, 5);
    assert.equal((await shown('?since=2026-11-22')).length, 0);
    // Days are those of the reader, for whom it is the next one already.
    await t.call('adm', 'PUT', '/api/user/profile', { timezone: 'Europe/Berlin' });
    assert.equal((await shown('?since=2026-11-22')).length, 5);
    await t.call('adm', 'PUT', '/api/user/profile', { timezone: 'UTC' });
    for (const query of ['?since=soon&until=2026-13-40', '?token=x', '?refused=perhaps'])
      assert.equal((await view(query)).status, 200, query);
    assert.equal((await shown('?since=soon&until=2026-13-40')).length, 5);
    for (const who of ['nobody', '99999999999', '0']) assert.deepEqual(await shown(`?who=${who}`), [], who);
    const nobody = await view('?who=nobody');
    assert.match(nobody.text, /aria-invalid="true"[\s\S]*Nobody found/);
    assert.ok(!nobody.text.includes('pages.create'));
  });

  it('is cut into pages that keep the filter', async () => {
    assert.deepEqual(await shown('?limit=2&page=2&about=tokens'), []);
    const { text } = await view('?limit=1&about=tokens');
    assert.match(text, /href="\/admin\/calls\?about=tokens&amp;limit=1&amp;page=2"/);
  });

  it('is exported whole or filtered, oldest first', async () => {
    const csv = async (query = '') => {
      const { text, headers } = await t.call('adm', 'GET', `/admin/calls.csv${query}`);
      assert.match(headers['content-disposition'] as string, /^attachment; filename="calls\.csv"/);
      assert.equal(headers['cache-control'], 'no-store');
      return text.trimEnd().split('\r\n');
    };
    const [head, first, ...rest] = await csv();
    assert.equal(head, 'id,user_id,token_id,action,resource_type,resource_id,ip_address,detail,created_at');
    assert.match(first as string, new RegExp(`^\\d+,${t.user('edi').id},${token},pages\\.create,pages,${page},`));
    assert.equal(rest.length, 4);
    assert.equal((await csv('?about=tokens')).length, 3);
    assert.equal((await csv('?who=nobody')).length, 1);
  });

  it('is written by a command', async () => {
    const command = t.app.commands().find((one) => one.name === 'audit calls') as Command;
    const run = async (options: Record<string, string | boolean>) => {
      const lines: string[] = [];
      let told: Any;
      const output = {
        json: true,
        line: (text: string) => void lines.push(text),
        table() {},
        result: (value: object) => {
          told = value;
        },
        progress: () => ({ update() {}, end() {} }),
      };
      const nothing = { secret: async () => '', stdin: async () => '' };
      await command.run(t.app, { args: [], options, output, signal: new AbortController().signal, ...nothing });
      return { lines, told };
    };
    const { lines, told } = await run({ resource: 'pages', refused: true });
    assert.equal(told.records.length, 1);
    assert.match(lines.join('\n'), /^id,user_id,.*\n.*,refused 403,/);
    assert.equal((await run({ since: '2026-11-22T00:00:00Z' })).told.records.length, 0);
    await assert.rejects(run({ since: 'soon' }), UsageProblem);
  });
});
