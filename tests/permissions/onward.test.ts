// What sharing asks and refuses: pages that stay published, guests who share onward, strangers, repeats.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accounts } from '../../plugins/auth/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (title: string, parent_id?: number): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id, markdown: title });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const share = (who: Name, id: number, body: object) => t.call(who, 'POST', `/api/pages/${id}/share`, body);
  const told = async (who: Name): Promise<number> => {
    await t.app.events.run();
    const { body } = await t.call(who, 'GET', '/api/v2/notifications');
    return body.filter((one: { type: string }) => one.type === 'shared').length;
  };

  describe('a published page that is closed', () => {
    const publish = async (path: string, id: number) =>
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${id}/publish`, { slug: path })).status, 200);
    const close = (id: number, body: object) => t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, body);
    const isRead = async (path: string) => (await t.call('anon', 'GET', `/p/${path}`)).status === 200;

    it('asks whether it stays published, and does nothing before it knows', async () => {
      for (const permission_type of ['restricted', 'private']) {
        const id = await page('Closed');
        const path = `closed-${permission_type}`;
        await publish(path, id);
        const asked = await close(id, { permission_type });
        assert.deepEqual([asked.status, asked.body.code], [409, 'published']);
        assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}`)).body.permission_type, 'inherit');
        assert.equal((await close(id, { permission_type, keep_published: 'maybe' })).status, 422);
        assert.equal((await close(id, { permission_type, keep_published: true })).status, 200);
        assert.ok(await isRead(path), 'it was taken back');
        assert.equal((await close(id, { permission_type: 'inherit' })).status, 200, 'opening asks');
        assert.equal((await close(id, { permission_type, keep_published: false })).status, 200);
        assert.ok(!(await isRead(path)), 'everybody goes on reading it');
        assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}/publish`)).body.published, false);
      }
    });

    it('asks of pages below it that were published on their own, and leaves those that are closed apart', async () => {
      const top = await page('Handbook');
      const inner = await page('Chapter', await page('Part', top));
      const apart = await page('Apart', top);
      await publish('inner', inner);
      assert.equal((await close(apart, { permission_type: 'restricted' })).status, 200);
      await publish('apart', apart);
      const asked = await close(top, { permission_type: 'private' });
      assert.deepEqual([asked.status, asked.body.code], [409, 'published']);
      const form = await t.form('ann', `/pages/${top}/sharing/type`, { permission_type: 'private' });
      assert.match(form.text, /Everybody with the address can read “Chapter”\. Should that end\?/);
      assert.equal((await close(top, { permission_type: 'private', keep_published: true })).status, 200);
      assert.ok(await isRead('inner'));
      assert.equal((await close(top, { permission_type: 'restricted', keep_published: false })).status, 200);
      assert.deepEqual([await isRead('inner'), await isRead('apart')], [false, true]);
    });

    it('asks of databases, too, and of nothing that is not published', async () => {
      const made = await t.call('ann', 'POST', '/api/v2/collections', { title: 'Rows', workspace_id: t.ws1 });
      const { id, page_id } = made.body;
      await publish('rows', page_id);
      const put = (body: object) => t.call('ann', 'PUT', `/api/v2/collections/${id}/permissions/type`, body);
      assert.equal((await put({ permission_type: 'private' })).body.code, 'published');
      assert.equal((await put({ permission_type: 'private', keep_published: false })).status, 200);
      assert.equal((await close(await page('Plain'), { permission_type: 'restricted' })).status, 200);
    });

    it('asks in the form, which works without scripts', async () => {
      const id = await page('By form');
      await publish('by-form', id);
      const base = `/pages/${id}/sharing`;
      const send = (fields: Record<string, string>) =>
        t.form('ann', `${base}/type`, { permission_type: 'restricted', ...fields });
      const asked = await send({});
      assert.equal(asked.status, 409);
      assert.match(asked.text, /name="keep_published" value="true"/);
      assert.match(asked.text, /name="keep_published" value="false"/);
      assert.match(asked.text, /<option value="restricted"[^>]* selected>/);
      assert.equal((await send({ keep_published: 'false' })).headers.location, `${base}?done=typed`);
      assert.ok(!(await isRead('by-form')));
    });
  });

  describe('guests', () => {
    /** A page that bob, who is no member, may edit. */
    const given = async (access: string): Promise<number> => {
      const id = await page('Given');
      assert.equal((await share('ann', id, { email: 'bob@example.org', access })).status, 200);
      return id;
    };
    const allow = (guests_invite: boolean) => t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}`, { guests_invite });

    it('see in the sidebar what was opened to them in that workspace, and nothing that was taken back', async () => {
      const id = await given('view');
      const other = await page('Other notes');
      assert.equal((await share('ann', other, { email: 'bob@example.org', access: 'view' })).status, 200);
      const listed = async () => {
        const { text } = await t.call('bob', 'GET', `/pages/${id}`);
        const list = /<nav aria-labelledby="guest-name">.*?<\/nav>/s.exec(text)?.[0] ?? '';
        return [...list.matchAll(/href="\/pages\/(\d+)"/g)].map(([, found]) => Number(found));
      };
      const seen = await listed();
      assert.ok(seen.includes(id) && seen.includes(other), String(seen));
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${other}`)).status, 200);
      assert.ok(!(await listed()).includes(other), 'it is in the trash');
    });

    it('give no more than they have, and nothing to new addresses until an owner allows it', async () => {
      const id = await given('edit');
      for (const email of ['new@example.net', 'vic@example.org']) {
        const refused = await share('bob', id, { email, access: 'view' });
        assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], email);
      }
      const form = await t.form('bob', `/pages/${id}/sharing/give`, { who: 'new@example.net', role: 'viewer' });
      assert.equal(form.status, 403);
      assert.equal((await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares.length, 1);
      // Who has it already may get another level, as far as the guest's own goes.
      await share('ann', id, { email: 'there@example.net', access: 'view' });
      assert.equal((await share('bob', id, { email: 'There@example.net', access: 'comment' })).status, 200);
      assert.equal((await t.call('edi', 'PATCH', `/api/v2/workspaces/${t.ws1}`, { guests_invite: true })).status, 403);
      assert.equal((await allow(true)).status, 200);
      assert.equal((await share('bob', id, { email: 'new@example.net', access: 'edit' })).status, 200);
      assert.equal(
        (await t.form('bob', `/pages/${id}/sharing/give`, { who: 'n@example.net', role: 'owner' })).status,
        403,
      );
      assert.equal((await allow(false)).status, 200);
      assert.equal((await share('bob', id, { email: 'newer@example.net', access: 'view' })).status, 403);
    });

    it('let nobody in who asks, and do when they own the page', async () => {
      const id = await given('edit');
      await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
      await t.form('vic', `/pages/${id}`);
      const request = /name="request_id" value="(\d+)"/.exec(
        (await t.call('ann', 'GET', `/pages/${id}/sharing`, { headers: { accept: 'text/html' } })).text,
      )?.[1] as string;
      const approve = () => t.form('bob', `/pages/${id}/sharing/approve`, { request_id: request, access: 'view' });
      assert.equal((await approve()).status, 403);
      await t.call('ann', 'POST', `/api/v2/pages/${id}/permissions`, { user_id: t.user('bob').id, role: 'owner' });
      assert.equal((await approve()).status, 303);
      assert.equal((await share('bob', id, { email: 'new@example.net', access: 'view' })).status, 200);
    });

    it('are allowed it on their own page of the workspace', async () => {
      const settings = `/workspaces/${t.ws1}/settings`;
      const isChecked = async () =>
        /name="guests_invite"[^>]* checked/.test(
          (await t.call('ann', 'GET', `/workspaces/${t.ws1}/guests`, { headers: { accept: 'text/html' } })).text,
        );
      assert.equal(await isChecked(), false);
      assert.equal((await t.form('edi', `${settings}/guests`, { guests_invite: 'yes' })).status, 403);
      assert.equal((await t.form('ann', `${settings}/guests`, { guests_invite: 'yes' })).status, 303);
      assert.equal(await isChecked(), true);
      assert.equal((await t.form('ann', `${settings}/guests`)).status, 303);
      assert.equal(await isChecked(), false);
    });
  });

  it('looks for people by number only where the caller shares a workspace with them', async () => {
    const system = t.app.context({ type: 'system', reason: 'test' });
    const person = { full_name: 'Stranger', login: 'stranger', email: 'stranger@example.org' };
    const { id: user_id } = await t.app.use(accounts).create(system, { ...person, password: 'a calm blue river' });
    const id = await page('Strangers');
    const unknown = await share('ann', id, { user_id: 2_147_483_647, access: 'view' });
    for (const path of [`/api/pages/${id}/share`, `/api/v2/pages/${id}/shares`])
      assert.equal((await t.call('ann', 'POST', path, { user_id, access: 'view' })).status, 404);
    assert.deepEqual((await share('ann', id, { user_id, access: 'view' })).body, unknown.body);
    assert.equal((await share('ann', id, { email: person.email, access: 'view' })).body.user_id, user_id);
    // By now this is a guest of the workspace.
    assert.equal((await share('ann', await page('Other'), { user_id, access: 'view' })).status, 200);
  });

  it('tells once of a share, and again when that is said', async () => {
    const id = await page('Again');
    const someone = { user_id: t.user('com').id };
    const before = await told('com');
    await share('ann', id, { ...someone, access: 'view' });
    assert.equal(await told('com'), before + 1);
    await share('ann', id, { ...someone, access: 'view' });
    await share('ann', id, { ...someone, access: 'edit' });
    assert.equal(await told('com'), before + 1, 'a repeat is told of');
    await share('ann', id, { ...someone, access: 'edit', send: true });
    assert.equal(await told('com'), before + 2);
    const mails = async () => (await t.app.mail.kept(t.ctx('ann'), 'far@example.net')).length;
    await share('ann', id, { email: 'far@example.net', access: 'view' });
    await share('ann', id, { email: 'far@example.net', access: 'edit' });
    assert.equal(await mails(), 1);
    await share('ann', id, { email: 'far@example.net', access: 'edit', send: true });
    assert.equal(await mails(), 2);
  });
});
