// The tokens that are left today: the same figure while an answer comes and when the page is read again, and never more.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { Chat, startAgent } from './chat.ts';

onEachEngine((_engine, open) => {
  it('are told alike by the stream and by the page, in each run', async () => {
    const limits = { AGENT_RUN_TOKENS: '20000', AGENT_DAY_TOKENS: '100000' };
    const agent = await startAgent(await open(), () => ({ text: 'Yes.', usage: { in: 300, out: 20 } }), limits);
    const chat = await Chat.begin(agent.t);
    let before = 100_000;
    for (const question of ['First', 'Second']) {
      await chat.say(question);
      const told = chat.of('usage').at(-1).left;
      const { day } = (await agent.t.call('ann', 'GET', '/api/agent/status')).body;
      assert.deepEqual([told, told < before], [day.limit - day.used, true]);
      before = told;
    }
    await agent.stop();
  });
});
