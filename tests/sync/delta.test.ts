// What devices are told of: everything once, then what changed, and never anything that its reader does not see.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deltaSince } from '../../plugins/sync/delta/delta.ts';
import { documentsOf } from '../../plugins/sync/documents.ts';
import { syncStatus } from '../../plugins/sync/status.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

const DAY = 86_400_000;
const textOf = (cursor: object): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

onEachEngine((_engine, open) => {
  let t: TestApp;
  const now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  let made = 0;
  const device = (who: Name): Device => {
    made += 1;
    return new Device(t, who, `delta-${made}`);
  };
  const ok = async (who: Name, method: string, path: string, body?: object) => {
    const answer = await t.call(who, method, path, body && { body });
    assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
    return answer.body;
  };
  const page = async (title: string, extra: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, ...extra })).id;
  const told = (changes: { type: string; id: number; op: string }[]): string[] =>
    changes.map(({ type, id, op }) => `${op} ${type} ${id}`);

  it('begin with everything by id, in parts, without texts', async () => {
    const ids = [await page('One', { markdown: 'a secret text' }), await page('Two'), await page('Three')];
    const { id: base, page_id } = await ok('ann', 'POST', '/api/v2/collections', {
      workspace_id: t.ws1,
      name: 'Tasks',
      properties: [{ name: 'Count', type: 'number' }],
    });
    const row = (await ok('ann', 'POST', `/api/v2/collections/${base}/rows`, { title: 'Row', values: { Count: 4 } }))
      .id;
    const vic = device('vic');
    const first = await vic.ask(2);
    assert.equal(first.has_more, true);
    assert.equal(first.changes[0]?.type, 'workspace');
    assert.equal(first.changes.filter(({ type }) => type === 'page').length, 1, 'workspaces count, too');
    const all = await vic.pull(2);
    assert.ok(!JSON.stringify(all).includes('a secret text'));
    const pages = all.flatMap(({ type, id }) => (type === 'page' || type === 'row' ? [id] : []));
    assert.deepEqual(
      pages,
      pages.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      [...ids, page_id, row].map((id) => pages.filter((one) => one === id).length),
      [1, 1, 1, 1, 1],
    );
    const described = vic.kept.get(`collection ${base}`)?.data as { properties: { name: string }[]; views: object[] };
    assert.deepEqual(
      [described.properties.map(({ name }) => name).includes('Count'), described.views.length],
      [true, 1],
    );
    const values = Object.values((vic.kept.get(`row ${row}`)?.data as { values?: object } | undefined)?.values ?? {});
    assert.deepEqual(values.includes(4), true);
    assert.deepEqual(await vic.pull(), []);
  });

  it('go on with the newest of each thing', async () => {
    const id = await page('Before');
    const gone = await page('Gone');
    const ann = device('ann');
    await ann.pull();
    for (const title of ['First', 'Second']) await ok('ann', 'PATCH', `/api/v2/pages/${id}`, { title });
    await ok('ann', 'DELETE', `/api/v2/pages/${gone}`);
    const fresh = await page('Fresh');
    const changes = await ann.pull();
    assert.deepEqual(told(changes), [`upsert page ${id}`, `delete page ${gone}`, `upsert page ${fresh}`]);
    assert.equal((changes[0]?.data as { title?: string } | undefined)?.title, 'Second');
    assert.equal(changes[0]?.version, 3);
    await ok('ann', 'POST', `/api/v2/pages/${gone}/restore`);
    assert.deepEqual(told(await ann.pull()), [`upsert page ${gone}`]);
  });

  it('come by a body as by the address', async () => {
    const byAddress = await t.call('ann', 'GET', '/api/v2/sync/delta?limit=3');
    const byBody = await t.call('ann', 'POST', '/api/v2/sync/delta', { body: { limit: 3 } });
    assert.deepEqual(byBody.body, byAddress.body);
    const reader = await t.token('ann', 'read');
    const given = { headers: reader, body: { since: byBody.body.cursor } };
    assert.equal((await t.inject('POST', '/api/v2/sync/delta', given)).status, 200);
  });

  it('tell nothing of what is hidden, and end what was seen', async () => {
    const secret = await page('Secret-7f3a');
    const seen = await page('Seen so far');
    await ok('ann', 'PUT', `/api/v2/pages/${secret}/permissions/type`, { permission_type: 'private' });
    const vic = device('vic');
    const bob = device('bob');
    const snapshot = [...(await vic.pull()), ...(await bob.pull())];
    assert.ok(!snapshot.some(({ id, type }) => type === 'page' && id === secret));
    assert.ok(!bob.titles()[seen]);
    await ok('ann', 'PATCH', `/api/v2/pages/${secret}`, { title: 'Secret-7f3b' });
    assert.deepEqual([await vic.pull(), await bob.pull()], [[], []]);
    await ok('ann', 'PUT', `/api/v2/pages/${seen}/permissions/type`, { permission_type: 'private' });
    const ended = await vic.ask();
    await t.app.events.run();
    const changes = [...ended.changes, ...(await vic.pull())];
    assert.ok(told(changes).includes(`revoke page ${seen}`), told(changes).join());
    assert.ok(!JSON.stringify(changes).includes('Seen so far'));
    assert.ok(!vic.titles()[seen]);
    assert.deepEqual(await bob.pull(), []);
  });

  it('have a device ask what is gone when its rights moved without an event', async () => {
    const group = await ok('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Readers' });
    await ok('ann', 'POST', `/api/v2/groups/${group.id}/members`, { user_id: t.user('vic').id });
    const id = await page('For readers');
    await ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
    await ok('ann', 'POST', `/api/v2/pages/${id}/permissions`, { group_id: group.id, role: 'viewer' });
    const vic = device('vic');
    await vic.pull();
    assert.equal(vic.titles()[id], 'For readers');
    await ok('ann', 'DELETE', `/api/v2/groups/${group.id}/members/${t.user('vic').id}`);
    const { recheck, changes } = await vic.ask();
    assert.deepEqual([recheck, changes.filter(({ type }) => type !== 'workspace')], [true, []]);
    assert.ok((await vic.check()).gone.includes(id));
    await vic.pull();
    assert.equal((await vic.ask()).recheck, false);
  });

  it('have a device ask when something went for good', async () => {
    const id = await page('For good');
    const ann = device('ann');
    await ann.pull();
    await ok('ann', 'DELETE', `/api/v2/pages/${id}`);
    await ok('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`);
    await t.app.events.run();
    assert.equal((await ann.ask()).recheck, true);
    await ann.pull();
    assert.ok(!(id in ann.titles()));
  });

  it('begin anew after 30 days, and refuse what is no cursor', async () => {
    const ann = device('ann');
    await ann.pull();
    const cursor = JSON.parse(Buffer.from(ann.cursor as string, 'base64url').toString());
    const aged = (days: number) => ({ ...cursor, at: new Date(Date.parse(cursor.at) - days * DAY).toISOString() });
    ann.cursor = textOf(aged(29));
    assert.deepEqual((await ann.ask()).changes, []);
    ann.cursor = textOf(aged(31));
    const answer = await ann.ask();
    assert.deepEqual([answer.resync_required, answer.changes.length > 3], [true, true]);
    ann.cursor = answer.cursor;
    assert.equal((await ann.ask()).resync_required, false);
    ann.cursor = textOf({ ...cursor, seq: 999_999 });
    assert.equal((await ann.ask()).resync_required, true);
    for (const since of ['x', textOf({ ...cursor, seq: -1 }), textOf({}), '-1', '1.5', '9'.repeat(16)]) {
      const refused = await t.call('ann', 'GET', `/api/v2/sync/delta?since=${since}`);
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.text, /since/);
    }
    for (const query of ['limit=0', 'limit=1001', 'what=1'])
      assert.equal((await t.call('ann', 'GET', `/api/v2/sync/delta?${query}`)).status, 422, query);
    assert.equal((await t.call('anon', 'GET', '/api/v2/sync/delta')).status, 401);
  });

  it('begin with 0 and with nothing, and go on behind the number of an event', async () => {
    const begun = await ok('ann', 'GET', '/api/v2/sync/delta?limit=3');
    for (const since of ['0', ''])
      assert.deepEqual(await ok('ann', 'GET', `/api/v2/sync/delta?limit=3&since=${since}`), begun);
    for (const since of [0, '0'])
      assert.deepEqual(await ok('ann', 'POST', '/api/v2/sync/delta', { since, limit: 3 }), begun);
    const ann = device('ann');
    const before = await page('Before the number');
    await ann.pull();
    ann.cursor = String(await t.app.events.newest(t.app.database.reader));
    const still = await ann.ask();
    assert.deepEqual([still.resync_required, still.recheck, still.has_more], [false, true, false]);
    const id = await page('Behind the number');
    await t.app.events.run();
    const { changes, resync_required, cursor } = await ann.ask();
    assert.deepEqual([resync_required, told(changes).includes(`upsert page ${id}`)], [false, true]);
    assert.ok(!told(changes).includes(`upsert page ${before}`));
    const byBody = await ok('ann', 'POST', '/api/v2/sync/delta', { since: Number(ann.cursor) });
    assert.deepEqual(byBody.changes, changes);
    ann.cursor = cursor;
    assert.deepEqual([(await ann.ask()).changes, (await ann.ask()).recheck], [[], false]);
  });

  it('begin anew behind a number whose events are gone, or that was not given yet', async () => {
    const ann = device('ann');
    const newest = await t.app.events.newest(t.app.database.reader);
    const gone = newest - 1;
    await t.app.database.writer('domain_events').where({ seq: gone }).delete();
    for (const [since, isAnew] of [
      [gone - 1, true],
      [gone, false],
      [newest + 1, true],
    ] as const) {
      ann.cursor = String(since);
      assert.equal((await ann.ask()).resync_required, isAnew, ann.cursor);
    }
  });

  it('say which of the kept things are gone or others', async () => {
    const [same, other, gone] = [await page('Same'), await page('Other'), await page('Trashed')];
    await ok('ann', 'DELETE', `/api/v2/pages/${gone}`);
    await ok('ann', 'PATCH', `/api/v2/pages/${other}`, { title: 'Changed' });
    const foreign = (await ok('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'Bob’s' })).id;
    const held = [same, other, gone, foreign, 2_000_000].map((id) => ({ id, version: 1 }));
    const answer = await ok('ann', 'POST', '/api/v2/sync/status', { device_id: 'laptop', device_name: 'Laptop', held });
    assert.deepEqual(answer, { gone: [gone, foreign, 2_000_000], stale: [other] });
    const status = await ok('ann', 'GET', '/api/v2/sync/status?device_id=laptop');
    const { device_id, name, pending, failed } = status.devices.find(
      (one: { device_id: string }) => one.device_id === 'laptop',
    );
    assert.deepEqual([device_id, name, pending, failed], ['laptop', 'Laptop', 0, 0]);
    assert.deepEqual(status.queue, { pending: 0, syncing: 0, synced: 0, failed: 0 });
    assert.equal(status.server_time, new Date(now).toISOString());
    assert.ok(!(await ok('bob', 'GET', '/api/v2/sync/status')).devices.length);
    const many = Array.from({ length: 5001 }, (_, index) => ({ id: index + 1, version: 1 }));
    assert.equal((await t.call('ann', 'POST', '/api/v2/sync/status', { device_id: 'x', held: many })).status, 422);
  });

  it('come with whole pages, of those that are seen', async () => {
    const id = await page('Kept', { markdown: 'Some *text*' });
    const foreign = (await ok('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'Bob’s' })).id;
    const [document, ...others] = await ok('vic', 'POST', '/api/v2/sync/documents', { ids: [id, foreign, id] });
    assert.deepEqual([document.id, others], [id, []]);
    assert.match(document.html, /<em>text<\/em>/);
    assert.ok(document.epoch && document.schema_version > 0 && document.files.length === 0);
    const Y = await import('yjs');
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Buffer.from(document.state, 'base64'));
    assert.equal(doc.getText('title').toString(), 'Kept');
    const again = await ok('vic', 'POST', '/api/v2/sync/documents', { ids: [id] });
    assert.equal(again[0].epoch, document.epoch);
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    for (const ids of [many, [], ['x'], [0]])
      assert.equal((await t.call('vic', 'POST', '/api/v2/sync/documents', { ids })).status, 422);
  });

  it('are for nobody who looks at things as somebody else', async () => {
    const { actor } = t.ctx('vic');
    assert.ok(actor.type === 'user');
    const seenBy = t.ctx('ann').actor;
    assert.ok(seenBy.type === 'user');
    const ctx = t.app.context({ ...actor, seenBy });
    for (const refused of [() => deltaSince(ctx, undefined, 10), () => syncStatus(ctx), () => documentsOf(ctx, [1])])
      await assert.rejects(refused, { code: 'forbidden' });
  });
});
