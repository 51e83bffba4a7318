// Text that PostgreSQL keeps in no column, said by models, sites and agents of other programs: refused by name, or mended.
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

  it('is kept of an answer of the model with a mark in its place', async () => {
    const chat = await said('Hello', { text: 'Salt\0 and pepper' });
    assert.equal(chat.status, 'done', JSON.stringify(chat.told));
    assert.equal(chat.text, 'Salt\ufffd and pepper');
    assert.equal((await chat.record()).messages.at(-1).text, 'Salt\ufffd and pepper');
  });

  it('is an error of a tool that is given it, and nothing is proposed', async () => {
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
      'Error unknown_tool: There is no tool no\ufffdne.',
    ]);
  });

  it('is read of a site with a mark in its place', async () => {
    const chat = await said(`Read ${address}`, { calls: [{ name: 'web_fetch', args: { url: address } }] });
    assert.equal(chat.status, 'done', JSON.stringify(chat.told));
    assert.equal(chat.of('tool_result')[0].excerpt, 'Salt\ufffd and pepper');
  });
});
