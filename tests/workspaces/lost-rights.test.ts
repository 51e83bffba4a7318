// Whoever loses a right while a request waits: what was checked before the lock must hold behind it too.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { changeRole, handOver, invite, removeMember } from '../../plugins/workspaces/members.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  /** edi stands for somebody who was an owner when the route looked. */
  const late: [string, (t: TestApp) => Promise<unknown>][] = [
    ['hand over', (t) => handOver(t.ctx('edi'), t.ws1, t.user('vic').id)],
    ['appoint', (t) => changeRole(t.ctx('edi'), t.ws1, t.user('vic').id, 'owner')],
    ['remove', (t) => removeMember(t.ctx('edi'), t.ws1, t.user('vic').id)],
    ['invite an account', (t) => invite(t.ctx('edi'), t.ws1, 'bob@example.org', 'owner')],
    ['invite an address', (t) => invite(t.ctx('edi'), t.ws1, 'new@example.org', 'owner')],
  ];
  for (const [what, act] of late) {
    it(`lets nobody ${what} who is no owner any more`, async () => {
      const before = (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body;
      await assert.rejects(act(t), { code: 'forbidden' });
      assert.deepEqual((await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body, before);
    });
  }

  it('hands over for owners only, not for administrators who are none', async () => {
    await assert.rejects(handOver(t.ctx('adm'), t.ws1, t.user('vic').id), { code: 'forbidden' });
  });

  it('says in the form that an invitation is gone, and knows the address of one that is not', async () => {
    const form = { full_name: 'New', login: 'newcomer', email: 'new@example.org', password: 'a calm blue river' };
    const body = new URLSearchParams({ ...form, invitation: 'withdrawn' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await t.inject('POST', '/auth/register', { headers, body });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /role="alert">The invitation has expired or was withdrawn\. Ask for a new one\./);
    assert.match(refused.text, /value="new@example\.org"/, 'what was typed is lost');
    assert.match((await t.inject('GET', '/auth/register?invitation=withdrawn')).text, /has expired or was withdrawn/);
    await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'new@example.org', role: 'viewer' });
    const system = t.app.context({ type: 'system', reason: 'test' });
    const [mail] = await t.app.mail.kept(system, 'new@example.org');
    const token = /\/invite\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    assert.match((await t.inject('GET', `/auth/register?invitation=${token}`)).text, /value="new@example\.org"/);
  });
});
