// Answers of a model that were longer than they may be: shown as far as they came, and never taken for the whole.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
  });
  after(() => agent.stop());

  it('end a run by name, with what came of them, and are asked for the rest', async () => {
    agent.model.script = () => ({ text: 'First, second and', isCut: true, usage: { in: 30, out: 7 } });
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
    agent.model.script = ({ messages: heard }) => ({ text: `${heard.at(-2)?.text} third.` });
    await chat.say('Go on');
    assert.deepEqual([chat.text, chat.status], ['First, second and third.', 'done']);
  });

  it('call nothing, whole as a call may look', async () => {
    const calls = [{ name: 'create_page', args: { title: 'Half', workspace_id: t.ws1 } }];
    agent.model.script = () => ({ calls, isCut: true });
    const chat = await Chat.begin(t);
    await chat.say('Write');
    assert.deepEqual([chat.status, chat.of('tool_call'), chat.of('approval')], ['failed', [], []]);
  });

  it('are no suggestion that somebody could put in the place of a whole text', async () => {
    agent.model.script = () => ({ text: 'Der Anfang', isCut: true });
    const body = { kind: 'translate', language: 'Deutsch', text: 'The beginning and the end.' };
    const answer = await t.call('ann', 'POST', '/api/agent/suggestions', { body });
    assert.deepEqual([answer.status, answer.body.code], [502, 'agent_failed'], answer.text);
    assert.match(answer.body.detail, /too long and breaks off/);
    const [run] = await t.app.database.reader('agent_runs').orderBy('id', 'desc').limit(1);
    assert.deepEqual([run.status, run.code], ['failed', 'model_cut']);
  });
});
