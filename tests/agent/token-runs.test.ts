// Runs that a program begins or decides by a token: within what the token was made for, whoever the person is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createToken } from '../../plugins/auth/tokens.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { type Agent, Chat, startAgent, type Told, toldIn } from './chat.ts';

const ADDRESS = 'https://a.example/x';
const fetching = { calls: [{ name: 'web_fetch', args: { url: ADDRESS } }] };

onEachEngine((_engine, open) => {
  let agent: Agent;
  let t: TestApp;
  before(async () => {
    agent = await startAgent(await open());
    ({ t } = agent);
  });
  after(() => agent.stop());

  const scripted = (reply: object): void => {
    agent.model.asked = [];
    agent.model.script = (_, turn) => (turn ? { text: 'Done.' } : reply);
  };
  const token = async (more: object = {}) => {
    const made = await createToken(t.ctx('ann'), { scopes: 'read,write', ...more });
    return { authorization: `Bearer ${made.token}` };
  };
  const post = (headers: Record<string, string>, path: string, body: object) =>
    t.inject('POST', path, { headers, body });

  it('reach nothing outside by one that was not made for that, typed or not', async () => {
    const headers = await token();
    const { id } = (await post(headers, '/api/agent/conversations', {})).body;
    scripted(fetching);
    const answer = await post(headers, `/api/agent/conversations/${id}/messages`, { text: `Read ${ADDRESS}` });
    const told: Told[] = toldIn(answer.text);
    const [result] = told.filter(({ type }) => type === 'tool_result');
    assert.match(result?.data.excerpt, /^Error insufficient_scope: The token was not made/, answer.text);
    assert.equal(told.at(-1)?.data.status, 'done');
  });

  it('leave what reaches outside to the person, and decide all else', async () => {
    scripted({ calls: [...fetching.calls, { name: 'create_page', args: { title: 'Made', workspace_id: t.ws1 } }] });
    const chat = await Chat.begin(t);
    await chat.say('Act');
    const [outward, write] = chat.of('approval').map(({ action_id }) => action_id);
    const path = `/api/agent/runs/${chat.runId}/decisions`;
    const decide = (headers: Record<string, string>, action_id: number, allow: string) =>
      post(headers, path, { decisions: [{ action_id, allow }] });
    const headers = await token();
    for (const allow of ['once', 'run']) {
      const refused = await decide(headers, outward, allow);
      assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'], refused.text);
    }
    assert.equal((await decide(headers, write, 'once')).status, 200);
    const { actions } = (await chat.record()).runs[0];
    assert.deepEqual(
      actions.map(({ status }: { status: string }) => status),
      ['proposed', 'approved'],
    );
    assert.equal((await decide(await token({ mcp_outward: true }), outward, 'once')).status, 200);
    await chat.listen();
    assert.equal(chat.status, 'done');
  });

  it('are none by one for a subtree or one that only reads', async () => {
    const { id } = (await t.call('ann', 'POST', '/api/pages', { body: { title: 'Shelf', workspace_id: t.ws1 } })).body;
    const chat = await Chat.begin(t);
    for (const headers of [await token({ root_page_id: id }), await token({ scopes: 'read' })]) {
      assert.equal((await post(headers, '/api/agent/conversations', {})).status, 403);
      assert.equal((await post(headers, `${chat.path}/messages`, { text: 'Hello' })).status, 403);
    }
  });
});
