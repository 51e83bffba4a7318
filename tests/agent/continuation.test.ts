// Runs that the end of the service interrupted, and that go on where they ended.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { endLostRuns } from '../../plugins/agent/runs/lost-runs.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { Reply } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
  });
  after(() => agent.stop());

  const make = (title: string) => ({ name: 'create_page', args: { workspace_id: t.ws1, title } });
  const said = (...replies: Reply[]) => {
    agent.model.asked = [];
    agent.model.script = (_, turn) => replies[turn] ?? { text: 'Done.' };
  };
  const count = async (title: string): Promise<number> =>
    (await t.app.database.reader('pages').where({ title })).length;
  /** as a process that is killed leaves it */
  const lose = async (chat: Chat) => {
    const lost = { status: 'running', ended_at: null, owner: 'elsewhere', lease_until: '2020-01-01T00:00:00.000Z' };
    await t.app.database.writer('agent_runs').where({ id: chat.runId }).update(lost);
    await endLostRuns(t.app.context({ type: 'system', reason: 'tests' }));
  };
  const goOn = async (chat: Chat) => {
    const answer = await chat.call('POST', `/api/agent/runs/${chat.runId}/continue`);
    assert.equal(answer.status, 200, answer.text);
    await chat.listen();
  };

  it('do what is left, and nothing twice', async () => {
    said({ calls: [make('First')] }, { calls: [make('Second')] });
    const chat = await Chat.begin(t);
    await chat.say('Make two pages');
    await chat.decide('once');
    await lose(chat);
    assert.deepEqual(
      (await chat.record()).runs[0].actions.map(({ status }: { status: string }) => status),
      ['done', 'failed'],
    );
    said({ calls: [make('Second')] });
    await goOn(chat);
    assert.equal(chat.status, 'waiting');
    const [asked] = agent.model.asked;
    assert.deepEqual(
      asked?.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'tool'],
    );
    assert.match(asked?.messages.at(-1)?.text ?? '', /service was stopped/);
    await chat.decide('once');
    assert.deepEqual([chat.status, await count('First'), await count('Second')], ['done', 1, 1]);
    assert.equal((await chat.record()).runs.length, 1);
  });

  it('finish an answer that broke off, by a form as well, and only while nothing else was said', async () => {
    said({ text: 'They live' });
    const chat = await Chat.begin(t);
    await chat.say('Where do quokkas live?');
    await lose(chat);
    said({ text: 'on Rottnest.' });
    const shown = async () =>
      (await t.call('ann', 'GET', `/agent/${chat.id}`, { headers: { accept: 'text/html' } })).text;
    assert.match(await shown(), /action="\/agent\/runs\/\d+\/continue"[\s\S]*Continue</);
    assert.equal((await t.form('ann', `/agent/runs/${chat.runId}/continue`, {})).status, 303);
    await until(async () => /on Rottnest\./.test(await shown()));
    assert.match(agent.model.asked[0]?.messages.at(-1)?.text ?? '', /Continue where you left off/);
    assert.match(await shown(), /They live<[\s\S]*on Rottnest\./);
    assert.doesNotMatch(await shown(), /\/continue"/);
    const again = await chat.call('POST', `/api/agent/runs/${chat.runId}/continue`);
    assert.equal(again.status, 409);
    await lose(chat);
    await chat.say('Thank you');
    assert.doesNotMatch(await shown(), /\/continue"/);
    assert.equal((await t.call('edi', 'POST', `/api/agent/runs/${chat.runId}/continue`)).status, 404);
  });
});
