// Telling people something through the agent: those who hear of it, and nobody is said to be told who does not.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { callTool, toolNamed } from '../../plugins/agent/tools/registry.ts';
import type { Tool } from '../../plugins/agent/tools/tool.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent } from './chat.ts';

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  let closed: number;
  let shared: number;
  const page = async (title: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
    [closed, shared] = [await page('Closed'), await page('Shared')];
    const type = { permission_type: 'restricted' };
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, type)).status, 200);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${closed}`)).status, 404);
  });
  after(() => agent.stop());

  const tell = (user_id: number, page_id: number) =>
    callTool(t.ctx('ann'), toolNamed('notify_user') as Tool, { user_id, page_id, text: 'Look at this' });
  const inbox = async (who: 'ann' | 'edi') => (await t.call(who, 'GET', '/api/v2/notifications')).body.length;

  it('reaches a member who sees the page', async () => {
    assert.ok('data' in (await tell(t.user('edi').id, shared)));
    assert.equal(await inbox('edi'), 1);
  });

  it('is refused for whoever would hear nothing of it, before anybody is asked', async () => {
    const before_ = await inbox('edi');
    const refused: [number, number, RegExp][] = [
      [t.user('edi').id, closed, /not_found.*This member does not see the page/],
      [t.user('ann').id, shared, /validation_failed.*must be somebody else/],
      [t.user('bob').id, shared, /not_found.*no such member/],
    ];
    for (const [user_id, page_id, words] of refused) {
      assert.match(JSON.stringify(await tell(user_id, page_id)), words);
      const args = { user_id, page_id, text: 'Look at this' };
      agent.model.asked = [];
      agent.model.script = (_, turn) => (turn ? { text: 'Done.' } : { calls: [{ name: 'notify_user', args }] });
      const chat = await Chat.begin(t);
      await chat.say('Tell');
      assert.deepEqual([chat.status, chat.of('approval')], ['done', []]);
    }
    assert.deepEqual([await inbox('edi'), await inbox('ann')], [before_, 0]);
  });
});
