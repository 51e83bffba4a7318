// What happens between a question and what comes of it: people are locked out, sign out, decide at once, and write meanwhile.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';
import type { Reply, Script } from './model-server.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
  });
  after(() => agent.stop());

  const make = async (markdown = 'As it was.'): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Place', markdown, workspace_id: t.ws1 })).body.id;
  const endOf = (chat: Chat) => t.app.database.reader('agent_runs').where({ id: chat.runId }).first();
  const textOf = async (id: number): Promise<string> => (await t.call('ann', 'GET', `/pages/${id}.md`)).text;
  const update = (page_id: number, markdown: string, mode = 'replace') => ({
    name: 'update_page',
    args: { page_id, mode, markdown },
  });
  const scripted = (script: Script): void => {
    agent.model.asked = [];
    agent.model.script = script;
  };
  const inOrder = (...replies: Reply[]): void =>
    scripted((_, turn) => replies[Math.min(turn, replies.length - 1)] as Reply);
  const save = (id: number, markdown: string) => t.call('edi', 'PUT', `/api/pages/${id}/content`, { markdown });

  it('stops a run whose person is locked out while the model answers', async () => {
    const page = await make();
    const lock = (is_active: boolean) =>
      t.call('adm', 'PATCH', `/api/v2/admin/users/${t.user('com').id}`, { is_active });
    const chat = await Chat.begin(t, 'com', { mode: 'auto', page_id: page });
    scripted(async () => {
      await lock(false);
      return {
        calls: [{ name: 'add_comment', args: { page_id: page, body: 'After the lockout' } }, { name: 'list_tags' }],
      };
    });
    await chat.say('Write');
    await lock(true);
    // Nobody is told any more; what came of it is kept.
    await until(async () => (await endOf(chat)).status === 'failed', 'the end of the run');
    assert.match((await endOf(chat)).detail, /has ended/);
    assert.deepEqual(chat.of('tool_result'), []);
    assert.equal(agent.model.asked.length, 1);
    assert.ok(!(await t.call('ann', 'GET', `/api/v2/pages/${page}/comments`)).text.includes('After the lockout'));
  });

  it('ends the run of a person who signs out', async () => {
    const chat = await Chat.begin(t, 'vic');
    scripted(async (_, turn) => {
      if (turn) return { text: 'late secret words' };
      await t.call('vic', 'GET', '/auth/logout');
      return { text: 'Let me see.', calls: [{ name: 'list_tags' }] };
    });
    await chat.say('Look');
    assert.ok(!chat.text.includes('late'), chat.text);
    assert.deepEqual(chat.of('tool_result'), []);
  });

  it('what the person takes back while the model answers holds at once: to write unasked, and to remember', async () => {
    const page = await make();
    const chat = await Chat.begin(t, 'ann', { mode: 'auto', page_id: page });
    scripted(async (_, turn) => {
      if (turn === 0) return { calls: [update(page, 'Unasked', 'append')] };
      if (turn > 1) return { text: 'I see.' };
      await chat.call('PATCH', chat.path, { mode: 'approve', memory_enabled: false });
      return { calls: [update(page, 'Taken back', 'append')] };
    });
    await chat.say('Write');
    assert.equal(chat.status, 'waiting', JSON.stringify(chat.told));
    assert.match(await textOf(page), /Unasked/);
    assert.doesNotMatch(await textOf(page), /Taken back/);
    scripted(async () => {
      await chat.call('PATCH', chat.path, { memory_enabled: false });
      return { text: 'Not to be kept.' };
    });
    await chat.call('PATCH', chat.path, { memory_enabled: true });
    await chat.say('Remember nothing of this');
    assert.deepEqual((await chat.call('GET', `${chat.path}/memory`)).body.notes, []);
  });

  it('what was written since a proposal was shown is not replaced by it, and the model is told', async () => {
    const page = await make();
    inOrder({ calls: [update(page, 'New text')] }, { text: 'I see.' });
    const chat = await Chat.begin(t, 'ann', { mode: 'approve' });
    await chat.say('Write');
    assert.equal((await save(page, 'As it was.\n\nEdi wrote this.')).status, 200);
    await chat.decide('once');
    const [result] = chat.of('tool_result');
    assert.deepEqual([result.ok, /version_conflict/.test(result.excerpt)], [false, true], JSON.stringify(result));
    assert.match(await textOf(page), /Edi wrote this/);
  });

  it('neither an earlier version nor a title takes the place of what nobody was shown', async () => {
    const page = await make();
    assert.equal((await save(page, 'Later.')).status, 200);
    const versions = (await t.call('ann', 'GET', `/api/v2/pages/${page}/versions`)).body;
    const calls = [
      { name: 'restore_page', args: { page_id: page, version_id: versions.at(-1).id } },
      { name: 'update_page', args: { page_id: page, mode: 'append', markdown: 'More', title: 'Of the agent' } },
    ];
    for (const one of calls) {
      inOrder({ calls: [one] }, { text: 'I see.' });
      const chat = await Chat.begin(t, 'ann', { mode: 'approve' });
      await chat.say('Write');
      assert.equal((await save(page, 'Edi wrote this.')).status, 200);
      assert.equal((await t.call('edi', 'PATCH', `/api/v2/pages/${page}`, { title: 'Of Edi' })).status, 200);
      await chat.decide('once');
      const [result] = chat.of('tool_result');
      assert.match(result.excerpt, /version_conflict/, JSON.stringify(result));
      assert.match(await textOf(page), /Edi wrote this/);
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${page}`)).body.title, 'Of Edi');
    }
  });

  it('an addition is made all the same, and changes of one answer follow each other', async () => {
    const page = await make();
    inOrder(
      { calls: [update(page, 'First'), update(page, 'Second'), update(page, 'Third', 'append')] },
      { text: 'Done.' },
    );
    const chat = await Chat.begin(t, 'ann', { mode: 'approve' });
    await chat.say('Write');
    await chat.decide('once');
    assert.deepEqual(
      chat.of('tool_result').map(({ ok }) => ok),
      [true, true, true],
    );
    assert.match(await textOf(page), /Second\s+Third/);
  });

  it('of two decisions at once the later one lets the run go on', async () => {
    for (let round = 0; round < 6; round += 1) {
      const page = await make();
      inOrder({ calls: [update(page, 'One', 'append'), update(page, 'Two', 'append')] }, { text: 'Done.' });
      const chat = await Chat.begin(t, 'ann', { mode: 'approve' });
      await chat.say('Write');
      const path = `/api/agent/runs/${chat.runId}/decisions`;
      const answers = await Promise.all(
        chat
          .of('approval')
          .map(({ action_id }) => chat.call('POST', path, { decisions: [{ action_id, allow: 'once' }] })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      await chat.listen();
      assert.equal(chat.status, 'done');
    }
  });
});
