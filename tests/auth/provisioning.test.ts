// Accounts of people for whom a provider vouches: without a password, never administrators, with a login that is free.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { accounts } from '../../plugins/auth/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { PASSWORD, startApp, type TestApp } from '../kit/app.ts';

const nobody = { type: 'anonymous' as const };
const person = { full_name: 'Ann Corp', login: 'ann', email: 'ann@corp.test', isProved: true };

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('have no password and no right to run the service', async () => {
    const service = t.app.use(accounts);
    const user = await service.provision(t.app.context(nobody), person, false);
    assert.deepEqual([user.login, user.is_admin], ['ann-2', false]);
    assert.deepEqual(await service.withPassword(t.ctx('adm'), [user.id, t.user('ann').id]), [t.user('ann').id]);
    const tried = await t.inject('POST', '/auth/local-login', { body: { email: person.email, password: PASSWORD } });
    assert.equal(tried.status, 401);
    const [first] = await t.app.use(workspaces).memberships(t.ctx('adm'), [user.id]);
    assert.equal(first, undefined);
    assert.equal((await service.byAddress(t.ctx('adm'), person.email))?.id, user.id);
  });

  it('get a workspace of their own where they are to have one, and what their proved address was invited to', async () => {
    const invited = 'newcomer@corp.test';
    const asked = await t.call('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, {
      email: invited,
      role: 'viewer',
    });
    assert.ok(asked.status < 300, asked.text);
    const service = t.app.use(accounts);
    assert.equal(await service.isInvited(t.ctx('adm'), invited), true);
    assert.equal(await service.isInvited(t.ctx('adm'), 'nobody@corp.test'), false);
    const user = await service.provision(t.app.context(nobody), { ...person, login: '!!', email: invited }, true);
    assert.equal(user.login, 'person');
    const roles = await t.app.use(workspaces).memberships(t.ctx('adm'), [user.id]);
    assert.deepEqual(roles.map(({ role }) => role).sort(), ['owner', 'viewer']);
  });

  it('take a new address only while it is free', async () => {
    const service = t.app.use(accounts);
    const user = (await service.byAddress(t.ctx('adm'), person.email)) as { id: number };
    await service.renew(t.ctx('adm'), user.id, { full_name: 'Ann C.', email: 'bob@example.org' });
    assert.equal((await service.byId(t.ctx('adm'), user.id))?.email, person.email);
    await service.renew(t.ctx('adm'), user.id, { email: 'ann.c@corp.test' });
    const now = await service.byId(t.ctx('adm'), user.id);
    assert.deepEqual([now?.email, now?.full_name], ['ann.c@corp.test', 'Ann C.']);
  });

  it('end password, tokens and sessions of whoever registered the address before', async () => {
    const headers = await t.token('edi');
    await t.app.use(accounts).surrender(t.ctx('adm'), t.user('edi').id);
    assert.equal((await t.inject('GET', '/auth/user', { headers })).status, 401);
    assert.equal((await t.call('edi', 'GET', '/auth/user')).status, 401);
    const body = { email: 'edi@example.org', password: PASSWORD };
    assert.equal((await t.inject('POST', '/auth/local-login', { body })).status, 401);
  });
});
