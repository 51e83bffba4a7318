// Handing over, inviting many and sending again: who may, what stays, and which links still work.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const post = (who: Name, what: string, fields: Record<string, string | number>) =>
    t.form(who, `/workspaces/${t.ws1}/members/${what}`, fields);
  const members = async () => (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body;
  const page = async (who: Name) => t.call(who, 'GET', `/workspaces/${t.ws1}/members`);
  const linkOn = (text: string) => /\/invite\/([\w-]+)"/.exec(text)?.[1];

  it('lets nobody but owners hand over, invite or send again', async () => {
    for (const [who, status] of [
      ['bob', 404],
      ['vic', 403],
      ['edi', 403],
    ] as const) {
      assert.equal((await post(who, 'transfer', { user_id: t.user('edi').id })).status, status, who);
      assert.equal((await post(who, 'resend', { invitation_id: 1 })).status, status, who);
      assert.equal((await post(who, 'invite', { emails: 'x@example.org', role: 'owner' })).status, status, who);
    }
  });

  it('hands over to members only, and not to oneself', async () => {
    for (const name of ['bob', 'ann'] as const)
      assert.equal((await post('ann', 'transfer', { user_id: t.user(name).id })).status, 404, name);
  });

  it('invites nobody while one address is wrong, and leaves members out', async () => {
    assert.equal((await post('ann', 'invite', { emails: 'a@example.org, b@', role: 'viewer' })).status, 422);
    assert.equal((await members()).invitations.length, 0);
    const many = Array.from({ length: 51 }, (_, at) => `p${at}@example.org`).join(' ');
    assert.equal((await post('ann', 'invite', { emails: many, role: 'viewer' })).status, 422);
    const sent = await post('ann', 'invite', {
      emails: 'a@example.org,\nA@example.org; vic@example.org bob@example.org',
      role: 'viewer',
    });
    assert.match(String(sent.headers.location), /done=several/);
    const { invitations, members: people } = await members();
    assert.deepEqual(
      invitations.map(({ email }: { email: string }) => email),
      ['A@example.org'],
    );
    assert.ok(people.some(({ email }: { email: string }) => email === 'bob@example.org'));
    await post('ann', 'remove', { user_id: t.user('bob').id });
  });

  it('shows waiting links to administrators only, and a new one makes the old one void', async () => {
    assert.equal(linkOn((await page('ann')).text), undefined);
    const seen = await page('adm');
    assert.equal(seen.headers['cache-control'], 'no-store');
    const old = linkOn(seen.text);
    const { invitations } = await members();
    assert.equal((await post('ann', 'resend', { invitation_id: 2_000_000_000 })).status, 404);
    assert.equal((await post('ann', 'resend', { invitation_id: invitations[0].id })).status, 303);
    const fresh = linkOn((await page('adm')).text);
    assert.ok(old && fresh && old !== fresh);
    assert.deepEqual(
      [(await t.inject('GET', `/invite/${old}`)).status, (await t.inject('GET', `/invite/${fresh}`)).status],
      [404, 200],
    );
    assert.match((await t.call('vic', 'GET', `/invite/${fresh}`)).text, /the invitation is for A@example\.org/);
  });

  it('hands over: the new owner decides, the old one writes', async () => {
    assert.equal((await post('ann', 'transfer', { user_id: t.user('edi').id })).status, 303);
    const { workspaces } = (await t.call('edi', 'GET', '/api/workspaces')).body;
    const found = workspaces.find(({ id }: { id: number }) => id === t.ws1);
    assert.deepEqual([found.role, found.owner_id], ['owner', t.user('edi').id]);
    assert.equal((await post('ann', 'transfer', { user_id: t.user('ann').id })).status, 403);
    assert.equal((await t.call('ann', 'POST', '/api/pages', { title: 'x', workspace_id: t.ws1 })).status, 200);
  });
});
