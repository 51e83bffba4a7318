// How many runs a process works on at once, how they end where their conversation goes, and what is paid for them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Answer, TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { ModelServer, Reply } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let model: ModelServer;
  before(async () => {
    agent = await startAgent(await open(), undefined, { AGENT_TIMEOUT_S: '60' });
    ({ t, model } = agent);
  });
  after(() => agent.stop());
  beforeEach(() => {
    model.asked = [];
  });

  /** The model says nothing until it is told to. */
  function held(reply: Reply = { text: 'Here.' }): () => void {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    model.script = () => promise;
    return () => resolve(reply);
  }

  const codes = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();

  it('are four at once, of however many questions, and the others are told so', async () => {
    const say = held();
    const chats = await Promise.all(Array.from({ length: 12 }, () => Chat.begin(t)));
    const answering = chats.map((chat) => chat.call('POST', `${chat.path}/messages`, { text: 'Hello' }));
    const refused = chats.length - 4;
    let ended: Answer[] = [];
    for (const one of answering) void one.then((answer) => ended.push(answer));
    await until(() => ended.length >= refused && model.asked.length === 4);
    assert.deepEqual(codes(ended), Array(refused).fill(503));
    assert.match(ended[0]?.body.detail, /busy with others\. Try again/);
    const suggestion = await t.call('edi', 'POST', '/api/agent/suggestions', { body: { kind: 'shorten', text: 'x' } });
    assert.equal(suggestion.status, 503);
    say();
    ended = await Promise.all(answering);
    assert.deepEqual(codes(ended), [...Array(4).fill(200), ...Array(refused).fill(503)]);
    // Each place was given back, also those of questions that failed before they began.
    const again = await Promise.all(chats.slice(0, 4).map((chat) => chat.say('Again')));
    assert.equal(again.length, 4);
  });});
