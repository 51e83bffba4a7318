// Groups of a directory: who is in them has the roles that are mapped to their names, at once and for as long.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { assertFault, type Directory, GROUP, startDirectory, USER } from './directory.ts';

onEachEngine((_engine, open) => {
  let d: Directory;
  before(async () => {
    d = await startDirectory(await open());
    await d.configure({
      mappings: [
        { group: 'Staff', workspace_id: d.t.ws1, role: 'viewer' },
        { group: 'Writers', workspace_id: d.t.ws1, role: 'editor' },
      ],
    });
  });
  after(() => d.t.stop());

  const member = async (name: string) => {
    const { id } = await d.person(name);
    return { id: id as string, account: (await d.account(`${name}@corp.test`)).id };
  };
  const sync = async () => (await d.t.call('adm', 'POST', '/api/v2/sso/sync', {})).body;

  it('give roles and take them, at once', async () => {
    const kim = await member('kim');
    assert.deepEqual(await d.roles(kim.account), {});
    const staff = await d.group('Staff', [kim.id]);
    assert.deepEqual(await d.roles(kim.account), { ws1: 'viewer sso' });
    const writers = await d.group('Writers');
    await d.patch(`/Groups/${writers.id}`, { op: 'add', path: 'members', value: [{ value: kim.id }] });
    assert.deepEqual(await d.roles(kim.account), { ws1: 'editor sso' });
    const shown = (await d.call('GET', `/Users/${kim.id}`)).body.groups;
    assert.deepEqual(shown.map(({ display }: { display: string }) => display).sort(), ['Staff', 'Writers']);
    await d.patch(`/Groups/${writers.id}`, { op: 'replace', path: 'displayName', value: 'Painters' });
    assert.deepEqual(await d.roles(kim.account), { ws1: 'viewer sso' });
    await d.patch(`/Groups/${writers.id}`, { op: 'replace', path: 'displayName', value: 'Writers' });
    assert.deepEqual(await d.roles(kim.account), { ws1: 'editor sso' });
    assert.equal((await sync()).changed, 0);
    assert.equal((await d.call('DELETE', `/Groups/${writers.id}`)).status, 204);
    assert.deepEqual(await d.roles(kim.account), { ws1: 'viewer sso' });
    const put = await d.call('PUT', `/Groups/${staff.id}`, { schemas: [GROUP], displayName: 'Staff' });
    assert.deepEqual([put.status, put.body.members], [200, undefined]);
    assert.deepEqual(await d.roles(kim.account), {});
    assert.equal((await d.call('DELETE', `/Groups/${staff.id}`)).status, 204);
    assertFault(await d.call('GET', `/Groups/${staff.id}`), 404, undefined, /no such/);
    const reasons = (await d.history()).map(({ reason }) => reason);
    for (const reason of ['scim_group_created', 'scim_group_changed', 'scim_group_removed', 'scim_created'])
      assert.ok(reasons.includes(reason), reason);
  });

  it('give newcomers what everybody has, also without a group', async () => {
    const { mappings } = (await d.t.call('adm', 'GET', '/api/v2/sso/config')).body;
    await d.configure({ mappings, default_workspaces: [{ workspace_id: d.t.ws2, role: 'commenter' }] });
    const lea = await member('lea');
    assert.deepEqual(await d.roles(lea.account), { ws2: 'commenter sso' });
    await d.configure({ mappings });
  });

  it('leave who was removed from the directory without roles, and give them back with the groups', async () => {
    const max = await member('max');
    const staff = await d.group('Staff', [max.id]);
    assert.deepEqual(await d.roles(max.account), { ws1: 'viewer sso' });
    await d.call('DELETE', `/Users/${max.id}`);
    assert.deepEqual(await d.roles(max.account), {});
    assert.equal((await d.call('GET', `/Groups/${staff.id}`)).body.members, undefined);
    const again = await d.person('max');
    await d.patch(`/Groups/${staff.id}`, { op: 'add', path: 'members', value: [{ value: again.id }] });
    assert.deepEqual(await d.roles(max.account), { ws1: 'viewer sso' });
    await d.call('DELETE', `/Groups/${staff.id}`);
  });

  it('refuses what is no group, naming the attribute', async () => {
    const other = await d.group('Taken');
    const group = { schemas: [GROUP], displayName: 'Fresh' };
    const cases: [object, string, RegExp][] = [
      [{ schemas: [GROUP] }, 'invalidValue', /displayName is required/],
      [{ schemas: [USER], displayName: 'x' }, 'invalidValue', /not known here/],
      [{ ...group, displayName: 'x'.repeat(501) }, 'invalidValue', /at most 500/],
      [{ ...group, members: [{ value: 'nobody' }] }, 'invalidValue', /nobody, who is not known/],
      [{ ...group, members: [{ value: other.id, type: 'Group' }] }, 'invalidValue', /no groups/],
      [{ ...group, members: [{ value: other.id }] }, 'invalidValue', /not known here/],
      [{ ...group, members: [{ type: 'User' }] }, 'invalidValue', /by the value/],
      [
        { ...group, members: Array.from({ length: 10_001 }, (_, n) => ({ value: `n${n}` })) },
        'invalidValue',
        /members has at most 10000/,
      ],
    ];
    for (const [body, scimType, detail] of cases)
      assertFault(await d.call('POST', '/Groups', body), 400, scimType, detail);
    const taken = { ...group, displayName: 'TAKEN' };
    assertFault(await d.call('POST', '/Groups', taken), 409, 'uniqueness', /displayName/);
    const fresh = await d.group('Fresh');
    assertFault(await d.call('PUT', `/Groups/${fresh.id}`, taken), 409, 'uniqueness', /displayName/);
    const stale = await d.call('PUT', `/Groups/${fresh.id}`, group, { 'if-match': 'W/"9"' });
    assertFault(stale, 412, undefined, /changed in the meantime/);
    assert.equal((await d.call('PUT', `/Groups/${fresh.id}`, group, { 'if-match': 'W/"1"' })).status, 200);
  });

  it('takes ten thousand members and groups', async () => {
    const writer = d.t.app.database.writer;
    const now = d.t.app.now();
    const rows = Array.from({ length: 10_000 }, (_, n) => n);
    const first = 1_000_000;
    for (let at = 0; at < rows.length; at += 500) {
      const some = rows.slice(at, at + 500);
      await writer('users').insert(
        some.map((n) => ({
          ...{ id: first + n, login: `many${n}`, login_key: `many${n}`, full_name: `Many ${n}` },
          ...{ email: `many${n}@corp.test`, email_key: `many${n}@corp.test`, created_at: now, updated_at: now },
        })),
      );
      await writer('scim_users').insert(
        some.map((n) => ({
          ...{ id: `many-${n}`, user_id: first + n, user_name: `many${n}`, user_name_key: `many${n}` },
          ...{ resource_json: JSON.stringify({ userName: `many${n}`, externalId: `x${n}` }), external_id: `x${n}` },
          ...{ created_at: now, updated_at: now },
        })),
      );
      await writer('scim_groups').insert(
        some.map((n) => ({
          ...{ id: `group-${n}`, display_name: `Group ${n}`, display_name_key: `group ${n}`, version: 1 },
          ...{ created_at: now, updated_at: now },
        })),
      );
    }
    const all = await d.group(
      'All',
      rows.map((n) => `many-${n}`),
    );
    assert.equal(all.members.length, 10_000);
    await d.patch(`/Groups/${all.id}`, { op: 'remove', path: 'members[value eq "many-7"]' });
    assert.equal((await d.call('GET', `/Groups/${all.id}`)).body.members.length, 9999);
    const extra = await member('extra');
    const over = [{ value: extra.id }, { value: 'many-7' }];
    assertFault(
      await d.patch(`/Groups/${all.id}`, { op: 'add', path: 'members', value: over }),
      ...([400, 'invalidValue', /at most 10000/] as const),
    );
    const found = await d.search('/Groups', { filter: 'displayName eq "group 9876"' });
    assert.deepEqual(found.body.Resources[0].id, 'group-9876');
    assert.ok((await d.search('/Groups', { count: 1 })).body.totalResults > 10_000);
    const people = await d.search('/Users', { filter: 'externalId ew "99"', count: 500 });
    assert.deepEqual([people.body.totalResults, people.body.itemsPerPage], [100, 100]);
  });
});
