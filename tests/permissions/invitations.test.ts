// Invitations of several at once: all of them or nobody, who is suggested to whom, and the list and the switch below.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const FORM = 'application/x-www-form-urlencoded';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    const made = await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Vice readers' });
    assert.equal(made.status, 200, made.text);
  });
  after(() => t.stop());

  const page = async (title: string, parent_id?: number): Promise<number> => {
    const made = await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, parent_id, markdown: title });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const invite = (who: Name, id: number, names: string[], role = 'viewer') =>
    t.form(who, `/pages/${id}/sharing/give`, { who: names, role });
  const shares = async (id: number): Promise<string[]> =>
    (await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares.map(
      (one: Record<string, string>) => `${one.email ?? one.group_name} ${one.access}`,
    );
  const read = async (who: Name, id: number): Promise<string> =>
    (await t.call(who, 'GET', `/pages/${id}/sharing`, { headers: { accept: 'text/html' } })).text;
  const mails = async (address: string): Promise<number> => (await t.app.mail.kept(t.ctx('ann'), address)).length;
  const records = async (): Promise<number> =>
    (await t.call('adm', 'GET', `/api/v2/audit/permissions?workspace_id=${t.ws1}&limit=100`)).body.length;
  const told = async (who: Name): Promise<number> => {
    await t.app.events.run();
    return (await t.call(who, 'GET', '/api/v2/notifications')).body.length;
  };

  describe('several', () => {
    it('are invited by one form: people, groups and addresses', async () => {
      const id = await page('For several');
      const sent = await invite(
        'ann',
        id,
        ['Vic Example', 'com@example.org', 'Vice readers', 'new@example.net'],
        'editor',
      );
      assert.equal(sent.headers.location, `/pages/${id}/sharing?done=given`);
      assert.deepEqual(await shares(id), [
        'vic@example.org edit',
        'com@example.org edit',
        'Vice readers edit',
        'new@example.net edit',
      ]);
      assert.equal(await mails('new@example.net'), 1);
    });

    it('are refused together, with the name of the one that cannot be invited, and nothing is written', async () => {
      const id = await page('For nobody');
      const before = [await records(), await told('vic')];
      assert.ok(
        before.every((count) => count > 0),
        `nothing to compare with: ${before}`,
      );
      const typed = await invite('ann', id, ['vic@example.org', 'refused@example.net', 'Nobody <Known>']);
      assert.equal(typed.status, 422);
      assert.match(typed.text, /id="share-who-note">[^<]*“Nobody &lt;Known&gt;” must be somebody in this workspace/);
      // Only the database knows that the last one stands above: what was written before that is undone.
      const above = await invite('edi', id, ['vic@example.org', 'refused@example.net', 'ann@example.org']);
      assert.equal(above.status, 403);
      assert.match(above.text, /Nobody was invited, because of “ann@example\.org”: This role is above your own/);
      assert.deepEqual(await shares(id), []);
      assert.deepEqual([await mails('refused@example.net'), await records(), await told('vic')], [0, ...before]);
      const headers = { 'content-type': FORM, accept: 'text/html', 'accept-language': 'de' };
      const german = await t.call('ann', 'POST', `/pages/${id}/sharing/give`, { body: 'who=x+y&role=viewer', headers });
      assert.match(german.text, /„x y“ nennt niemanden aus diesem Arbeitsbereich/);
    });

    it('are refused when they are nobody, too many, or said twice', async () => {
      const id = await page('Bad input');
      const many = Array.from({ length: 31 }, (_, at) => `p${at}@example.net`);
      for (const names of [[], [''], ['a@example.net', 'a@example.net'], many, ['x'.repeat(255)]])
        assert.equal((await invite('ann', id, names)).status, 422, names.slice(0, 2).join());
      assert.deepEqual(await shares(id), []);
    });
  });

  describe('suggestions', () => {
    const found = async (who: Name, id: number, q: string) => {
      const url = `/api/pages/${id}/sharing/candidates?q=${encodeURIComponent(q)}`;
      const answer = await t.call(who, 'GET', url);
      return answer.status === 200
        ? answer.body.candidates.map((one: Record<string, string>) => `${one.kind} ${one.typed}`)
        : answer.status;
    };

    it('are people by name and address, groups, and addresses from outside', async () => {
      const id = await page('Suggested');
      assert.deepEqual(await found('ann', id, 'VIC'), ['user vic@example.org', 'group Vice readers']);
      assert.deepEqual(await found('ann', id, 'readers'), ['group Vice readers']);
      assert.deepEqual(await found('ann', id, 'com@example.org'), ['user com@example.org']);
      // Whether somebody from outside has an account is not said.
      assert.deepEqual(await found('ann', id, 'bob@example.org'), ['email bob@example.org']);
      assert.deepEqual(await found('ann', id, 'nobody@example.net'), ['email nobody@example.net']);
      assert.deepEqual(await found('ann', id, 'ann'), [], 'they are suggested to themselves');
      assert.deepEqual(await found('ann', id, '%'), []);
    });

    it('name those last who have a role on the page itself, with it', async () => {
      const id = await page('With roles');
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { user_id: t.user('com').id, access: 'edit' });
      const { body } = await t.call('edi', 'GET', `/api/pages/${id}/sharing/candidates?q=example`);
      const [grant] = (await t.call('ann', 'GET', `/api/pages/${id}/shares`)).body.shares;
      assert.deepEqual(
        body.candidates.map((one: Record<string, string | number>) => [
          ...[one.typed, one.about, one.grant_id, one.role],
        ]),
        [
          ['vic@example.org', 'vic@example.org · Viewer', null, 'viewer'],
          ['ann@example.org', 'ann@example.org · Owner', 0, 'owner'],
          ['com@example.org', 'com@example.org · Editor', grant.id, 'editor'],
        ],
      );
    });

    it('are for those who may share, and tell guests of nobody', async () => {
      const id = await page('Not for all');
      assert.equal(await found('vic', id, 'com'), 403);
      assert.equal(await found('bob', id, 'com'), 404);
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { email: 'bob@example.org', access: 'edit' });
      assert.deepEqual(await found('bob', id, 'com'), []);
      assert.deepEqual(await found('bob', id, 'com@example.org'), [], 'guests may not invite here');
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { email: 'there@example.net', access: 'view' });
      assert.deepEqual(await found('bob', id, 'there@example.net'), ['email there@example.net']);
      await t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}`, { guests_invite: true });
      assert.deepEqual(await found('bob', id, 'com@example.org'), ['email com@example.org']);
      await t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}`, { guests_invite: false });
    });
  });

  describe('the page of sharing', () => {
    const names = (html: string): string[] =>
      [...html.matchAll(/<div class="text"><strong>([^<]*)<\/strong>/g)].map(([, name = '']) => name);

    it('lists the owner first, and each once, by the nearest role', async () => {
      const top = await page('Above');
      const id = await page('Listed', top);
      await invite('ann', top, ['vic@example.org', 'com@example.org'], 'viewer');
      await invite('ann', id, ['com@example.org'], 'editor');
      await invite('ann', id, ['edi@example.org'], 'owner');
      const html = await read('ann', id);
      assert.deepEqual(names(html), ['Ann Example', 'Edi Example', 'Com Example', 'Vic Example']);
      assert.match(html, /ann@example\.org · made this page/);
      assert.equal(html.match(/from “Above”/g)?.length, 1);
      const [last] = html.split('Vic Example</strong>').slice(-1);
      assert.match(last ?? '', /from “Above”/);
    });

    it('names the workspace, or what narrows the page', async () => {
      const top = await page('General');
      const id = await page('Below', top);
      const everyone = async (who: Name) => /<option value="inherit"[^>]*>([^<]*)</.exec(await read(who, id))?.[1];
      assert.equal(await everyone('ann'), 'Everyone in Ann Example&#39;s workspace');
      await t.call('ann', 'PUT', `/api/v2/pages/${top}/permissions/type`, { permission_type: 'restricted' });
      assert.equal(await everyone('ann'), 'Everyone who can see the page above it');
      await t.form('ann', `/pages/${id}/sharing/give`, { who: 'bob@example.org', role: 'owner' });
      assert.equal((await t.call('bob', 'GET', `/api/v2/pages/${id}`)).status, 200);
      assert.ok(!(await read('bob', id)).includes('workspace</option>'), 'guests read the name of the workspace');
    });

    it('publishes and takes back by one button, for those who decide', async () => {
      const id = await page('Switched');
      const shown = async (who: Name) => {
        const html = await read(who, id);
        const form = /<form method="post" action="([^"]*publishing[^"]*)"/.exec(html)?.[1];
        return [form, /role="switch" aria-checked="(\w+)"/.exec(html)?.[1]];
      };
      const settings = `/pages/${id}/publishing`;
      assert.deepEqual(await shown('ann'), [settings, 'false']);
      assert.deepEqual(await shown('edi'), [undefined, undefined]);
      assert.equal((await t.form('ann', settings, { shows_rows: 'on' })).status, 303);
      assert.equal((await t.call('anon', 'GET', '/p/switched')).status, 200);
      assert.deepEqual(await shown('ann'), [`${settings}/end`, 'true']);
      assert.equal((await t.form('ann', `${settings}/end`)).status, 303);
      assert.equal((await t.call('anon', 'GET', '/p/switched')).status, 404);
    });
  });
});
