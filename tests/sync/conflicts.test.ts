// Conflicts: a person's own, decided once, with rights as they are then.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let phone: Device;
  before(async () => {
    t = await startApp(await open());
    phone = new Device(t, 'edi', 'phone');
  });
  after(() => t.stop());

  const ok = async (who: Name, method: string, path: string, body?: object) => {
    const answer = await t.call(who, method, path, body && { body });
    assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
    return answer.body;
  };
  const get = (id: number) => t.call('ann', 'GET', `/api/v2/pages/${id}`);
  const listed = (who: Name, query = '') => ok(who, 'GET', `/api/v2/sync/conflicts${query}`);
  /** A title that Edi and Ann have both changed. */
  const clash = async () => {
    const { id } = await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Base' });
    await ok('ann', 'PATCH', `/api/v2/pages/${id}`, { title: 'Theirs' });
    const [outcome] = await phone.send(
      phone.mutation('page_update', { id, fields: { title: 'Mine' }, base: { title: 'Base' } }),
    );
    const conflict = (await listed('edi'))[0];
    assert.equal(conflict.target_id, id);
    return { id, copy: outcome?.copy_id as number, conflict };
  };
  const decide = (who: Name, id: number, keep: unknown) =>
    t.call(who, 'POST', `/api/v2/sync/conflicts/${id}`, { body: { keep } });

  it('show both sides, to the person whose device it was', async () => {
    const { id, copy, conflict } = await clash();
    const { created_at, resolved_at, ...shown } = conflict;
    assert.deepEqual(shown, {
      ...{ id: conflict.id, device_id: 'phone', client_id: conflict.client_id, target_id: id, title: 'Theirs' },
      ...{ base: { title: 'Base' }, mine: { title: 'Mine' }, theirs: { title: 'Theirs' } },
      ...{ copy_page_id: copy, state: 'open' },
      words: [{ field: 'title', name: 'Title', mine: 'Mine', theirs: 'Theirs' }],
    });
    assert.ok(created_at && resolved_at === null);
    assert.deepEqual(await listed('ann'), []);
    for (const who of ['ann', 'bob', 'adm'] as const)
      assert.equal((await decide(who, conflict.id, 'mine')).status, 404, who);
    assert.equal((await decide('edi', 2_000_000, 'mine')).status, 404);
    assert.equal((await decide('edi', conflict.id, 'none')).status, 422);
    assert.equal((await t.call('edi', 'GET', '/api/v2/sync/conflicts?state=closed')).status, 422);
    assert.equal((await ok('edi', 'GET', '/api/v2/sync/status?device_id=phone')).conflicts, 1);
  });

  for (const [keep, title, copyStatus] of [
    ['mine', 'Mine', 404],
    ['theirs', 'Theirs', 404],
    ['both', 'Theirs', 200],
  ] as const)
    it(`are decided once: ${keep}`, async () => {
      const { id, copy, conflict } = await clash();
      const decided = await decide('edi', conflict.id, keep);
      assert.deepEqual([decided.status, decided.body.state], [200, keep], decided.text);
      assert.ok(decided.body.resolved_at);
      assert.equal((await get(id)).body.title, title);
      assert.equal((await get(copy)).status, copyStatus);
      assert.equal((await decide('edi', conflict.id, 'mine')).status, 409);
      assert.ok((await listed('edi', '?state=open')).every((one: { id: number }) => one.id !== conflict.id));
      assert.ok((await listed('edi', `?state=${keep}`)).some((one: { id: number }) => one.id === conflict.id));
    });

  it('of a deletion delete when the person means it', async () => {
    const { id } = await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Base' });
    await ok('ann', 'PATCH', `/api/v2/pages/${id}`, { title: 'Theirs' });
    await phone.send(phone.mutation('page_delete', { id }, { base_version: 1 }));
    const [conflict] = await listed('edi');
    assert.deepEqual(
      [conflict.mine, conflict.theirs, conflict.copy_page_id],
      [{ deleted: true }, { deleted: false }, null],
    );
    assert.equal((await decide('edi', conflict.id, 'mine')).status, 200);
    assert.equal((await get(id)).status, 404);
  });

  it('of a row take its values', async () => {
    const { id: home } = await ok('ann', 'POST', '/api/v2/collections', {
      workspace_id: t.ws1,
      name: 'Tasks',
      properties: [{ name: 'Count', type: 'number' }],
    });
    const known: { id: number; name: string }[] = await ok('ann', 'GET', `/api/v2/collections/${home}/properties`);
    const count = known.find(({ name }) => name === 'Count')?.id as number;
    const { id } = await ok('ann', 'POST', `/api/v2/collections/${home}/rows`, {
      title: 'Row',
      values: { [count]: 2 },
    });
    await phone.send(
      phone.mutation('page_update', { id, fields: { values: { [count]: 9 } }, base: { values: { [count]: 1 } } }),
    );
    const [conflict] = await listed('edi');
    assert.deepEqual([conflict.mine, conflict.theirs], [{ [`values.${count}`]: 9 }, { [`values.${count}`]: 2 }]);
    assert.equal((await decide('edi', conflict.id, 'mine')).status, 200);
    assert.equal((await ok('ann', 'GET', `/api/v2/rows/${id}`)).values[count], 9);
  });

  it('of a database take its name', async () => {
    const { id } = await ok('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Theirs' });
    await phone.send(phone.mutation('collection_update', { id, fields: { name: 'Mine' }, base: { name: 'Base' } }));
    const [conflict] = await listed('edi');
    assert.deepEqual([conflict.mine, conflict.theirs], [{ name: 'Mine' }, { name: 'Theirs' }]);
    assert.equal((await decide('edi', conflict.id, 'mine')).status, 200);
    assert.equal((await ok('ann', 'GET', `/api/v2/collections/${id}`)).name, 'Mine');
  });

  it('obey locks, and are gone with the right to what they are about', async () => {
    const { id, conflict } = await clash();
    await ok('ann', 'PUT', `/api/v2/pages/${id}/lock`);
    assert.equal((await decide('edi', conflict.id, 'mine')).status, 423);
    await ok('ann', 'DELETE', `/api/v2/pages/${id}/lock`);
    await ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'private' });
    assert.ok((await listed('edi')).every((one: { id: number }) => one.id !== conflict.id));
    assert.equal((await decide('edi', conflict.id, 'mine')).status, 404);
    assert.equal((await get(id)).body.title, 'Theirs');
  });
});
