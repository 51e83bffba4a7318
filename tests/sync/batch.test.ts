// What devices send: made once and in order, each change as a whole, with the rights of the person, and no value lost.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { takeBatch } from '../../plugins/sync/batch/batch.ts';
import type { ChangeOutcome, Mutation } from '../../plugins/sync/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

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
    return new Device(t, who, `batch-${made}`);
  };
  const ok = async (who: Name, method: string, path: string, body?: object) => {
    const answer = await t.call(who, method, path, body && { body });
    assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
    return answer.body;
  };
  const page = async (title: string, extra: object = {}, who: Name = 'ann'): Promise<number> =>
    (await ok(who, 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, ...extra })).id;
  const get = (id: number, who: Name = 'ann') => ok(who, 'GET', `/api/v2/pages/${id}`);
  const base = async (): Promise<{ id: number; page_id: number; count: number; note: number }> => {
    const { id, page_id } = await ok('ann', 'POST', '/api/v2/collections', {
      workspace_id: t.ws1,
      name: 'Tasks',
      properties: [
        { name: 'Count', type: 'number' },
        { name: 'Note', type: 'text', validation: { max_length: 10 } },
      ],
    });
    const known: { id: number; name: string }[] = await ok('ann', 'GET', `/api/v2/collections/${id}/properties`);
    const idOf = (name: string) => known.find((one) => one.name === name)?.id as number;
    return { id, page_id, count: idOf('Count'), note: idOf('Note') };
  };
  const said = (outcomes: ChangeOutcome[]): string[] =>
    outcomes.map(({ status, code }) => (code ? `${status} ${code}` : status));
  const create = (one: Device, title: string, extra: object = {}) =>
    one.mutation('page_create', { workspace_id: t.ws1, title, ...extra });

  it('takes what a change carries as JSON text too, and shows who sent it what came of it', async () => {
    const phone = device('edi');
    const object = create(phone, 'As an object');
    const text = { ...create(phone, 'As text'), payload: JSON.stringify({ workspace_id: t.ws1, title: 'As text' }) };
    assert.deepEqual(said(await phone.send(object, text)), ['applied', 'applied']);
    assert.equal((await phone.send(text))[0]?.repeated, true);
    for (const payload of ['[]', '{', '"x"', '{"title":"\\u0000"}', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`])
      assert.equal((await phone.post([{ ...create(phone, 'x'), payload }])).status, 422, payload);
    const list = await ok('edi', 'GET', `/api/v2/sync/batch?device_id=${phone.id}&limit=1`);
    const [{ id, created_at, client_timestamp, server_version, ...entry }] = list;
    assert.deepEqual(entry, {
      ...{ user_id: t.user('edi').id, device_id: phone.id, client_id: text.client_id, type: 'page_create' },
      ...{ payload: text.payload, status: 'synced', retries: 0, error: null },
    });
    assert.deepEqual([typeof id, typeof client_timestamp, server_version], ['number', 'number', 1]);
    assert.ok(created_at);
    const all = await t.call('edi', 'GET', '/api/v2/sync/batch?limit=1&page=2');
    assert.deepEqual([all.body[0].client_id, all.headers['x-total-count']], [object.client_id, '2']);
    assert.deepEqual(await ok('bob', 'GET', `/api/v2/sync/batch?device_id=${phone.id}`), []);
  });

  it('makes pages whose later changes name them as the device does', async () => {
    const phone = device('edi');
    const parent = create(phone, 'Trip', { page_icon: '🚆' });
    const child = create(phone, 'Day one', { parent_id: parent.client_id });
    const outcomes = await phone.send(
      parent,
      child,
      phone.mutation('page_update', {
        id: child.client_id,
        fields: { title: 'Day 1', tags: ['Travel'], favorite: true },
        base: { title: 'Day one' },
      }),
      phone.mutation('page_move', { id: child.client_id, parent_id: null, position: 0 }),
      phone.mutation('page_delete', { id: parent.client_id }),
    );
    assert.deepEqual(said(outcomes), Array(5).fill('applied'));
    const id = outcomes[1]?.id as number;
    const { title, parent_id, created_by } = await get(id, 'edi');
    assert.deepEqual([title, parent_id, created_by], ['Day 1', null, t.user('edi').id]);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${outcomes[0]?.id}`)).status, 404);
    const favorites: { page_id: number }[] = await ok('edi', 'GET', '/api/v2/favorites');
    assert.ok(favorites.some(({ page_id }) => page_id === id));
    const tags: { name: string }[] = await ok('edi', 'GET', `/api/v2/pages/${id}/tags`);
    assert.deepEqual(
      tags.map(({ name }) => name),
      ['Travel'],
    );
    await t.app.events.run();
    const origins: string[] = await t.app.database
      .reader('domain_events')
      .where({ actor_id: t.user('edi').id, type: 'page.moved' })
      .pluck('origin');
    assert.deepEqual(origins, ['sync']);
  });

  it('answers a repeat as the first time, and takes no other change under its name', async () => {
    const phone = device('edi');
    const change = create(phone, 'Once');
    const [first] = await phone.send(change);
    for (let time = 0; time < 2; time += 1) {
      const [again] = await phone.send({ ...change, client_timestamp: 5 });
      assert.deepEqual(again, { ...first, repeated: true });
    }
    const [other] = await phone.send({ ...change, payload: { ...change.payload, title: 'Twice' } });
    assert.deepEqual([other?.status, other?.code], ['rejected', 'conflict']);
    const [twin, its] = await phone.send(create(phone, 'Twin'), { ...change });
    assert.deepEqual([twin?.status, its?.repeated], ['applied', true]);
    const own = device('ann');
    const [others] = await own.send({ ...change });
    assert.equal(others?.repeated, undefined);
    assert.notEqual(others?.id, first?.id);
    const [refused] = await phone.send({ ...phone.mutation('page_delete', { id: 2_000_000 }), client_id: 'gone' });
    const [refusedAgain] = await phone.send({ ...phone.mutation('page_delete', { id: 2_000_000 }), client_id: 'gone' });
    assert.deepEqual(refusedAgain, { ...refused, repeated: true });
  });

  it('makes a change once that comes twice at the same time', async () => {
    const phone = device('edi');
    const changes = ['Left', 'Right', 'Above'].map((title) => create(phone, `At once ${title}`));
    const answers = await Promise.all(Array.from({ length: 4 }, () => phone.send(...changes)));
    for (const index of changes.keys()) assert.equal(new Set(answers.map((outcomes) => outcomes[index]?.id)).size, 1);
    const all: { title: string }[] = await ok('ann', 'GET', `/api/v2/pages?workspace_id=${t.ws1}&limit=100`);
    assert.equal(all.filter(({ title }) => title.startsWith('At once')).length, 3);
  });

  it('keeps both when two texts meet, and the last of what is only looks', async () => {
    const id = await page('As it was');
    const seen = await get(id);
    await ok('ann', 'PATCH', `/api/v2/pages/${id}`, { title: 'Ann’s title', page_icon: '🌳' });
    const phone = device('edi');
    const [outcome] = await phone.send(
      phone.mutation(
        'page_update',
        {
          id,
          fields: { title: 'Edi’s title', page_icon: '🌵', full_width: 1 },
          base: { title: 'As it was', page_icon: '', full_width: 0 },
        },
        { base_version: seen.sync_version },
      ),
    );
    assert.deepEqual([outcome?.status, outcome?.overwrote], ['conflict', { page_icon: '🌳' }]);
    const there = await get(id);
    assert.deepEqual([there.title, there.page_icon, there.full_width], ['Ann’s title', '🌵', 1]);
    assert.equal(outcome?.version, there.sync_version);
    const copy = await get(outcome?.copy_id as number);
    assert.deepEqual([copy.title, copy.parent_id], ['Edi’s title (offline copy)', null]);
    assert.match(copy.content, /Edi’s title/);
    assert.match(copy.content, /Ann’s title/);
  });

  it('takes what nobody else has touched, whatever version the device has seen', async () => {
    const id = await page('Calm');
    await ok('ann', 'PATCH', `/api/v2/pages/${id}`, { page_icon: '🌊' });
    const phone = device('edi');
    const update = (fields: object, seen: object = {}, extra: object = {}) =>
      phone.mutation('page_update', { id, fields, base: seen }, extra);
    const outcomes = await phone.send(
      update({ title: 'Calmer' }, { title: 'Calm' }, { base_version: 1 }),
      update({ title: 'Calmest' }, { title: 'Calmer' }, { base_version: 1 }),
      // The same as is there is no conflict.
      update({ title: 'Calmest' }, { title: 'Never' }, { base_version: 1 }),
      // Without what it has seen, the version decides.
      update({ title: 'Wild' }, {}, { base_version: 1 }),
    );
    assert.deepEqual(said(outcomes), ['applied', 'applied', 'applied', 'conflict']);
    assert.equal((await get(id)).title, 'Calmest');
    const { sync_version } = await get(id);
    const [last] = await phone.send(update({ title: 'Still' }, {}, { base_version: sync_version }));
    assert.equal(last?.status, 'applied');
  });

  it('keeps values of rows one by one, and a copy inside the row', async () => {
    const { id: home, count, note } = await base();
    const phone = device('edi');
    const row = phone.mutation('page_create', {
      workspace_id: t.ws1,
      title: 'Row',
      collection_id: home,
      values: { [count]: 1, [note]: 'a' },
    });
    const [first] = await phone.send(row);
    assert.equal(first?.status, 'applied', JSON.stringify(first));
    const id = first?.id as number;
    await ok('ann', 'PATCH', `/api/v2/rows/${id}`, { values: { [count]: 2 } });
    const [outcome] = await phone.send(
      phone.mutation('page_update', {
        id,
        fields: { values: { [count]: 9, [note]: 'mine' } },
        base: { values: { [count]: 1, [note]: 'a' } },
      }),
    );
    assert.equal(outcome?.status, 'conflict', JSON.stringify(outcome));
    const { values } = await ok('ann', 'GET', `/api/v2/rows/${id}`);
    assert.deepEqual([values[count], values[note]], [2, 'mine']);
    const copy = await get(outcome?.copy_id as number);
    assert.equal(copy.parent_id, id);
    assert.match(copy.content, /Count/);
    assert.match(copy.content, /"9"/);
    assert.doesNotMatch(copy.content, /mine"/);
    const [broken] = await phone.send(
      phone.mutation('page_update', {
        id,
        fields: { values: { [note]: 'much too long' } },
        base: { values: { [note]: 'mine' } },
      }),
    );
    assert.deepEqual([broken?.status, broken?.code], ['rejected', 'validation_failed']);
  });

  it('deletes nothing that somebody else has changed', async () => {
    const [changed, same] = [await page('Changed'), await page('Same')];
    await ok('ann', 'PATCH', `/api/v2/pages/${changed}`, { title: 'Changed by Ann' });
    const phone = device('edi');
    const outcomes = await phone.send(
      phone.mutation('page_delete', { id: changed }, { base_version: 1 }),
      phone.mutation('page_update', { id: same, fields: { title: 'By Edi' }, base: { title: 'Same' } }),
      phone.mutation('page_update', { id: same, fields: { page_icon: '🌱' }, base: { page_icon: '' } }),
      phone.mutation('page_delete', { id: same }, { base_version: 1 }),
      phone.mutation('page_delete', { id: same }, { base_version: 1 }),
    );
    assert.deepEqual(said(outcomes), ['conflict', 'applied', 'applied', 'applied', 'applied']);
    assert.equal((await get(changed)).title, 'Changed by Ann');
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${same}`)).status, 404);
  });

  it('puts what has lost its parent at the top, and refuses what has no right', async () => {
    const gone = await page('Gone');
    const closed = await page('Closed');
    const foreign = await page('Bob’s', { workspace_id: t.ws2 }, 'bob');
    const below = await page('Below', { parent_id: closed });
    await ok('ann', 'DELETE', `/api/v2/pages/${gone}`);
    await ok('ann', 'PUT', `/api/v2/pages/${closed}/lock`);
    const phone = device('edi');
    const failed = phone.mutation('page_create', { workspace_id: t.ws2, title: 'Not mine' });
    const outcomes = await phone.send(
      create(phone, 'Orphan', { parent_id: gone }),
      create(phone, 'Foreign parent', { parent_id: foreign }),
      create(phone, 'Locked', { parent_id: closed }),
      failed,
      create(phone, 'Child of nothing', { parent_id: failed.client_id }),
      phone.mutation('page_update', { id: failed.client_id, fields: { title: 'x' } }),
      phone.mutation('page_update', { id: foreign, fields: { title: 'x' } }),
      phone.mutation('page_move', { id: below, parent_id: foreign }),
      phone.mutation('page_move', { id: foreign, parent_id: null }),
      phone.mutation('page_delete', { id: foreign }, { base_version: 1 }),
      phone.mutation('collection_delete', { id: foreign }),
      create(phone, 'Row of nothing', { collection_id: 2_000_000 }),
    );
    assert.deepEqual(said(outcomes), [
      ...['orphaned', 'orphaned', 'rejected page_locked', 'rejected not_found', 'orphaned'],
      ...Array(7).fill('rejected not_found'),
    ]);
    for (const index of [0, 1, 4]) assert.equal((await get(outcomes[index]?.id as number)).parent_id, null);
    assert.equal((await get(foreign, 'bob')).title, 'Bob’s');
    const vic = device('vic');
    const refused = await vic.send(
      create(vic, 'By a viewer'),
      vic.mutation('page_update', { id: below, fields: { title: 'x' }, base: { title: 'Below' } }),
      vic.mutation('page_update', { id: below, fields: { favorite: true } }),
    );
    assert.deepEqual(said(refused), ['rejected forbidden', 'rejected forbidden', 'applied']);
    const { queue } = await ok('vic', 'GET', `/api/v2/sync/status?device_id=${vic.id}`);
    assert.deepEqual(queue, { pending: 0, syncing: 0, synced: 1, failed: 2 });
  });

  it('moves nothing below itself', async () => {
    const top = await page('Top');
    const inner = await page('Inner', { parent_id: top });
    const phone = device('edi');
    const outcomes = await phone.send(
      phone.mutation('page_move', { id: top, parent_id: inner }),
      phone.mutation('page_move', { id: top, parent_id: top }),
      phone.mutation('page_move', { id: inner, parent_id: null }),
      phone.mutation('page_move', { id: top, parent_id: inner }),
    );
    assert.deepEqual(said(outcomes), ['rejected conflict', 'rejected conflict', 'applied', 'applied']);
    assert.equal((await get(top)).parent_id, inner);
  });

  it('makes and changes databases', async () => {
    const phone = device('edi');
    const home = phone.mutation('collection_create', {
      workspace_id: t.ws1,
      title: 'Books',
      properties: [{ name: 'Pages', type: 'number' }],
    });
    const row = create(phone, 'A book', { collection_id: home.client_id });
    const inside = create(phone, 'Notes', { parent_id: home.client_id });
    const outcomes = await phone.send(
      home,
      row,
      inside,
      phone.mutation('collection_update', {
        id: home.client_id,
        fields: { name: 'Library', description: 'What we read' },
        base: { name: 'Books', description: '' },
        add_properties: [{ name: 'Author', type: 'text' }],
        add_views: [{ name: 'Mine', kind: 'table' }],
      }),
    );
    assert.deepEqual(said(outcomes), Array(4).fill('applied'), JSON.stringify(outcomes));
    const { id, page_id } = outcomes[0] as { id: number; page_id: number };
    const { name, description } = await ok('ann', 'GET', `/api/v2/collections/${id}`);
    assert.deepEqual([name, description], ['Library', 'What we read']);
    const { properties, views } = await ok('edi', 'GET', `/api/v2/collections/${id}/schema`);
    assert.ok(properties.some((one: { name: string }) => one.name === 'Author'));
    const mine = views.find((one: { name: string }) => one.name === 'Mine');
    assert.equal(mine.created_by, t.user('edi').id);
    assert.equal((await get(outcomes[2]?.id as number)).parent_id, page_id);
    await ok('ann', 'PATCH', `/api/v2/collections/${id}`, { name: 'Ann’s library' });
    const [clash, kept] = await phone.send(
      phone.mutation('collection_update', { id, fields: { name: 'Edi’s' }, base: { name: 'Library' } }),
      phone.mutation('collection_delete', { id }, { base_version: outcomes[3]?.version as number }),
    );
    assert.deepEqual(said([clash, kept] as ChangeOutcome[]), ['conflict', 'conflict']);
    assert.equal((await ok('ann', 'GET', `/api/v2/collections/${id}`)).name, 'Ann’s library');
    const [gone] = await phone.send(
      phone.mutation('collection_delete', { id }, { base_version: kept?.version as number }),
    );
    assert.deepEqual([gone?.status, gone?.page_id], ['applied', page_id]);
  });

  it('takes the text that was written before the page was made', async () => {
    const { seed } = await import('../../plugins/rooms/document/ydoc.ts');
    const foreign = await page('Hidden from Edi', { workspace_id: t.ws2 }, 'bob');
    const block = (id: string, content: object[]) => ({ id, type: 'paragraph', data: {}, content });
    const state = seed({
      title: 'On the train',
      blocks: [
        block('aaaaaaaaaa', [{ type: 'text', text: 'Fields and rain' }]),
        block('bbbbbbbbbb', [{ type: 'pageLink', pageId: foreign }]),
      ] as never,
    });
    const update = Buffer.from(state).toString('base64');
    const phone = device('edi');
    const outcomes = await phone.send(
      create(phone, 'On the train', { update, schema_version: 1 }),
      create(phone, 'Old', { update, schema_version: 7 }),
      create(phone, 'Broken', { update: Buffer.from('no update').toString('base64') }),
      create(phone, 'Not base64', { update: '***' }),
    );
    assert.deepEqual(said(outcomes), [
      ...['applied', 'rejected conflict', 'rejected validation_failed', 'rejected validation_failed'],
    ]);
    const { content } = await get(outcomes[0]?.id as number, 'edi');
    assert.match(content, /Fields and rain/);
    assert.ok(!content.includes(`"pageId":${foreign}`));
    const [document] = await ok('edi', 'POST', '/api/v2/sync/documents', { ids: [outcomes[0]?.id] });
    const Y = await import('yjs');
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    Y.applyUpdate(doc, Buffer.from(document.state, 'base64'));
    assert.equal(doc.getText('title').toString(), 'On the train');
    assert.equal(doc.getXmlFragment('blocks').toString().split('Fields and rain').length, 2);
    const [kept] = await t.app.database.reader('sync_queue').where({ client_id: outcomes[0]?.client_id });
    assert.ok(!kept.payload.includes('update'));
  });

  it('believes no clock', async () => {
    const phone = device('edi');
    const [past, future] = [create(phone, '1970'), create(phone, '2099')];
    const far = Date.parse('2099-01-01T00:00:00Z');
    const outcomes = await phone.send({ ...future, client_timestamp: far }, { ...past, client_timestamp: 0 });
    assert.deepEqual(said(outcomes), ['applied', 'applied']);
    const rows: { client_timestamp: string }[] = await t.app.database
      .reader('sync_queue')
      .whereIn('client_id', [future.client_id, past.client_id])
      .orderBy('id');
    assert.deepEqual(
      rows.map(({ client_timestamp }) => Number(client_timestamp) - now),
      [5 * 60_000, -400 * 86_400_000],
    );
  });

  it('refuses what it cannot read, item by item where it can', async () => {
    const phone = device('edi');
    const many = Array.from({ length: 501 }, (_, index) => create(phone, `Page ${index}`));
    const good = create(phone, 'Good');
    for (const [body, pattern] of [
      [{ device_id: phone.id, mutations: many }, /mutations/],
      [{ device_id: 'a b', mutations: [] }, /device_id/],
      [{ mutations: [] }, /device_id/],
      [{ device_id: phone.id, mutations: [{ ...good, type: 'Page publish' }] }, /type/],
      [{ device_id: phone.id, mutations: [{ ...good, user_id: 1 }] }, /user_id/],
      [{ device_id: phone.id, mutations: [], server_version: 3 }, /server_version/],
    ] as const) {
      const refused = await t.call('edi', 'POST', '/api/v2/sync/batch', { body });
      assert.equal(refused.status, 422, refused.text);
      assert.match(refused.text, pattern);
    }
    const outcomes = await phone.send(
      phone.mutation('page_create', { id: 3 }),
      phone.mutation('page_update', { workspace_id: t.ws1, title: 'x' }),
      phone.mutation('page_delete', { id: [1] }),
      phone.mutation('page_move', { id: 1 }),
      phone.mutation('collection_update', { id: 1 }),
      phone.mutation('page_update', { id: 1, fields: { sync_version: 9 } }),
      create(phone, 'Both', { parent_id: 1, collection_id: 1 }),
      phone.mutation('page_publish' as never, { id: 1 }),
      good,
    );
    assert.deepEqual(said(outcomes), [...Array(8).fill('rejected validation_failed'), 'applied']);
    assert.match(outcomes[5]?.detail ?? '', /sync_version/);
    assert.match(outcomes[7]?.detail ?? '', /^type must be one of page_create, /);
    const queue = await t.call('edi', 'GET', `/api/v2/sync/batch?device_id=${phone.id}`);
    assert.equal(queue.body.find((one: { type: string }) => one.type === 'page_publish')?.status, 'failed');
    const reader = await t.token('edi', 'read');
    const body = { device_id: phone.id, mutations: [] };
    assert.equal((await t.inject('POST', '/api/v2/sync/batch', { headers: reader, body })).status, 403);
    assert.equal((await t.call('anon', 'POST', '/api/v2/sync/batch', { body })).status, 401);
  });

  it('sends nothing while somebody looks at things as somebody else', async () => {
    const [edi, ann] = [t.ctx('edi').actor, t.ctx('ann').actor];
    assert.ok(edi.type === 'user' && ann.type === 'user');
    const phone = device('edi');
    const mutations = [create(phone, 'Nobody’s')] as unknown as Mutation[];
    const ctx = t.app.context({ ...edi, seenBy: ann });
    await assert.rejects(takeBatch(ctx, { device_id: phone.id, mutations }), { code: 'forbidden' });
    assert.equal((await t.app.database.reader('sync_queue').where({ device_id: phone.id })).length, 0);
  });
});
