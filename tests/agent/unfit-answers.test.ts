// Answers that are not fit as they come: text that no database keeps, and less than the whole of what was to be said.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { ModelServer, Reply } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  let site: Server;
  let address: string;
  before(async () => {
    site = createServer((_, response) => response.setHeader('content-type', 'text/plain').end('Salt\0 and pepper'));
    await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
    const { port } = site.address() as AddressInfo;
    address = `http://127.0.0.1:${port}/`;
    agent = await startAgent(await open(), undefined, { OUTBOUND_ALLOW: `127.0.0.1:${port}` });
    ({ t, model } = agent);
  });
  after(async () => {
    await agent.stop();
    site.close();
  });

  async function said(text: string, ...replies: Reply[]): Promise<Chat> {
    model.asked = [];
    model.script = (_, turn) => replies[turn] ?? { text: 'Done.' };
    const chat = await Chat.begin(t);
    await chat.say(text);
    return chat;
  }

  it('of the model with U+0000 is kept with a mark in its place', async () => {
    const chat = await said('Hello', { text: 'Salt\0 and pepper' });
    assert.equal(chat.status, 'done', JSON.stringify(chat.told));
    assert.equal(chat.text, 'Salt\ufffd and pepper');
    assert.equal((await chat.record()).messages.at(-1).text, 'Salt\ufffd and pepper');
  });

  it('of the model whose calls hold such text proposes nothing: each is an error of its tool', async () => {
    const calls = [
      { name: 'create_page', args: { title: 'A\0B', workspace_id: t.ws1 } },
      { name: 'create_page', args: { title: 'x', markdown: 'A\0B', workspace_id: t.ws1 } },
      { name: 'search', args: { q: 'A\ud800' } },
      { name: 'no\0ne' },
    ];
    const chat = await said('Hello', { calls });
    assert.equal(chat.status, 'done', JSON.stringify(chat.told));
    assert.deepEqual(chat.of('approval'), []);
    const excerpts: string[] = chat.of('tool_result').map(({ excerpt }) => excerpt);
    const unfit = 'holds U+0000 or an unpaired surrogate';
    assert.deepEqual(excerpts, [
      `Error validation_failed: "title" ${unfit}`,
      `Error validation_failed: "markdown" ${unfit}`,
      `Error validation_failed: "q" ${unfit}`,
      'Error unknown_tool: No tool is called no\ufffdne.',
    ]);
  });

  it('of a site with U+0000 is read with a mark in its place', async () => {
    const chat = await said(`Read ${address}`, { calls: [{ name: 'web_fetch', args: { url: address } }] });
    assert.equal(chat.status, 'done', JSON.stringify(chat.told));
    assert.equal(chat.of('tool_result')[0].excerpt, 'Salt\ufffd and pepper');
  });

  it('that broke off ends its run by name, with what came of it, and is asked for the rest', async () => {
    model.script = () => ({ text: 'First, second and', isCut: true, usage: { in: 30, out: 7 } });
    const chat = await Chat.begin(t);
    await chat.say('Count');
    assert.deepEqual([chat.text, chat.status, chat.of('error')[0]?.code], ['First, second and', 'failed', 'model_cut']);
    const { messages, runs } = await chat.record();
    assert.deepEqual(
      messages.map(({ role, text }: Record<string, string>) => [role, text]),
      [
        ['user', 'Count'],
        ['assistant', 'First, second and'],
      ],
    );
    assert.deepEqual([runs[0].tokens_in, runs[0].tokens_out], [30, 7]);
    assert.deepEqual((await chat.call('GET', `${chat.path}/memory`)).body.notes, []);
    const page = await t.call('ann', 'GET', `/agent/${chat.id}`, { headers: { accept: 'text/html' } });
    assert.match(page.text, /The answer was too long and breaks off\./);
    model.script = ({ messages: heard }) => ({ text: `${heard.at(-2)?.text} third.` });
    await chat.say('Go on');
    assert.deepEqual([chat.text, chat.status], ['First, second and third.', 'done']);
  });

  it('that broke off calls nothing, whole as a call may look', async () => {
    const calls = [{ name: 'create_page', args: { title: 'Half', workspace_id: t.ws1 } }];
    model.script = () => ({ calls, isCut: true });
    const chat = await Chat.begin(t);
    await chat.say('Write');
    assert.deepEqual([chat.status, chat.of('tool_call'), chat.of('approval')], ['failed', [], []]);
  });

  it('that broke off is no suggestion that somebody could put in the place of a whole text', async () => {
    model.script = () => ({ text: 'Der Anfang', isCut: true });
    const body = { kind: 'translate', language: 'Deutsch', text: 'The beginning and the end.' };
    const answer = await t.call('ann', 'POST', '/api/agent/suggestions', { body });
    assert.deepEqual([answer.status, answer.body.code], [502, 'agent_failed'], answer.text);
    assert.match(answer.body.detail, /too long and breaks off/);
    const [run] = await t.app.database.reader('agent_runs').orderBy('id', 'desc').limit(1);
    assert.deepEqual([run.status, run.code], ['failed', 'model_cut']);
  });
});
