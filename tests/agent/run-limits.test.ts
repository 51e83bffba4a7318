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
  });
  /** Of one person, today, as the administrator and the person see them. */
  const used = async () => (await t.call('ann', 'GET', '/api/agent/status')).body.day.used;

  it('are stopped when their conversation is deleted, which whoever watches is told', async () => {
    const errors: unknown[] = [];
    const { error } = t.app.log;
    t.app.log.error = (...said: unknown[]) => void errors.push(said);
    const before_ = await used();
    model.script = () => ({ text: 'Well, this takes a while', fault: 'hang' });
    const chat = await Chat.begin(t);
    const answering = chat.say('Hello');
    await until(() => model.asked.length === 1);
    const { watch_after, runs } = await chat.record();
    const watching = chat.call('GET', `${chat.path}/events?after=${watch_after}`);
    assert.equal((await chat.call('DELETE', chat.path)).status, 200);
    await answering;
    assert.deepEqual([chat.status, chat.of('error')], ['stopped', []]);
    assert.match((await watching).text, /event: done\ndata: \{"status":"stopped"\}\n\n$/);
    await until(() => model.answering === 0);
    assert.equal((await chat.call('GET', chat.path)).status, 404);
    assert.equal(await t.app.database.reader('agent_runs').where({ id: runs[0].id }).first(), undefined);
    assert.ok((await used()) > before_);
    t.app.log.error = error;
    assert.deepEqual(errors, []);
  });

  it('that are gone without a word end for whoever watches, too', async () => {
    model.script = () => ({ text: 'Well, this takes a while', fault: 'hang' });
    const chat = await Chat.begin(t);
    const answering = chat.say('Hello');
    await until(() => model.asked.length === 1);
    const [{ id }] = (await chat.record()).runs;
    // As when another process has deleted it, of whose stop this one hears later.
    await t.app.database.writer('agent_conversations').where({ id: chat.id }).delete();
    await t.app.bus.publish('agent.stop', String(id));
    await t.app.bus.publish('agent.run', String(id));
    await answering;
    assert.equal(chat.status, 'stopped');
  });
  it('cost the question alone when they are stopped before a word came, and nothing when the model fails', async () => {
    const say = held();
    const before_ = await used();
    const chat = await Chat.begin(t);
    const answering = chat.say('Hello');
    await until(() => model.asked.length === 1);
    const [{ id }] = (await chat.record()).runs;
    const row = () => t.app.database.reader('agent_runs').where({ id }).first();
    const { tokens_reserved } = await row();
    await chat.call('POST', `/api/agent/runs/${id}/stop`);
    await answering;
    assert.equal(chat.status, 'stopped');
    await until(async () => (await row()).tokens_reserved === 0);
    const { tokens_in, tokens_out } = await row();
    // Beside the question 4096 were reserved for its answer.
    assert.deepEqual([tokens_in, tokens_out], [tokens_reserved - 4096, 0]);
    assert.equal(await used(), before_ + tokens_in);
    say();
    model.script = () => ({ status: 400 });
    const suggestion = await t.call('ann', 'POST', '/api/agent/suggestions', { body: { kind: 'shorten', text: 'x' } });
    assert.equal(suggestion.status, 502);
    assert.equal(await used(), before_ + tokens_in);
  });
});
