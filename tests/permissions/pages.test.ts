// Pages of rights for people: forms that work without scripts, asking for access, the eyes of others, and the record.
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

  const page = async (title: string, parent_id?: number, markdown = title): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id, markdown });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const setType = (id: number, permission_type: string) =>
    t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type });
  const shares = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares;
  const read = (who: Name, url: string) => t.call(who, 'GET', url, { headers: { accept: 'text/html' } });
  /** What somebody was told of a kind, once everything that happened has been heard of. */
  const told = async (who: Name, kind: string) => {
    await t.app.events.run();
    const { body } = await t.call(who, 'GET', '/api/v2/notifications');
    return body.filter((one: { type: string }) => one.type === kind);
  };

  describe('removing for good', () => {
    it('is for owners of the page and of all below it, be it hidden from them', async () => {
      const top = await page('Top');
      const hidden = await page('Hidden', top);
      await setType(hidden, 'restricted');
      await t.call('ann', 'POST', `/api/v2/pages/${top}/permissions`, { user_id: t.user('edi').id, role: 'owner' });
      assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${hidden}`)).status, 404);
      assert.equal((await t.call('edi', 'POST', `/api/v2/pages/${top}/trash`)).status, 200);
      const remove = (who: Name) => t.call(who, 'DELETE', `/api/v2/pages/${top}?permanent=true`);
      const refused = await remove('edi');
      assert.equal(refused.status, 403);
      assert.ok(!refused.text.includes('Hidden'));
      assert.equal((await remove('ann')).status, 200);
    });
  });

  describe('sharing', () => {
    it('gives, changes and takes roles by forms, and says what is wrong beside the field', async () => {
      const id = await page('By form');
      const base = `/pages/${id}/sharing`;
      await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Readers' });
      for (const who of ['Vic Example', 'com@example.org', 'readers', 'somebody@example.net'])
        assert.equal(
          (await t.form('ann', `${base}/give`, { who, role: 'viewer' })).headers.location,
          `${base}?done=given`,
        );
      const given = await shares(id);
      assert.deepEqual(
        given.map((one: Record<string, unknown>) => [one.kind, one.email ?? one.group_name]),
        [
          ['user', 'vic@example.org'],
          ['user', 'com@example.org'],
          ['group', 'Readers'],
          ['email', 'somebody@example.net'],
        ],
      );
      // Who calls themselves by an address does not get what is given to it, nor keeps others from getting it.
      const rename = (full_name: string) => t.call('vic', 'PUT', '/api/user/profile', { full_name });
      for (const [address, kind] of [
        ['boss@example.net', 'email'],
        ['edi@example.org', 'user'],
      ] as const) {
        assert.equal((await rename(address)).status, 200);
        assert.equal((await t.form('ann', `${base}/give`, { who: address, role: 'viewer' })).status, 303);
        const [last] = (await shares(id)).slice(-1);
        assert.deepEqual([last.kind, last.email], [kind, address]);
        await t.form('ann', `${base}/take`, { grant_id: last.id });
      }
      await rename('Vic Example');
      const nobody = await t.form('ann', `${base}/give`, { who: 'Nobody Known', role: 'viewer' });
      assert.equal(nobody.status, 422);
      assert.match(nobody.text, /id="share-who-note">[^<]*must be somebody in this workspace/);
      assert.match(nobody.text, /value="Nobody Known"/);
      assert.equal((await t.form('edi', `${base}/give`, { who: 'Vic Example', role: 'owner' })).status, 403);
      const [vic] = given;
      await t.form('ann', `${base}/change`, { grant_id: vic.id, role: 'editor' });
      assert.equal((await shares(id))[0].access, 'edit');
      await t.form('ann', `${base}/take`, { grant_id: vic.id });
      assert.equal((await shares(id)).length, 3);
      assert.equal((await t.form('ann', `${base}/type`, { permission_type: 'restricted' })).status, 303);
      assert.match((await read('com', base)).text, /Only people and groups named here see this page/);
      assert.equal((await read('edi', base)).status, 404);
    });

    it('shows what waits for an address, and sends its mail again when somebody says so', async () => {
      const id = await page('Waiting');
      const base = `/pages/${id}/sharing`;
      const to = 'waits@example.net';
      await t.form('ann', `${base}/give`, { who: to, role: 'viewer' });
      const shown = (await read('ann', base)).text;
      assert.match(shown, /waits@example\.net[\s\S]*has not opened the link yet/);
      const [{ id: grantId }] = await shares(id);
      const tokens = async () =>
        (await t.app.mail.kept(t.ctx('ann'), to)).map(({ text }) => /\/shared\/([\w-]+)/.exec(text)?.[1]);
      const again = (who: Name, grant_id: number) => t.form(who, `${base}/send-again`, { grant_id });
      assert.equal((await again('vic', grantId)).status, 403);
      assert.equal((await again('ann', 2147483647)).status, 404);
      assert.equal((await tokens()).length, 1);
      const [first] = await tokens();
      assert.equal((await again('ann', grantId)).headers.location, `${base}?done=sent`);
      const [last] = (await tokens()).filter((token) => token !== first);
      assert.equal((await t.call('anon', 'GET', `/shared/${first}`)).status, 404);
      assert.equal((await t.call('anon', 'GET', `/shared/${last}`)).status, 200);
      // Whoever opens the link proves the address by it: those who invite cannot read it, unless they read all mails.
      for (const who of ['ann', 'adm'] as const) {
        const { text, headers } = await read(who, base);
        const copied = /value="[^"]*\/shared\/([\w-]+)"/.exec(text)?.[1];
        assert.equal(copied, who === 'adm' ? last : undefined, who);
        if (copied) assert.equal(headers['cache-control'], 'no-store');
      }
      await t.form('ann', `${base}/take`, { grant_id: grantId });
      assert.equal((await again('ann', grantId)).status, 404);
    });

    it('shows what was given above, and names nothing that its reader may not see', async () => {
      const top = await page('SECRET top');
      const middle = await page('Middle', top);
      await setType(top, 'restricted');
      await t.call('ann', 'POST', `/api/v2/pages/${top}/permissions`, { user_id: t.user('com').id, role: 'viewer' });
      await t.call('ann', 'POST', `/api/v2/pages/${middle}/permissions`, { user_id: t.user('edi').id, role: 'editor' });
      const owner = (await read('ann', `/pages/${middle}/sharing`)).text;
      assert.match(owner, /from “SECRET top”/);
      const editor = await read('edi', `/pages/${middle}/sharing`);
      assert.equal(editor.status, 200);
      assert.ok(!editor.text.includes('SECRET'));
      assert.match(editor.text, /from a page that you cannot see/);
      const explained = (await t.call('edi', 'GET', `/api/v2/pages/${middle}/access?user_id=${t.user('com').id}`)).body;
      assert.deepEqual([explained.role, explained.decided_by, explained.steps.at(-1).title], ['viewer', null, null]);
      const reader = (await read('com', `/pages/${middle}/sharing`)).text;
      assert.ok(!reader.includes('edi@example.org') && /Your role: Viewer/.test(reader));
    });

    it('lets owners look through the eyes of others, and see nothing more than their own', async () => {
      const mine = (
        await t.call('bob', 'POST', '/api/pages', { title: 'SECRET of bob', workspace_id: t.ws2, markdown: 'x' })
      ).body;
      const closed = await page('SECRET closed');
      await setType(closed, 'restricted');
      const id = await page(
        'Seen',
        undefined,
        `[[${closed}]] and [a link](/pages/${closed}) and [b](/pages/${mine.id})`,
      );
      await page('Inside open', id);
      const hidden = await page('SECRET inside', id);
      await setType(hidden, 'restricted');
      const as = (who: Name, person: Name | '') => read(who, `/pages/${id}/as?person=${person && t.user(person).id}`);
      const vic = await as('ann', 'vic');
      assert.equal(vic.status, 200);
      assert.ok(!vic.text.replace(/<aside[\s\S]*<\/aside>|<nav[\s\S]*?<\/nav>/g, '').includes('SECRET'), vic.text);
      assert.match(vic.text, /You see this page as Vic Example does/);
      assert.match(vic.text, /Inside open/);
      await setType(id, 'private');
      assert.match((await as('ann', 'vic')).text, /For Vic Example this page does not exist/);
      assert.match((await as('ann', '')).text, /Nobody without an account can see this page/);
      assert.equal((await as('vic', 'ann')).status, 404);
      // An owner of the page alone does not see through people what is closed to themselves.
      const own = await page('Owned by com', undefined, `[link](/pages/${closed})`);
      await t.call('ann', 'POST', `/api/v2/pages/${own}/permissions`, { user_id: t.user('com').id, role: 'owner' });
      const through = await read('com', `/pages/${own}/as?person=${t.user('ann').id}`);
      assert.equal(through.status, 200);
      assert.ok(!through.text.includes('SECRET closed'));
    });
  });

  describe('asking for access', () => {
    it('tells nobody whether there is such a page, and owners of it that somebody asks', async () => {
      const id = await page('Wanted');
      const plain = (text: string) =>
        text
          .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
          .replaceAll(String(UNKNOWN), 'N')
          .replaceAll(`pages%2F${id}`, 'pages%2FN');
      const [real, unknown] = [await read('bob', `/pages/${id}`), await read('bob', `/pages/${UNKNOWN}`)];
      assert.deepEqual([real.status, plain(real.text)], [unknown.status, plain(unknown.text)]);
      assert.match(real.text, /Ask for access/);
      for (const wanted of [id, UNKNOWN]) {
        const asked = await t.form('bob', `/pages/${wanted}`);
        assert.deepEqual([asked.status, asked.headers.location], [303, '/access-requests']);
      }
      await t.form('bob', `/pages/${id}`);
      const [notice, ...more] = await told('ann', 'access_requested');
      assert.deepEqual(more, []);
      assert.deepEqual(
        [notice.title, notice.url],
        ['Bob Example asks for access to Wanted', `/pages/${id}/sharing#requests`],
      );
      const sharing = (await read('ann', `/pages/${id}/sharing`)).text;
      const request = /name="request_id" value="(\d+)"/.exec(sharing)?.[1] as string;
      assert.match(sharing, /Bob Example/);
      const other = await page('Another');
      assert.equal(
        (await t.form('ann', `/pages/${other}/sharing/approve`, { request_id: request, access: 'view' })).status,
        404,
      );
      assert.equal(
        (await t.form('vic', `/pages/${id}/sharing/approve`, { request_id: request, access: 'view' })).status,
        403,
      );
      assert.equal(
        (await t.form('ann', `/pages/${id}/sharing/approve`, { request_id: request, access: 'comment' })).status,
        303,
      );
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${id}`)).status, 200);
      assert.ok(!(await read('ann', `/pages/${id}/sharing`)).text.includes('request_id'));
      assert.equal((await told('bob', 'shared'))[0].title, 'Ann Example shared Wanted with you');
    });

    it('is declined, and limited', async () => {
      const id = await page('Declined');
      await setType(id, 'restricted');
      await t.form('vic', `/pages/${id}`);
      const sharing = (await read('ann', `/pages/${id}/sharing`)).text;
      const request = /name="request_id" value="(\d+)"/.exec(sharing)?.[1] as string;
      await t.form('ann', `/pages/${id}/sharing/decline`, { request_id: request });
      assert.ok(!(await read('ann', `/pages/${id}/sharing`)).text.includes('request_id'));
      assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${id}`)).status, 404);
      let last = 200;
      for (let tries = 0; tries < 25 && last !== 429; tries += 1)
        last = (await t.call('vic', 'POST', `/pages/${UNKNOWN}`)).status;
      assert.equal(last, 429);
    });
  });

  describe('a link in a mail', () => {
    it('opens the page for whoever is signed in with that address', async () => {
      const id = await page('Mailed');
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { email: 'frida@example.org', access: 'edit' });
      const [mail] = await t.app.mail.kept(t.ctx('ann'), 'frida@example.org');
      const link = /\/shared\/[\w-]+/.exec(mail?.text ?? '')?.[0] as string;
      assert.match((await t.call('anon', 'GET', link)).text, /frida@example\.org/);
      assert.match((await read('bob', link)).text, /You are signed in as bob@example\.org/);
      assert.equal((await t.form('bob', link)).status, 409);
      assert.equal((await t.call('anon', 'GET', '/shared/nonsense')).status, 404);
      const account = { full_name: 'Frida', login: 'frida', email: 'frida@example.org', password: 'a quiet morning' };
      const made = await t.inject('POST', '/auth/register', { body: account });
      const cookie = [made.headers['set-cookie']]
        .flat()
        .map((one) => String(one).split(';')[0])
        .join('; ');
      const csrf = /csrf=([^;]+)/.exec(cookie)?.[1] as string;
      const opened = await t.inject('POST', link, {
        body: new URLSearchParams({ csrf }).toString(),
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      });
      assert.deepEqual([opened.status, opened.headers.location], [303, `/pages/${id}`]);
      assert.equal((await t.inject('GET', `/api/pages/${id}/content`, { headers: { cookie } })).status, 200);
      assert.equal((await t.call('anon', 'GET', link)).status, 404);
    });
  });

  describe('groups and the record', () => {
    it('are kept by owners in forms', async () => {
      const base = `/workspaces/${t.ws1}/groups`;
      const made = await t.form('ann', `${base}/create`, { name: 'Formed', description: '<b>bold</b>' });
      const again = await t.form('ann', `${base}/create`, { name: 'formed', description: '' });
      assert.equal(again.status, 409);
      assert.match(again.text, /has a group of this name already/);
      const [group] = (await t.call('ann', 'GET', `/api/v2/groups?workspace_id=${t.ws1}`)).body.filter(
        (one: { name: string }) => one.name === 'Formed',
      );
      const own = `${base}/${group.id}`;
      assert.equal(made.headers.location, `${own}?done=created`);
      const added = await t.form('ann', `${base}/add`, { group_id: group.id, user_ids: t.user('edi').id });
      assert.equal(added.headers.location, `${own}?done=added`);
      const html = (await read('vic', own)).text;
      assert.ok(html.includes('edi@example.org') && html.includes('&lt;b&gt;bold') && !html.includes(`${base}/add`));
      assert.ok((await read('vic', base)).text.includes(`href="${own}"`));
      assert.equal((await read('bob', `/workspaces/${t.ws2}/groups/${group.id}`)).status, 404);
      assert.equal(
        (await t.form('edi', `${base}/drop`, { group_id: group.id, user_id: t.user('edi').id })).status,
        403,
      );
      assert.equal((await t.form('bob', `/workspaces/${t.ws2}/groups/delete`, { group_id: group.id })).status, 404);
      assert.equal(
        (await t.form('ann', `${base}/change`, { group_id: group.id, name: 'Renamed', description: '' })).status,
        303,
      );
      assert.equal(
        (await t.form('ann', `${base}/drop`, { group_id: group.id, user_id: t.user('edi').id })).status,
        303,
      );
      assert.equal((await t.form('ann', `${base}/delete`, { group_id: group.id })).status, 303);
      const base2 = `/workspaces/${t.ws1}/rights`;
      const record = (await read('ann', base2)).text;
      for (const word of ['Group created', 'Added to a group', 'Left a group', 'Group deleted', '127.0.0.1'])
        assert.ok(record.includes(word), word);
      const filtered = (
        await read('ann', `${base2}?action=group_delete&person=${t.user('ann').id}&since=2020-01-01&until=x`)
      ).text;
      assert.ok(!filtered.includes('class="what">Group created'));
      const csv = await read('ann', `${base2}.csv?action=member_add`);
      assert.match(csv.headers['content-type'] as string, /^text\/csv/);
      const [head, first] = csv.text.split('\r\n');
      assert.match(head ?? '', /^id,resource_type,resource_id,action,target_user_id/);
      assert.match(first ?? '', /,group,\d+,member_add,/);
      for (const url of [base2, `${base2}.csv`]) {
        assert.equal((await read('edi', url)).status, 403);
        assert.equal((await read('bob', url)).status, 404);
      }
    });

    it('show who comes in by the workspace to its members only, and nobody where a page is closed', async () => {
      const id = await page('For all of us');
      await t.call('adm', 'POST', `/api/v2/pages/${id}/permissions`, { user_id: t.user('bob').id, role: 'editor' });
      const faces = async (who: 'ann' | 'bob') =>
        (await read(who, `/pages/${id}/sharing`)).text.includes('class="faces"');
      assert.deepEqual([await faces('ann'), await faces('bob')], [true, false]);
      await t.form('ann', `/pages/${id}/sharing/type`, { permission_type: 'restricted' });
      assert.equal(await faces('ann'), false);
    });

    it('and guests are listed with their pages, and lose all of them at once', async () => {
      const base = `/workspaces/${t.ws1}/guests`;
      const [open, other] = [await page('For a guest'), await page('Also for a guest')];
      const bob = t.user('bob').id;
      for (const id of [open, other])
        await t.call('adm', 'POST', `/api/v2/pages/${id}/permissions`, { user_id: bob, role: 'viewer' });
      await t.call('ann', 'POST', `/api/pages/${open}/share`, { email: 'gwen@example.net', access: 'view' });
      const shown = (await read('ann', base)).text;
      for (const words of ['Bob Example', 'gwen@example.net', `/pages/${open}/sharing`, `/pages/${other}/sharing`])
        assert.ok(shown.includes(words), words);
      assert.ok(!shown.includes('vic@example.org'), 'members are no guests');
      assert.equal((await read('edi', base)).status, 403);
      assert.equal((await t.form('edi', `${base}/remove`, { user_id: bob })).status, 403);
      assert.equal((await t.form('ann', `${base}/remove`, { user_id: t.user('vic').id })).status, 409);
      const of = new RegExp(`/pages/${other}/sharing[\\s\\S]*?name="grant_id" value="(\\d+)"`);
      const change = { grant_id: Number(of.exec(shown)?.[1]), role: 'editor' };
      for (const [who, status] of [
        ['edi', 403],
        ['bob', 404],
      ] as const)
        assert.equal((await t.form(who, `${base}/change`, change)).status, status, who);
      const elsewhere = `/workspaces/${t.ws2}/guests/change`;
      assert.equal((await t.form('bob', elsewhere, change)).status, 404, 'a page of another workspace');
      assert.equal((await t.form('ann', `${base}/change`, change)).headers.location, `${base}?done=changed`);
      const held = (await t.call('ann', 'GET', `/api/v2/pages/${other}/permissions`)).body;
      assert.equal(held.find((one: { id: number }) => one.id === change.grant_id)?.role, 'editor');
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${other}`)).status, 200);
      const done = await t.form('ann', `${base}/remove`, { user_id: bob });
      assert.equal(done.headers.location, `${base}?done=removed`);
      assert.ok(!(await read('ann', base)).text.includes('Bob Example'));
      for (const id of [open, other]) assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${id}`)).status, 404);
      assert.equal((await t.form('ann', `${base}/remove`, { user_id: bob })).status, 404);
    });

    it('are told of with all people in the record, also those who are no members, and as safe text', async () => {
      const id = await page('For bob');
      const rights = `/workspaces/${t.ws1}/rights`;
      const bob = t.user('bob').id;
      const option = (text: string) => text.includes(`<option value="${bob}"`);
      const given = await t.call('adm', 'POST', `/api/v2/pages/${id}/permissions`, { user_id: bob, role: 'viewer' });
      assert.equal(given.status, 200, given.text);
      assert.ok(option((await read('ann', rights)).text));
      const about = (await read('ann', `${rights}?person=${bob}`)).text;
      assert.match(about, />For bob<\/a>/);
      assert.ok(!about.includes('<td>Group created'));
      const group = await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: '＝SUM(A1)' });
      assert.equal(group.status, 200);
      assert.match((await read('ann', `${rights}.csv?action=group_create`)).text, /,'＝SUM\(A1\)\r\n/);
    });
  });
});
