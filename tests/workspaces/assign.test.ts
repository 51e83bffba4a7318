// Roles that groups of a provider give: with the guards of people's changes, and never against what people decided.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const assign = (name: 'ann' | 'bob' | 'vic', role: 'viewer' | 'editor' | 'owner' | null, ws = t.ws1) =>
    t.app.use(workspaces).assign(system(), ws, t.user(name).id, role, { source: 'sso' });
  const found = async (name: 'ann' | 'bob' | 'vic') =>
    (await t.app.use(workspaces).memberships(system(), [t.user(name).id])).find((one) => one.workspace_id === t.ws1);

  it('make a member, change the role and end it, each once', async () => {
    assert.equal(await assign('bob', 'viewer'), 'changed');
    assert.equal(await assign('bob', 'viewer'), 'unchanged');
    assert.deepEqual([(await found('bob'))?.role, (await found('bob'))?.source], ['viewer', 'sso']);
    assert.equal((await t.call('bob', 'GET', `/api/v2/workspaces/${t.ws1}`)).status, 200);
    assert.equal(await assign('bob', 'editor'), 'changed');
    assert.equal(await assign('bob', null), 'changed');
    assert.equal(await assign('bob', null), 'unchanged');
    assert.equal((await t.call('bob', 'GET', `/api/v2/workspaces/${t.ws1}`)).status, 404);
  });

  it('never take the last owner, nor enter a workspace that is gone', async () => {
    assert.equal(await assign('ann', 'viewer'), 'last_owner');
    assert.equal(await assign('ann', null), 'last_owner');
    assert.equal((await found('ann'))?.role, 'owner');
    assert.equal(await assign('bob', 'viewer', 2_000_000), 'workspace_gone');
  });

  it('belong to people again once one of them changes the role', async () => {
    await assign('vic', 'editor');
    assert.equal((await found('vic'))?.source, 'sso');
    const changed = await t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}/members/${t.user('vic').id}`, {
      role: 'viewer',
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await found('vic'))?.source, 'manual');
  });
});
