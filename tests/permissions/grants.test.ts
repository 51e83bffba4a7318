// Roles on pages, groups and shares: who may give what, what it opens and closes at once, and what is written down.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const UNKNOWN = 2_147_483_647;

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (title: string, parent_id?: number, who: Name = 'ann'): Promise<number> => {
    const made = await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id, markdown: title });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const group = async (name: string, ...members: Name[]): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name });
    assert.equal(made.status, 200, made.text);
    for (const one of members)
      await expectOk('ann', 'POST', `/api/v2/groups/${made.body.id}/members`, { user_id: t.user(one).id });
    return made.body.id;
  };
  const expectOk = async (who: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const grant = (id: number, grantee: object, role: string, who: Name = 'ann') =>
    t.call(who, 'POST', `/api/v2/pages/${id}/permissions`, { ...grantee, role });
  const setType = (id: number, permission_type: string, who: Name = 'ann') =>
    t.call(who, 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type });
  const reads = async (who: Name, id: number): Promise<boolean> =>
    (await t.call(who, 'GET', `/api/v2/pages/${id}`)).status === 200;
  const user = (name: Name) => ({ user_id: t.user(name).id });

  describe('roles', () => {
    it('close a restricted page to all but those named, and what lies below it', async () => {
      const top = await page('Restricted');
      const below = await page('Below it', top);
      assert.equal((await setType(top, 'restricted')).body.permission_type, 'restricted');
      for (const id of [top, below]) {
        assert.deepEqual(
          [await reads('edi', id), await reads('vic', id), await reads('adm', id)],
          [false, false, true],
        );
      }
      assert.equal((await grant(top, user('vic'), 'editor')).status, 200);
      assert.deepEqual([await reads('vic', below), await reads('edi', below)], [true, false]);
      assert.equal((await t.call('vic', 'PATCH', `/api/v2/pages/${below}`, { title: 'By vic' })).status, 200);
      const [own, vics] = (await t.call('ann', 'GET', `/api/v2/pages/${top}/permissions`)).body;
      assert.deepEqual([own.user_id, own.role, own.grant_type], [t.user('ann').id, 'owner', 'explicit']);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${top}/permissions/${vics.id}`)).status, 200);
      assert.deepEqual([await reads('vic', top), await reads('vic', below)], [false, false]);
      await setType(top, 'inherit');
      assert.deepEqual([await reads('edi', top), await reads('vic', below)], [true, true]);
    });

    it('narrow what the workspace gives, the lowest of several groups counting', async () => {
      const id = await page('Narrowed');
      const [one, two] = [await group('Narrow one', 'edi'), await group('Narrow two', 'edi')];
      await grant(id, { group_id: one }, 'editor');
      await grant(id, { group_id: two }, 'viewer');
      assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${id}/access`)).body.role, 'viewer');
      await grant(id, user('edi'), 'commenter');
      const { role, because, decided_by } = (await t.call('edi', 'GET', `/api/v2/pages/${id}/access`)).body;
      assert.deepEqual([role, because, decided_by], ['commenter', 'user_grant', id]);
    });

    it('give somebody from outside the workspace access to that page and those below it only', async () => {
      const top = await page('For a guest');
      const below = await page('Guest below', top);
      const other = await page('Not for the guest');
      await expectOk('ann', 'POST', `/api/pages/${top}/share`, { email: 'bob@example.org', access: 'comment' });
      assert.deepEqual(
        [await reads('bob', top), await reads('bob', below), await reads('bob', other)],
        [true, true, false],
      );
      // A page below with a grant for somebody else still inherits for the guest, in lists too.
      await grant(below, user('vic'), 'editor');
      assert.equal(await reads('bob', below), true);
      const seen = (await t.call('bob', 'GET', '/api/v2/pages?limit=100')).body.map((one: { id: number }) => one.id);
      assert.ok(seen.includes(top) && seen.includes(below) && !seen.includes(other));
      const found = (await t.call('bob', 'GET', '/api/search?q=Guest')).body.results.map(
        (one: { id: number }) => one.id,
      );
      assert.ok(found.includes(below));
      for (const url of [
        `/api/workspace/${t.ws1}/members`,
        `/api/v2/workspaces/${t.ws1}`,
        `/api/nav/menu?workspace_id=${t.ws1}`,
      ])
        assert.ok([404, 422].includes((await t.call('bob', 'GET', url)).status), url);
      assert.equal((await t.call('bob', 'GET', `/pages/${below}`)).status, 200);
      const mine = await t.call('bob', 'GET', '/library?tab=shared', { headers: { accept: 'text/html' } });
      assert.match(mine.text, new RegExp(`href="/pages/${top}">[\\s\\S]*?For a guest<`));
      const [share] = (await t.call('ann', 'GET', `/api/pages/${top}/shares`)).body.shares;
      await expectOk('ann', 'DELETE', `/api/pages/${top}/shares/${share.id}`);
      assert.deepEqual([await reads('bob', top), await reads('bob', below)], [false, false]);
    });

    it('open a private page to people, never to groups', async () => {
      const id = await page('Private', undefined, 'edi');
      const readers = await group('Private readers', 'vic');
      await grant(id, { group_id: readers }, 'viewer');
      // Who made a page and may edit it decides whom it is open to.
      assert.equal((await setType(id, 'private', 'edi')).status, 200);
      assert.deepEqual([await reads('vic', id), await reads('com', id), await reads('edi', id)], [false, false, true]);
      const refused = await grant(id, { group_id: readers }, 'viewer');
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
      assert.equal((await grant(id, user('vic'), 'viewer', 'edi')).status, 200);
      assert.equal(await reads('vic', id), true);
    });

    it('are lost with the membership of a group and of the workspace', async () => {
      const id = await page('By group');
      await setType(id, 'restricted');
      const readers = await group('Leaving', 'com');
      await grant(id, { group_id: readers }, 'viewer');
      assert.equal(await reads('com', id), true);
      await expectOk('ann', 'DELETE', `/api/v2/groups/${readers}/members/${t.user('com').id}`);
      assert.equal(await reads('com', id), false);
      await expectOk('ann', 'POST', `/api/v2/groups/${readers}/members`, user('com'));
      const own = await page('By name');
      await grant(own, user('com'), 'editor');
      await expectOk('ann', 'DELETE', `/api/v2/workspaces/${t.ws1}/members/${t.user('com').id}`);
      assert.deepEqual([await reads('com', id), await reads('com', own)], [false, false]);
      assert.deepEqual((await t.call('ann', 'GET', `/api/v2/groups/${readers}/members`)).body, []);
      await expectOk('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, {
        email: 'com@example.org',
        role: 'commenter',
      });
      assert.equal(await reads('com', id), false);
      await expectOk('ann', 'DELETE', `/api/v2/groups/${readers}`);
      assert.equal((await t.call('ann', 'GET', `/api/v2/groups/${readers}`)).status, 404);
    });

    it('stay with a page that comes back from the trash without its parent', async () => {
      const top = await page('Closed parent');
      const below = await page('Closed child', top);
      await setType(top, 'restricted');
      await grant(top, user('com'), 'viewer');
      await expectOk('ann', 'POST', `/api/v2/pages/${below}/trash`);
      await expectOk('ann', 'POST', `/api/v2/pages/${top}/trash`);
      await expectOk('ann', 'POST', `/api/v2/pages/${below}/restore`);
      assert.deepEqual([await reads('com', below), await reads('edi', below)], [true, false]);
    });
  });

  describe('nobody', () => {
    it('gives or takes more than they have', async () => {
      const id = await page('Ceiling');
      assert.equal((await grant(id, user('vic'), 'owner', 'edi')).status, 403);
      assert.equal((await grant(id, user('vic'), 'editor', 'edi')).status, 200);
      assert.equal((await grant(id, user('edi'), 'viewer', 'com')).status, 403);
      assert.equal((await setType(id, 'restricted', 'edi')).status, 403);
      const owner = (await grant(id, user('com'), 'owner')).body;
      assert.equal((await grant(id, user('com'), 'viewer', 'edi')).status, 403);
      assert.equal((await t.call('edi', 'DELETE', `/api/v2/pages/${id}/permissions/${owner.id}`)).status, 403);
      assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${id}/access?user_id=${t.user('com').id}`)).status, 200);
      assert.equal(
        (await t.call('com', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' })).status,
        200,
      );
    });

    it('takes a page from the editor who made it, but who owns it', async () => {
      await expectOk('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`, { role: 'editor' });
      const { id } = (await t.call('vic', 'POST', '/api/pages', { title: 'Made by vic', workspace_id: t.ws1 })).body;
      const team = (await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Makers' })).body.id;
      await expectOk('ann', 'POST', `/api/v2/groups/${team}/members`, user('vic'));
      const tries = async () => {
        assert.equal((await grant(id, user('vic'), 'viewer', 'edi')).status, 403);
        assert.equal((await grant(id, { group_id: team }, 'viewer', 'edi')).status, 403);
        assert.equal((await grant(id, user('com'), 'owner', 'edi')).status, 403);
      };
      await tries();
      const own = (await grant(id, user('vic'), 'editor')).body.id;
      assert.equal((await grant(id, user('vic'), 'viewer', 'edi')).status, 403);
      assert.equal((await t.call('edi', 'DELETE', `/api/v2/pages/${id}/permissions/${own}`)).status, 403);
      assert.equal((await grant(id, user('com'), 'owner', 'vic')).status, 200, 'as the dialog offers them');
      assert.equal((await grant(id, user('vic'), 'viewer')).status, 200, 'by the owner of the workspace');
      assert.equal((await grant(id, user('com'), 'viewer', 'vic')).status, 403, 'who reads decides nothing');
      await expectOk('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`, { role: 'viewer' });
      await expectOk('ann', 'DELETE', `/api/v2/groups/${team}`);
    });

    it('sends a grant that means nothing', async () => {
      const id = await page('Bad input');
      const foreign = (await t.call('bob', 'POST', '/api/v2/groups', { workspace_id: t.ws2, name: 'Elsewhere' })).body
        .id;
      const stranger = t.user('bob').id;
      const table: [object, number][] = [
        [{ role: 'viewer' }, 422],
        [{ ...user('vic'), group_id: 1, role: 'viewer' }, 422],
        [{ ...user('vic'), role: 'admin' }, 422],
        [{ ...user('vic'), role: 'viewer', granted_by: 1 }, 422],
        [{ user_id: '3', role: 'viewer' }, 422],
        [{ user_id: UNKNOWN, role: 'viewer' }, 404],
        [{ user_id: stranger, role: 'viewer' }, 404],
        [{ group_id: foreign, role: 'viewer' }, 404],
        [{ group_id: UNKNOWN, role: 'viewer' }, 404],
      ];
      for (const [body, status] of table) {
        const answer = await t.call('edi', 'POST', `/api/v2/pages/${id}/permissions`, body);
        assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.text}`);
      }
      assert.equal(
        (await t.call('adm', 'POST', `/api/v2/pages/${id}/permissions`, { group_id: foreign, role: 'viewer' })).status,
        422,
      );
      assert.deepEqual((await t.call('ann', 'GET', `/api/v2/pages/${id}/permissions`)).body, []);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${id}/permissions/${UNKNOWN}`)).status, 404);
      for (const body of [{}, { permission_type: 'open' }, { permission_type: 'private', x: 1 }])
        assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, body)).status, 422);
    });

    it('reaches a grant through another page', async () => {
      const [mine, other] = [await page('Mine', undefined, 'edi'), await page('Other')];
      await setType(other, 'restricted');
      const [theirs] = (await t.call('ann', 'GET', `/api/v2/pages/${other}/permissions`)).body;
      assert.equal((await t.call('edi', 'DELETE', `/api/v2/pages/${mine}/permissions/${theirs.id}`)).status, 404);
      assert.equal((await t.call('edi', 'DELETE', `/api/pages/${mine}/shares/${theirs.id}`)).status, 404);
      assert.equal(
        (await t.call('edi', 'POST', `/api/pages/${other}/share`, { ...user('vic'), access: 'view' })).status,
        404,
      );
      assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${other}/permissions`)).body.length, 1);
    });

    it('but owners keeps groups', async () => {
      const made = await group('Kept', 'vic');
      const foreign = t.user('bob').id;
      const table: [Name, string, string, unknown, number][] = [
        ['edi', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'By edi' }, 403],
        ['bob', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'By bob' }, 404],
        ['ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: ' kEPT ' }, 409],
        ['ann', 'POST', '/api/v2/groups', { name: 'Nowhere' }, 422],
        ['ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: '  ' }, 422],
        ['vic', 'GET', `/api/v2/groups/${made}`, undefined, 200],
        ['bob', 'GET', `/api/v2/groups/${made}`, undefined, 404],
        ['edi', 'PATCH', `/api/v2/groups/${made}`, { name: 'x' }, 403],
        ['edi', 'POST', `/api/v2/groups/${made}/members`, user('edi'), 403],
        ['ann', 'POST', `/api/v2/groups/${made}/members`, user('vic'), 409],
        ['ann', 'POST', `/api/v2/groups/${made}/members`, { user_id: foreign }, 404],
        ['adm', 'POST', `/api/v2/groups/${made}/members`, { user_id: foreign }, 422],
        ['ann', 'DELETE', `/api/v2/groups/${made}/members/${foreign}`, undefined, 404],
        ['ann', 'PATCH', `/api/v2/groups/${made}`, { description: 'Those who read' }, 200],
        ['edi', 'DELETE', `/api/v2/groups/${made}`, undefined, 403],
      ];
      for (const [who, method, url, body, status] of table) {
        const answer = await t.call(who, method, url, body);
        assert.equal(answer.status, status, `${who} ${method} ${url}: ${answer.text}`);
      }
      const { body, headers } = await t.call('vic', 'GET', `/api/v2/groups?workspace_id=${t.ws1}`);
      assert.equal(Number(headers['x-total-count']), body.length);
      assert.ok(body.some((one: { name: string; members: number }) => one.name === 'Kept' && one.members === 1));
      assert.equal((await t.call('bob', 'GET', `/api/v2/groups?workspace_id=${t.ws1}`)).status, 404);
    });
  });

  describe('shares', () => {
    it('are one for each grantee, with kind and name', async () => {
      const id = await page('Shared');
      const readers = await group('Share readers', 'vic');
      const url = `/api/pages/${id}/share`;
      await expectOk('ann', 'POST', url, { ...user('vic'), access: 'view' });
      await expectOk('ann', 'POST', url, { ...user('vic'), access: 'edit' });
      await expectOk('ann', 'POST', url, { group_id: readers, access: 'comment' });
      await expectOk('ann', 'POST', url, { email: 'new@example.org', access: 'view' });
      const { shares } = await expectOk('ann', 'GET', `/api/pages/${id}/shares`);
      assert.deepEqual(
        shares.map((one: Record<string, unknown>) => [one.kind, one.group_name, one.email, one.access]),
        [
          ['user', null, 'vic@example.org', 'edit'],
          ['group', 'Share readers', null, 'comment'],
          ['email', null, 'new@example.org', 'view'],
        ],
      );
      const permissions = await expectOk('ann', 'GET', `/api/v2/pages/${id}/permissions`);
      assert.deepEqual(
        permissions.map((one: Record<string, unknown>) => [one.group_id, one.role, one.grant_type]),
        [
          [null, 'editor', 'explicit'],
          [readers, 'commenter', 'group'],
        ],
      );
      assert.equal((await t.call('ann', 'POST', url, { group_id: UNKNOWN, access: 'view' })).status, 404);
      assert.equal((await t.call('ann', 'POST', url, { ...user('vic'), access: 'owner' })).status, 422);
      assert.equal((await t.call('vic', 'POST', url, { group_id: readers, access: 'view' })).status, 200);
      await expectOk('ann', 'DELETE', `/api/v2/pages/${id}/shares?share_id=${shares[2].id}`);
      await expectOk('ann', 'DELETE', `/api/v2/pages/${id}/shares/${shares[1].id}`);
      assert.equal((await expectOk('ann', 'GET', `/api/v2/pages/${id}/shares`)).length, 1);
    });

    it('to an email address take effect once somebody has confirmed it', async () => {
      const id = await page('By mail');
      await expectOk('ann', 'POST', `/api/pages/${id}/share`, { email: 'Carol@example.org', access: 'edit' });
      const [mail] = await t.app.mail.kept(t.ctx('ann'), 'Carol@example.org');
      const token = /\/shared\/([\w-]+)/.exec(mail?.text ?? '')?.[1] as string;
      for (const access of ['edit', 'view', 'edit'])
        await expectOk('ann', 'POST', `/api/pages/${id}/share`, { email: 'carol@Example.org', access });
      const mails = [...(await t.app.mail.kept(t.ctx('ann'), 'Carol@example.org'))];
      mails.push(...(await t.app.mail.kept(t.ctx('ann'), 'carol@Example.org')));
      assert.equal(mails.length, 1, 'a repeat is silent, and the link they have still leads there');
      const account = (login: string, email: string) => ({
        full_name: login,
        login,
        email,
        password: 'a quiet morning',
      });
      // Registering the address without the link proves nothing.
      const stranger = await t.call('anon', 'POST', '/auth/register', account('carol', 'carol@example.org'));
      assert.equal(stranger.status, 200, stranger.text);
      const { user: carol } = stranger.body;
      const asked = await expectOk('adm', 'GET', `/api/v2/pages/${id}/access?user_id=${carol.id}`);
      assert.equal(asked.role, null);
      await expectOk('ann', 'POST', `/api/pages/${id}/share`, { email: 'dave@example.org', access: 'view' });
      const [second] = await t.app.mail.kept(t.ctx('ann'), 'dave@example.org');
      const invitation = /\/shared\/([\w-]+)/.exec(second?.text ?? '')?.[1] as string;
      const other = { ...account('eve', 'eve@example.org'), invitation };
      assert.equal((await t.call('anon', 'POST', '/auth/register', other)).status, 409);
      assert.equal((await t.call('anon', 'POST', '/auth/register', { ...other, invitation: 'x' })).status, 409);
      const dave = await t.call('anon', 'POST', '/auth/register', {
        ...account('dave', 'dave@example.org'),
        invitation,
      });
      assert.equal(dave.status, 200, dave.text);
      const { role } = await expectOk('adm', 'GET', `/api/v2/pages/${id}/access?user_id=${dave.body.user.id}`);
      assert.equal(role, 'viewer');
      assert.ok(token);
    });
  });

  describe('the record', () => {
    it('holds every change as specified, for administrators', async () => {
      const id = await page('Recorded');
      const made = await group('Recorded', 'vic');
      await setType(id, 'restricted');
      const { body: given } = await grant(id, { group_id: made }, 'viewer');
      await grant(id, { group_id: made }, 'editor');
      await expectOk('ann', 'DELETE', `/api/v2/pages/${id}/permissions/${given.id}`);
      await expectOk('ann', 'DELETE', `/api/v2/groups/${made}/members/${t.user('vic').id}`);
      await expectOk('ann', 'DELETE', `/api/v2/groups/${made}`);
      const headers = await t.token('adm', 'admin');
      const about = async (query: string) => {
        const answer = await t.inject('GET', `/api/v2/audit/permissions?limit=100&${query}`, { headers });
        assert.equal(answer.status, 200, answer.text);
        return answer.body.reverse();
      };
      const ann = t.user('ann').id;
      const told = (rows: Record<string, unknown>[]) =>
        rows.map((one) => [one.action, one.target_user_id, one.target_group_id, one.old_role, one.new_role]);
      const onPage = await about(`resource_type=page&resource_id=${id}`);
      assert.deepEqual(told(onPage), [
        ['type_change', null, null, 'inherit', 'restricted'],
        ['grant', ann, null, null, 'owner'],
        ['grant', null, made, null, 'viewer'],
        ['grant', null, made, 'viewer', 'editor'],
        ['revoke', null, made, 'editor', null],
      ]);
      assert.deepEqual([onPage[0].performed_by, onPage[0].ip_address], [ann, '127.0.0.1']);
      assert.deepEqual(
        told(await about(`resource_type=group&resource_id=${made}`)).map(([action]) => action),
        ['group_create', 'member_add', 'member_remove', 'group_delete'],
      );
      assert.equal((await about(`cursor=${onPage[0].id}&resource_id=${id}&resource_type=page`)).length, 0);
      const calls = await t.inject('GET', '/api/v2/audit/api?limit=1&action=groups.remove', { headers });
      assert.deepEqual(
        [calls.body[0].action, calls.body[0].resource_id, calls.body[0].user_id],
        ['groups.remove', String(made), ann],
      );
      const before = `/api/v2/audit/api?action=groups.remove&cursor=${calls.body[0].id}&user_id=${ann}`;
      const older = await t.inject('GET', before, { headers });
      assert.ok(older.body.every((one: { id: number }) => one.id < calls.body[0].id));
      assert.equal((await t.call('ann', 'GET', '/api/v2/audit/api')).status, 403);
      assert.equal((await t.call('ann', 'GET', '/api/v2/audit/permissions')).status, 403);
      const weak = await t.inject('GET', '/api/v2/audit/permissions', { headers: await t.token('adm', 'write') });
      assert.equal(weak.body.code, 'insufficient_scope');
    });
  });
});
