// What is a person's own about pages, sent by devices: tags that are put on and taken off, and favorites.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ChangeOutcome } from '../../plugins/sync/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  let made = 0;
  const device = (who: Name): Device => {
    made += 1;
    return new Device(t, who, `own-${made}`);
  };
  const ok = async (who: Name, method: string, path: string, body?: object) => {
    const answer = await t.call(who, method, path, body);
    assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
    return answer.body;
  };
  const page = async (title: string, extra: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, ...extra })).id;
  const tagsOf = async (id: number, who: Name = 'ann'): Promise<string[]> =>
    (await ok(who, 'GET', `/api/v2/pages/${id}/tags`)).map(({ name }: { name: string }) => name);
  const said = (outcomes: ChangeOutcome[]): string[] =>
    outcomes.map(({ status, code }) => (code ? `${status} ${code}` : status));
  const fields = (one: Device, id: number | string, given: object, extra: object = {}) =>
    one.mutation('page_update', { id, fields: given }, extra);

  it('refuses tags of pages that are gone, hidden or lost meanwhile, and says which', async () => {
    const phone = device('edi');
    const [gone, lost] = [await page('Gone'), await page('Lost')];
    await ok('ann', 'POST', `/api/pages/${gone}/trash`);
    await ok('ann', 'PUT', `/api/v2/pages/${lost}/permissions/type`, { permission_type: 'private' });
    const foreign = (await t.call('bob', 'POST', '/api/v2/pages', { body: { workspace_id: t.ws2, title: 'Theirs' } }))
      .body.id;
    const outcomes = await phone.send(
      ...[gone, lost, foreign, 2_000_000].map((id) => fields(phone, id, { add_tags: ['Travel'] })),
      fields(phone, 'never-made', { add_tags: ['Travel'] }),
    );
    assert.deepEqual(said(outcomes), Array(5).fill('rejected not_found'));
    assert.ok(!(await ok('edi', 'GET', '/api/v2/tags')).length);
  });

  it('refuses names that no tag may have, and both ways to say it at once', async () => {
    const phone = device('ann');
    const id = await page('Names');
    const outcomes = await phone.send(
      fields(phone, id, { add_tags: ['one,two'] }),
      fields(phone, id, { tags: ['one,two'] }),
      fields(phone, id, { remove_tags: ['x'.repeat(101)] }),
      fields(phone, id, { add_tags: ['  '] }),
      fields(phone, id, { tags: ['one'], add_tags: ['two'] }),
      fields(phone, id, { add_tags: 'one' }),
    );
    assert.deepEqual(said(outcomes), Array(6).fill('rejected validation_failed'));
    assert.match(outcomes[0]?.detail ?? '', /add_tags/);
    assert.deepEqual(await tagsOf(id), []);
  });

  it('keeps the tags of both of two devices', async () => {
    const [phone, tablet] = [device('ann'), device('ann')];
    const id = await page('Both');
    await ok('ann', 'POST', `/api/v2/pages/${id}/tags`, { name: 'Old' });
    const { sync_version } = await ok('ann', 'GET', `/api/v2/pages/${id}`);
    assert.deepEqual(said(await phone.send(fields(phone, id, { add_tags: ['Phone'], remove_tags: ['OLD'] }))), [
      'applied',
    ]);
    assert.deepEqual(said(await tablet.send(fields(tablet, id, { add_tags: ['Tablet', ' phone '] }))), ['applied']);
    assert.deepEqual(await tagsOf(id), ['Phone', 'Tablet']);
    const change = fields(tablet, id, { remove_tags: ['Tablet', 'Never there'] });
    assert.deepEqual(said(await tablet.send(change)), ['applied']);
    await ok('ann', 'POST', `/api/v2/pages/${id}/tags`, { name: 'Tablet' });
    const [again] = await tablet.send(change);
    assert.equal(again?.repeated, true);
    assert.deepEqual(await tagsOf(id), ['Phone', 'Tablet']);
    // Tags are of a person and no change of the page.
    assert.equal((await ok('ann', 'GET', `/api/v2/pages/${id}`)).sync_version, sync_version);
  });

  it('takes tags beside a title that somebody else was sooner with', async () => {
    const phone = device('edi');
    const id = await page('Title');
    const before = (await ok('edi', 'GET', `/api/v2/pages/${id}`)).sync_version;
    await ok('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Sooner' });
    const given = { title: 'Later', add_tags: ['Kept'], favorite: true };
    const [outcome] = await phone.send(
      phone.mutation('page_update', { id, fields: given, base: { title: 'Title' } }, { base_version: before }),
    );
    assert.equal(outcome?.status, 'conflict');
    assert.deepEqual(await tagsOf(id, 'edi'), ['Kept']);
    assert.deepEqual(await tagsOf(id, 'ann'), []);
  });

  it('lets who only reads a page tag it and make it a favorite, and nothing else beside that', async () => {
    const viewer = device('vic');
    const id = await page('Read');
    const outcomes = await viewer.send(
      fields(viewer, id, { add_tags: ['Mine'], favorite: true }),
      fields(viewer, id, { add_tags: ['More'], title: 'x' }),
      fields(viewer, id, { favorite: false }),
    );
    assert.deepEqual(said(outcomes), ['applied', 'rejected forbidden', 'applied']);
    assert.deepEqual(await tagsOf(id, 'vic'), ['Mine']);
    assert.deepEqual(await ok('vic', 'GET', '/api/v2/favorites'), []);
  });

  it('tags pages and rows that the device has made itself', async () => {
    const phone = device('ann');
    const create = phone.mutation('page_create', { workspace_id: t.ws1, title: 'Made' });
    const [page_, tagged] = await phone.send(create, fields(phone, create.client_id, { add_tags: ['New one'] }));
    assert.equal(tagged?.status, 'applied');
    assert.deepEqual(await tagsOf(page_?.id as number), ['New one']);
  });

  it('tells a device the tags of the pages that it keeps, as far as it sees them', async () => {
    const id = await page('Told');
    await ok('edi', 'POST', `/api/v2/pages/${id}/tags`, { name: 'Told' });
    const told = async () => {
      const { tags, pages } = await ok('edi', 'POST', '/api/v2/sync/tags', { ids: [id, id, 2_000_000] });
      return [tags.some(({ name }: { name: string }) => name === 'Told'), pages];
    };
    assert.deepEqual(await told(), [true, [{ id, tags: ['Told'] }]]);
    await ok('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'private' });
    assert.deepEqual(await told(), [true, []]);
    const many = Array.from({ length: 501 }, (_none, at) => at + 1);
    assert.equal((await t.call('edi', 'POST', '/api/v2/sync/tags', { ids: many })).status, 422);
  });
});
