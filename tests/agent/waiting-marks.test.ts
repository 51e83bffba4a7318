// Which conversations wait for a decision: told in the list, by a mark in words, and as a number, to their person alone.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { PEOPLE } from '../../core/events/bus.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  before(async () => {
    agent = await startAgent(await open());
  });
  after(() => agent.stop());

  const waiting = async (who: 'ann' | 'edi') => {
    const { conversations } = (await agent.t.call(who, 'GET', '/api/agent/conversations')).body;
    const listed = conversations.flatMap((one: { id: number; waiting: boolean }) => (one.waiting ? [one.id] : []));
    const count = (await agent.t.call(who, 'GET', '/api/agent/status')).body.waiting;
    const { text } = await agent.t.call(who, 'GET', '/agent', { headers: { accept: 'text/html' } });
    return [listed, count, text.match(/<span class="badge">.*? Waiting for your decision<\/span>/g)?.length ?? 0];
  };

  it('are marked until the decision, and browsers are told when that changes', async () => {
    const told: string[] = [];
    const end = agent.t.app.bus.subscribe(PEOPLE, (payload) => void told.push(payload));
    const call = { name: 'create_page', args: { workspace_id: agent.t.ws1, title: 'New' } };
    agent.model.script = (_, turn) => (turn ? { text: 'Done.' } : { calls: [call, call] });
    const chat = await Chat.begin(agent.t);
    await Chat.begin(agent.t);
    assert.deepEqual(await waiting('ann'), [[], 0, 0]);
    await chat.say('Make two pages');
    assert.deepEqual(
      [await waiting('ann'), await waiting('edi')],
      [
        [[chat.id], 1, 1],
        [[], 0, 0],
      ],
    );
    const news = JSON.stringify({ type: 'agent.changed', people: [agent.t.user('ann').id] });
    const heard = () => told.filter((one) => one === news).length;
    await until(() => heard() === 2);
    // Of two decisions the first changes what is shown elsewhere, too.
    const [{ action_id }] = chat.of('approval');
    const decisions = [{ action_id, allow: 'no' }];
    await chat.call('POST', `/api/agent/runs/${chat.runId}/decisions`, { decisions });
    await until(() => heard() === 3);
    assert.deepEqual(await waiting('ann'), [[chat.id], 1, 1]);
    await chat.call('POST', `/api/agent/runs/${chat.runId}/stop`);
    assert.deepEqual(await waiting('ann'), [[], 0, 0]);
    await until(() => heard() === 4);
    end();
  });
});
