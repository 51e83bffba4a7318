// The tokens that are left today: the same figure while an answer comes and when the page is read again, and never more.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  before(async () => {
    agent = await startAgent(await open(), undefined, { AGENT_RUN_TOKENS: '20000', AGENT_DAY_TOKENS: '100000' });
  });
  after(() => agent.stop());

  const status = async () => (await agent.t.call('ann', 'GET', '/api/agent/status')).body.day;
  const answer = { text: 'Yes.', usage: { in: 300, out: 20 } };

  it('are told alike by the stream and by the page, in each run', async () => {
    agent.model.script = () => answer;
    const chat = await Chat.begin(agent.t);
    let earlier = 100_000;
    for (const question of ['First', 'Second']) {
      await chat.say(question);
      const told = chat.of('usage').at(-1).left;
      const day = await status();
      assert.deepEqual([told, told < earlier], [day.limit - day.used, true]);
      earlier = told;
    }
  });

  it('do not move while an answer is on its way', async () => {
    const { used } = await status();
    const { promise, resolve } = Promise.withResolvers<void>();
    agent.model.asked = [];
    agent.model.script = () => promise.then(() => answer);
    const chat = await Chat.begin(agent.t);
    const answering = chat.say('Is it so?');
    await until(() => agent.model.asked.length === 1);
    const run = await agent.t.app.database.reader('agent_runs').where({ conversation_id: chat.id }).first();
    const during = (await status()).used;
    const page = await agent.t.call('ann', 'GET', `/agent/${chat.id}`, { headers: { accept: 'text/html' } });
    resolve();
    await answering;
    assert.ok(run.tokens_reserved > 4000);
    assert.equal(during, used);
    assert.match(page.text, new RegExp(`${(100_000 - used).toLocaleString('en')} tokens left`));
    assert.deepEqual([(await status()).used, chat.of('usage').at(-1).left], [used + 320, 100_000 - used - 320]);
  });
});
