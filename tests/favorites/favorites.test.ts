// Favorites and recents on both engines: whose they are, their order, and that nothing hidden is in them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  const ids: Record<string, number> = {};
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
    for (const title of ['One', 'Two', 'Three', 'Four'])
      ids[title] = (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const keep = (who: Name, title: string, position?: number) =>
    t.call(who, 'POST', '/api/v2/favorites', { page_id: ids[title], ...(position === undefined ? {} : { position }) });
  const titles = async (who: Name, list: 'favorites' | 'recents'): Promise<string[]> =>
    (await t.call(who, 'GET', `/api/v2/${list}`)).body.map(({ title }: { title: string }) => title);
  const view = (who: Name, title: string) => t.call(who, 'GET', `/pages/${ids[title]}`);
  const shown = (html: string, list: 'favorites' | 'recents'): string[] => {
    const part = new RegExp(`<ul class="links ${list}"[\\s\\S]*?</ul>`).exec(html)?.[0] ?? '';
    return [...part.matchAll(/menu-label">([^<]*)</g)].map(([, title]) => title as string);
  };

  it('are for those only who see the page', async () => {
    assert.equal((await keep('bob', 'One')).status, 404);
    assert.equal((await t.call('bob', 'DELETE', `/api/v2/favorites/${ids.One}`)).status, 404);
    assert.equal((await t.call('bob', 'DELETE', `/api/v2/favorites?page_id=${ids.One}`)).status, 404);
    for (const body of [{}, { page_id: 'x' }, { page_id: ids.One, position: -1 }, { page_id: ids.One, more: 1 }])
      assert.equal((await t.call('ann', 'POST', '/api/v2/favorites', { body })).status, 422, JSON.stringify(body));
  });

  it('have an order of one’s own', async () => {
    for (const title of ['One', 'Two', 'Three']) assert.equal((await keep('ann', title)).status, 200);
    const again = await keep('ann', 'One');
    assert.deepEqual([again.body.page_id, again.body.position], [ids.One, 0]);
    await keep('ann', 'Three', 0);
    assert.deepEqual(await titles('ann', 'favorites'), ['Three', 'One', 'Two']);
    await keep('ann', 'Three', 1);
    assert.deepEqual(await titles('ann', 'favorites'), ['One', 'Three', 'Two']);
    await keep('ann', 'Four', 99);
    assert.deepEqual(await titles('ann', 'favorites'), ['One', 'Three', 'Two', 'Four']);
    assert.deepEqual(await titles('edi', 'favorites'), []);
    const listed = await t.call('ann', 'GET', '/api/v2/favorites?limit=2&page=2');
    assert.deepEqual([listed.body[0].title, listed.headers['x-total-count']], ['Two', '4']);
  });

  it('lose what goes into the trash, keep its place, and have it again', async () => {
    await t.call('ann', 'POST', `/api/pages/${ids.Three}/trash`);
    assert.deepEqual(await titles('ann', 'favorites'), ['One', 'Two', 'Four']);
    await keep('ann', 'Four', 1);
    assert.deepEqual(shown((await view('ann', 'One')).text, 'favorites'), ['One', 'Four', 'Two']);
    await t.call('ann', 'POST', `/api/pages/${ids.Three}/restore`);
    assert.deepEqual(await titles('ann', 'favorites'), ['One', 'Three', 'Four', 'Two']);
    await t.call('ann', 'DELETE', `/api/v2/favorites?page_id=${ids.Three}`);
    await t.call('ann', 'DELETE', `/api/v2/favorites/${ids.Four}`);
    assert.deepEqual(await titles('ann', 'favorites'), ['One', 'Two']);
  });

  it('are starred and unstarred by a form', async () => {
    const star = (keepIt: string) => t.call('vic', 'POST', `/favorites/${ids.Two}`, { body: { keep: keepIt } });
    assert.match((await view('vic', 'Two')).text, /data-do="star"[^>]* aria-pressed="false"/);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const kept = await t.call('vic', 'POST', `/favorites/${ids.Two}`, { body: 'keep=1', headers: form });
    assert.deepEqual([kept.status, kept.headers.location], [303, `/pages/${ids.Two}`]);
    assert.match((await view('vic', 'Two')).text, /data-do="star"[^>]* aria-pressed="true"/);
    assert.equal((await star('2')).status, 415);
    await t.call('vic', 'POST', `/favorites/${ids.Two}`, { body: 'keep=0', headers: form });
    assert.deepEqual(await titles('vic', 'favorites'), []);
  });

  it('pages opened in a browser are seen lately, those read by the API are not', async () => {
    await t.call('edi', 'GET', `/api/v2/pages/${ids.One}`);
    await t.call('edi', 'GET', `/pages/${ids.Two}/edit`);
    await view('edi', 'Three');
    await until(async () => (await titles('edi', 'recents')).length === 1);
    now += 61_000;
    await view('edi', 'Four');
    await until(async () => (await titles('edi', 'recents')).length === 2);
    now += 61_000;
    await view('edi', 'Three');
    await until(async () => (await titles('edi', 'recents'))[0] === 'Three');
    assert.deepEqual(await titles('edi', 'recents'), ['Three', 'Four']);
    assert.deepEqual(shown((await view('edi', 'Four')).text, 'recents'), ['Three']);
    await t.call('ann', 'POST', `/api/pages/${ids.Three}/trash`);
    assert.deepEqual(await titles('edi', 'recents'), ['Four']);
  });

  it('the last fifty are kept', async () => {
    const made: number[] = [];
    for (let at = 0; at < 55; at += 1) {
      const { body } = await t.call('ann', 'POST', '/api/pages', { title: `Page ${at}`, workspace_id: t.ws1 });
      made.push(body.id);
      now += 1000;
      await t.call('vic', 'GET', `/pages/${body.id}`);
    }
    const newest = async () => (await t.call('vic', 'GET', '/api/v2/recents?limit=1')).body[0]?.page_id;
    await until(async () => (await newest()) === made.at(-1));
    const { headers } = await t.call('vic', 'GET', '/api/v2/recents');
    assert.equal(headers['x-total-count'], '50');
  });

  it('nobody keeps a page of a workspace that they have left', async () => {
    await keep('vic', 'One');
    await t.call('ann', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`);
    assert.deepEqual([await titles('vic', 'favorites'), await titles('vic', 'recents')], [[], []]);
  });
});
