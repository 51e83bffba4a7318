// Watching pages: who hears of changes, how often, and what turning a page off leaves.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let late = 0;
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(Date.now() + late).toISOString() });
  });
  after(() => t.stop());
  beforeEach(async () => {
    for (const table of ['notifications', 'watches']) await t.app.database.writer(table).delete();
  });

  const make = async (who: Name, title: string, extra: object = {}): Promise<number> =>
    (await t.call(who, 'POST', '/api/pages', { title, workspace_id: t.ws1, ...extra })).body.id;
  const write = (who: Name, id: number, text: string) =>
    t.call(who, 'PUT', `/api/v2/pages/${id}/markdown`, { body: { markdown: text } });
  const watch = (who: Name, id: number, body: object) => t.call(who, 'PUT', `/api/v2/pages/${id}/watch`, { body });
  const titles = async (who: Name, query = ''): Promise<string[]> => {
    await t.app.events.run();
    const { body } = await t.call(who, 'GET', `/api/v2/notifications${query}`);
    return body.map(({ title }: { title: string }) => title);
  };
  const say = (who: Name, id: number, body: string) =>
    t.call(who, 'POST', `/api/v2/pages/${id}/comments`, { body: { body } });

  it('its author hears of changes by others, once an hour, and never of their own', async () => {
    const id = await make('edi', 'Plan');
    await t.app.events.run();
    await write('ann', id, 'One');
    await write('ann', id, 'Two');
    await write('edi', id, 'Three');
    assert.deepEqual(await titles('edi'), ['Ann Example changed Plan']);
    assert.deepEqual(await titles('ann'), []);
    late = 3_600_000;
    await write('ann', id, 'Four');
    assert.equal((await titles('edi')).length, 2);
    assert.deepEqual(await titles('edi', '?tab=watching'), await titles('edi'));
    assert.deepEqual(await titles('edi', '?tab=mentions'), []);
    late = 0;
  });

  it('looks and locks are no news', async () => {
    const id = await make('edi', 'Plan');
    await t.app.events.run();
    await t.call('ann', 'POST', `/api/pages/${id}/options`, { full_width: 1 });
    await t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { body: { page_icon: '🌳' } });
    assert.deepEqual(await titles('edi'), []);
  });

  it('a watch of all below hears of new pages there and of their changes, and a nearer choice counts', async () => {
    const top = await make('ann', 'Top');
    const middle = await make('ann', 'Middle', { parent_id: top });
    await t.app.events.run();
    assert.equal((await watch('vic', top, { level: 'all', subtree: true })).status, 200);
    const low = await make('ann', 'Low', { parent_id: middle });
    await write('ann', low, 'Words');
    assert.deepEqual(await titles('vic'), ['Ann Example added Low']);
    await t.call('vic', 'POST', '/api/v2/notifications/read', {});
    await write('ann', low, 'More words');
    assert.deepEqual(await titles('vic'), ['Ann Example changed Low', 'Ann Example added Low']);
    const seen = await t.call('vic', 'GET', `/api/v2/pages/${low}/watch`);
    assert.deepEqual(seen.body, { page_id: low, level: 'all', subtree: true, inherited_from: top });
    await watch('vic', middle, { level: 'mentions', subtree: true });
    await write('ann', low, 'More');
    await make('ann', 'Lower', { parent_id: low });
    assert.equal((await titles('vic')).length, 2);
    await t.call('vic', 'DELETE', `/api/v2/pages/${middle}/watch`);
    await make('ann', 'Lowest', { parent_id: low });
    assert.equal((await titles('vic'))[0], 'Ann Example added Lowest');
  });

  it('off beats all but a mention', async () => {
    const id = await make('edi', 'Plan');
    await t.app.events.run();
    await watch('edi', id, { level: 'off' });
    await write('ann', id, 'One');
    await say('com', id, 'No word of you');
    assert.deepEqual(await titles('edi'), []);
    await say('com', id, `But <@${t.user('edi').id}>`);
    assert.deepEqual(await titles('edi'), ['Com Example mentioned you in Plan']);
    await watch('edi', id, { level: 'mentions' });
    await say('com', id, 'Again');
    assert.equal((await titles('edi')).length, 1);
  });

  it('those who comment follow the page, and a choice of their own stays', async () => {
    const id = await make('ann', 'Plan');
    await say('com', id, 'I take part');
    await t.app.events.run();
    await write('ann', id, 'One');
    assert.deepEqual(await titles('com'), ['Ann Example changed Plan']);
    await watch('com', id, { level: 'off' });
    await say('com', id, 'And go');
    await t.app.events.run();
    const { body } = await t.call('com', 'GET', `/api/v2/pages/${id}/watch`);
    assert.equal(body.level, 'off');
  });

  it('ends with the right to see the page', async () => {
    const id = await make('ann', 'Plan');
    await watch('vic', id, { level: 'all' });
    await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { body: { permission_type: 'private' } });
    await write('ann', id, 'Secret');
    assert.deepEqual(await titles('vic'), []);
    assert.deepEqual((await t.call('vic', 'GET', '/api/v2/notifications/watches')).body, []);
    assert.equal((await watch('vic', id, { level: 'all' })).status, 404);
  });

  it('values of a hidden property change nothing for those who do not see it', async () => {
    const made = await t.call('ann', 'POST', '/db/api', {
      title: 'Pay',
      workspace_id: t.ws1,
      properties: [
        { name: 'Name', type: 'title' },
        { name: 'Sum', type: 'number' },
        { name: 'Open', type: 'number' },
      ],
    });
    const { id: home } = made.body.collection;
    const properties: { id: number; name: string }[] = (
      await t.call('ann', 'GET', `/api/v2/collections/${home}/properties`)
    ).body;
    const idOf = (name: string) => properties.find((one) => one.name === name)?.id;
    const row = (await t.call('ann', 'POST', `/api/v2/collections/${home}/rows`, { body: { title: 'Row' } })).body;
    const path = `/api/v2/collections/${home}/properties/${idOf('Sum')}/permissions`;
    await t.call('ann', 'POST', path, { body: { user_id: t.user('edi').id, role: 'viewer' } });
    for (const who of ['vic', 'edi'] as const) await watch(who, row.id, { level: 'all' });
    const set = (name: string, value: number) =>
      t.call('ann', 'PATCH', `/api/v2/rows/${row.id}`, { body: { values: { [String(idOf(name))]: value } } });
    assert.equal((await set('Sum', 5)).status, 200);
    assert.deepEqual(await titles('edi'), ['Ann Example changed Row']);
    assert.deepEqual(await titles('vic'), []);
    await set('Open', 5);
    assert.deepEqual(await titles('vic'), ['Ann Example changed Row']);
  });

  it('an import tells nobody and makes nobody watch', async () => {
    const sent = multipart(
      { source: 'markdown', workspace_id: t.ws1 },
      { field: 'file', name: 'page.md', content: Buffer.from('# Words') },
    );
    const started = await t.call('ann', 'POST', '/api/import/jobs', sent);
    assert.equal(started.status, 200, started.text);
    await t.app.jobs.drain();
    await t.app.events.run();
    const { body: job } = await t.call('ann', 'GET', `/api/import/jobs/${started.body.id}`);
    assert.equal(job.status, 'completed');
    assert.deepEqual(await t.app.database.reader('watches').pluck('user_id'), []);
    // But whoever started it hears of its end.
    const { body: told } = await t.call('ann', 'GET', '/api/v2/notifications');
    assert.deepEqual(
      told.map(({ type, text, url }: Record<string, string>) => [type, text, url]),
      [['import_done', 'page.md', `/import?job=${started.body.id}`]],
    );
  });

  it('a page tells what is chosen, and a form without scripts changes it', async () => {
    const id = await make('ann', 'Plan');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (body: string) => t.call('vic', 'POST', `/pages/${id}/watching`, { body, headers });
    assert.equal((await send('level=all&subtree=1')).status, 303);
    assert.match((await t.call('vic', 'GET', `/pages/${id}/watching`)).text, /value="all" checked/);
    assert.equal((await send('level=none')).status, 303);
    assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${id}/watch`)).body.level, null);
    assert.equal((await send('level=loud')).status, 422);
  });

  describe('bad input', () => {
    it('is refused by name', async () => {
      const id = await make('ann', 'Plan');
      const bad = await watch('vic', id, { level: 'loud' });
      assert.deepEqual([bad.status, bad.body.errors[0].pointer], [422, '/level']);
      assert.equal((await watch('vic', 999_999, { level: 'all' })).status, 404);
      assert.equal((await watch('bob', id, { level: 'all' })).status, 404);
    });
  });
});
