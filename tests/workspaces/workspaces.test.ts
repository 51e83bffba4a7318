// Workspaces and members: who may do what, invitations by mail, the last owner, and rights that end at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const system = () => t.app.context({ type: 'system', reason: 'test' });
  const lastMail = async (): Promise<{ to_address: string; text: string }> => {
    const { items } = await t.app.mail.list(system(), 1, 0);
    return (await t.app.mail.read(system(), items[0]?.id as number)) as never;
  };
  const members = async (): Promise<string[]> =>
    (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body.members.map(
      (one: { email: string; role: string }) => `${one.email.split('@')[0]}:${one.role}`,
    );

  it('lets only owners change it', async () => {
    const table: [Name | 'anon', number][] = [
      ['anon', 401],
      ['bob', 404],
      ['vic', 403],
      ['com', 403],
      ['edi', 403],
      ['ann', 200],
      ['adm', 200],
    ];
    for (const [who, status] of table) {
      assert.equal((await t.call(who, 'PUT', `/api/workspaces/${t.ws1}`, { name: 'Atlas' })).status, status, who);
    }
    for (const [who, status] of table.slice(0, 5)) {
      assert.equal((await t.call(who, 'DELETE', `/api/workspaces/${t.ws1}`)).status, status, who);
      assert.equal(
        (await t.call(who, 'POST', `/api/workspace/${t.ws1}/members`, { email: 'x@example.org' })).status,
        status,
        who,
      );
    }
  });

  it('gives each new one a slug of its own, whatever the name', async () => {
    const slugs: string[] = [];
    for (const name of ['Äpfel & Öl', 'Äpfel & Öl', '日本語', '42'])
      slugs.push((await t.call('ann', 'POST', '/api/workspaces', { name })).body.slug);
    assert.deepEqual(slugs, ['apfel-ol', 'apfel-ol-2', 'workspace', '42-1']);
  });

  it('refuses names that are blank or too long', async () => {
    for (const name of ['', '   ', 'x'.repeat(201), 5, null])
      assert.equal((await t.call('ann', 'POST', '/api/workspaces', { name })).status, 422, String(name));
  });

  it('selects by cookie, and forgets a selection that is no longer visible', async () => {
    const chosen = await t.call('ann', 'POST', `/api/workspaces/${t.ws1}/select`);
    assert.match(String(chosen.headers['set-cookie']), new RegExp(`workspace=${t.ws1};`));
    assert.equal((await t.call('bob', 'POST', `/api/workspaces/${t.ws1}/select`)).status, 404);
    const headers = { ...t.session('bob'), cookie: `${t.session('bob').cookie}; workspace=${t.ws1}` };
    assert.equal((await t.inject('GET', '/api/workspaces', { headers })).body.active_id, t.ws2);
  });

  describe('invitations', () => {
    it('add an existing account at once and tell it', async () => {
      const done = await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, {
        email: 'BOB@example.org',
        role: 'viewer',
      });
      assert.deepEqual(done.body.member, { user_id: t.user('bob').id, role: 'viewer' });
      assert.equal((await lastMail()).to_address, 'bob@example.org');
      assert.equal(
        (await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'bob@example.org' })).status,
        409,
      );
      assert.ok((await members()).includes('bob:viewer'));
      assert.equal((await t.call('bob', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('bob').id}`)).status, 200);
      assert.equal(
        (await t.call('bob', 'GET', `/api/v2/workspaces/${t.ws1}`)).status,
        404,
        'rights live on after leaving',
      );
    });

    it('work for their address only, by their link only, and once', async () => {
      const asked = await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, {
        email: 'new@example.org',
        role: 'editor',
      });
      assert.equal(asked.body.invitation.email, 'new@example.org');
      const { to_address, text } = await lastMail();
      assert.equal(to_address, 'new@example.org');
      const token = /\/invite\/([\w-]+)/.exec(text)?.[1] as string;
      const account = {
        full_name: 'New',
        login: 'stranger',
        email: 'stranger@example.org',
        password: 'a calm blue river',
        invitation: token,
      };
      assert.equal(
        (await t.inject('POST', '/auth/register', { body: account })).status,
        409,
        'somebody else used the link',
      );
      const without = { full_name: 'New', login: 'newcomer', email: 'new@example.org', password: 'a calm blue river' };
      const registered = await t.inject('POST', '/auth/register', { body: without });
      assert.equal(registered.status, 200);
      assert.ok(!(await members()).some((one) => one.startsWith('new:')), 'the address alone was enough');
      const [session, csrf] = (registered.headers['set-cookie'] as unknown as string[]).map(
        (line) => line.split(';')[0]?.split('=')[1],
      );
      const headers = { cookie: `session=${session}`, 'x-csrf-token': csrf as string };
      assert.equal((await t.inject('POST', `/invite/${token}`, { headers })).body.workspace_id, t.ws1);
      assert.ok((await members()).includes('new:editor'));
      assert.equal((await t.inject('POST', `/invite/${token}`, { headers })).status, 404);
    });

    it('can be withdrawn, and are replaced by a second one', async () => {
      for (const role of ['viewer', 'editor'])
        await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'late@example.org', role });
      const { body } = await t.call('ann', 'GET', `/api/v2/workspaces/${t.ws1}/invitations`);
      assert.deepEqual(
        body.map((one: { email: string; role: string }) => [one.email, one.role]),
        [['late@example.org', 'editor']],
      );
      assert.equal(
        (await t.call('bob', 'DELETE', `/api/v2/workspaces/${t.ws2}/invitations/${body[0].id}`)).status,
        404,
        'another workspace withdrew it',
      );
      assert.equal(
        (await t.call('ann', 'DELETE', `/api/v2/workspaces/${t.ws1}/invitations/${body[0].id}`)).status,
        200,
      );
    });
  });

  describe('the last owner', () => {
    it('can neither leave nor step down', async () => {
      const me = `/api/workspace/${t.ws1}/members/${t.user('ann').id}`;
      assert.deepEqual(
        [(await t.call('ann', 'DELETE', me)).status, (await t.call('ann', 'PUT', me, { role: 'editor' })).status],
        [409, 409],
      );
    });

    it('is still there when two owners leave at the same moment', async () => {
      await t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('edi').id}`, { role: 'owner' });
      const leave = (who: Name) => t.call(who, 'DELETE', `/api/workspace/${t.ws1}/members/${t.user(who).id}`);
      const statuses = (await Promise.all([leave('ann'), leave('edi')])).map((one) => one.status).sort();
      assert.deepEqual(statuses, [200, 409]);
      const owners = (await t.call('adm', 'GET', `/api/v2/workspaces/${t.ws1}/members`)).body.filter(
        (one: { role: string }) => one.role === 'owner',
      );
      assert.equal(owners.length, 1);
      const stays = owners[0].user_id === t.user('ann').id ? 'edi' : 'ann';
      await t.call('adm', 'POST', `/api/workspace/${t.ws1}/members`, { email: `${stays}@example.org`, role: 'owner' });
    });
  });

  it('ends every right at once when a member goes', async () => {
    const token = await t.token('vic');
    const url = `/api/v2/workspaces/${t.ws1}`;
    assert.equal((await t.inject('GET', url, { headers: token })).status, 200);
    await t.call('ann', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`);
    assert.deepEqual(
      [(await t.inject('GET', url, { headers: token })).status, (await t.call('vic', 'GET', url)).status],
      [404, 404],
    );
  });

  it('is hidden when deleted, and comes back whole', async () => {
    const page = (await t.call('ann', 'POST', '/api/pages', { title: 'Kept', workspace_id: t.ws1 })).body;
    await t.call('ann', 'DELETE', `/api/workspaces/${t.ws1}`);
    for (const url of [`/api/v2/workspaces/${t.ws1}`, `/api/v2/pages/${page.id}`]) {
      for (const who of ['ann', 'adm'] as const)
        assert.equal((await t.call(who, 'GET', url)).status, 404, `${who} ${url}`);
    }
    assert.equal((await t.call('adm', 'GET', '/api/v2/pages')).body.length, 0);
    assert.equal((await t.call('ann', 'GET', '/api/search?q=kept')).body.total, 0);
    assert.equal((await t.call('com', 'POST', `/api/workspaces/${t.ws1}/restore`)).status, 403);
    assert.equal((await t.call('ann', 'POST', `/api/workspaces/${t.ws1}/restore`)).status, 200);
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${page.id}`)).status, 200);
  });

  it('shows people only to those who share a workspace with them', async () => {
    const logins = async (who: Name) =>
      (await t.call(who, 'GET', '/api/v2/users')).body.map((one: { login: string }) => one.login);
    assert.deepEqual(await logins('bob'), ['bob']);
    assert.ok((await logins('com')).includes('ann') && !(await logins('com')).includes('bob'));
    assert.equal((await t.call('bob', 'GET', `/api/v2/users/${t.user('ann').id}`)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/api/avatar/${t.user('ann').id}`)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/api/settings/avatar/initials-${t.user('ann').id}.svg`)).status, 404);
  });

  it('begins where somebody was added, not in an empty one of their own that comes first by name', async () => {
    const made = await t.call('bob', 'POST', '/api/workspaces', { name: '0 empty' });
    const active = async () => (await t.call('bob', 'GET', '/api/workspaces')).body.active_id;
    const body = { title: 'Something', workspace_id: t.ws2 };
    assert.equal((await t.call('bob', 'POST', '/api/pages', body)).status, 200);
    assert.equal(await active(), t.ws2);
    await t.call('bob', 'POST', '/api/pages', { title: 'Own', workspace_id: made.body.id });
    assert.equal(await active(), made.body.id);
    assert.equal((await t.call('bob', 'DELETE', `/api/workspaces/${made.body.id}`)).status, 200);
  });
});
