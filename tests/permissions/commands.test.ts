// Groups, explanations and the record on the command line, and rights kept through moves and the ends of workspaces.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Problem } from '../../core/http/problem.ts';
import { UsageProblem } from '../../core/kernel/plugin.ts';
import { permissionCommands } from '../../plugins/permissions/commands.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const run = async (name: string, args: string[] = [], options: Record<string, string> = {}) => {
    const lines: string[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: results have many shapes
    let result: any;
    const output = {
      json: true,
      line: (text: string) => void lines.push(text),
      table: () => {},
      result: (value: object) => {
        result = value;
      },
      progress: () => ({ update: () => {}, end: () => {} }),
    };
    const command = permissionCommands.find((one) => one.name === name);
    const input = { args, options, output, signal: new AbortController().signal };
    const code = await command?.run(t.app, { ...input, secret: async () => '', stdin: async () => '' });
    return { code, lines, result };
  };
  const page = async (title: string, parent_id?: number, workspace_id = t.ws1): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id, parent_id, markdown: title })).body.id;

  describe('the command line', () => {
    it('keeps groups', async () => {
      const workspace = String(t.ws1);
      const { group } = (await run('group create', ['Writers'], { workspace, description: 'of words' })).result;
      assert.deepEqual([group.name, group.workspace_id], ['Writers', t.ws1]);
      for (const name of ['', ' ', 'x'.repeat(101), 'a\u0001b'])
        await assert.rejects(run('group create', [name], { workspace }), { code: 'validation_failed' }, name);
      assert.equal((await run('group add', [String(group.id), 'edi'])).result.member.email, 'edi@example.org');
      const { groups } = (await run('group list', [], { workspace })).result;
      assert.deepEqual(groups, [{ id: group.id, name: 'Writers', members: 1, description: 'of words' }]);
      await assert.rejects(run('group add', [String(group.id), 'bob']), Problem);
      await assert.rejects(run('group add', ['x', 'edi']), UsageProblem);
      assert.equal((await run('group drop', [String(group.id), 'edi@example.org'])).code, 0);
      assert.equal((await run('group delete', [String(group.id)])).code, 0);
      await assert.rejects(run('group delete', [String(group.id)]), { code: 'not_found' });
    });

    it('explains, and writes the record', async () => {
      const id = await page('Explained');
      await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
      const vic = await run('permission explain', ['vic', String(id)]);
      assert.deepEqual([vic.result.role, vic.result.because, vic.result.decided_by], [null, 'restricted', id]);
      assert.match(vic.lines[0] ?? '', /vic@example\.org: no access \(restricted\)/);
      await assert.rejects(run('permission explain', ['nobody', String(id)]), { code: 'not_found' });
      const { lines, result } = await run('audit export', [], { workspace: String(t.ws1), action: 'type_change' });
      assert.match(lines[0] ?? '', /^id,resource_type,/);
      assert.equal(result.records.at(-1).resource_id, id);
      await assert.rejects(run('audit export', [], { since: 'yesterday-ish' }), UsageProblem);
      await assert.rejects(run('audit export', [], { workspace: '999' }), { code: 'not_found' });
      const com = t.app.database.writer('users').where({ id: t.user('com').id });
      await com.clone().update({ is_active: 0 });
      await assert.rejects(run('permission explain', ['com', String(id)]), /deactivated/);
      await com.update({ is_active: 1 });
    });
  });

  describe('rights', () => {
    it('for groups are dropped when a page moves to another workspace', async () => {
      const other = (await t.call('ann', 'POST', '/api/v2/workspaces', { name: 'Other' })).body.id;
      const id = await page('Leaving');
      const group = (await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Stay' })).body.id;
      await t.call('ann', 'POST', `/api/v2/groups/${group}/members`, { user_id: t.user('vic').id });
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { group_id: group, access: 'edit' });
      await t.call('ann', 'POST', `/api/pages/${id}/share`, { user_id: t.user('com').id, access: 'view' });
      assert.equal((await t.call('vic', 'PATCH', `/api/v2/pages/${id}`, { title: 'Edited' })).status, 200);
      const moved = await t.call('ann', 'POST', `/api/v2/pages/${id}/move`, { parent_id: null, workspace_id: other });
      assert.equal(moved.status, 200, moved.text);
      const seen = await Promise.all(
        (['vic', 'com'] as const).map(async (who) => (await t.call(who, 'GET', `/api/v2/pages/${id}`)).status),
      );
      assert.deepEqual(seen, [404, 200]);
      const refused = await t.call('ann', 'POST', `/api/pages/${id}/share`, { group_id: group, access: 'view' });
      assert.equal(refused.status, 422);
    });

    it('follow a move of pages with rights of their own at once', async () => {
      const [closed, openPage] = [await page('Closed'), await page('Open')];
      await t.call('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, { permission_type: 'restricted' });
      const own = await page('With a grant', openPage);
      await t.call('ann', 'POST', `/api/v2/pages/${own}/permissions`, { user_id: t.user('com').id, role: 'viewer' });
      const reads = async (who: 'edi' | 'com') => (await t.call(who, 'GET', `/api/v2/pages/${own}`)).status === 200;
      assert.deepEqual([await reads('edi'), await reads('com')], [true, true]);
      await t.call('ann', 'POST', `/api/v2/pages/${own}/move`, { parent_id: closed });
      assert.deepEqual([await reads('edi'), await reads('com')], [false, true]);
      const listed = (await t.call('edi', 'GET', '/api/v2/pages?limit=100')).body.map((one: { id: number }) => one.id);
      assert.ok(!listed.includes(own));
      await t.call('ann', 'POST', `/api/v2/pages/${own}/move`, { parent_id: null });
      assert.deepEqual([await reads('edi'), await reads('com')], [true, true]);
    });
  });
});
