// What the palette finds behind a sign: tags of one's own, people whom one knows, and the pages that they made.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';

import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let seen = 0;
  let hidden = 0;
  before(async () => {
    t = await startApp(await open());
    const make = async (title: string, body: object = {}) =>
      (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, ...body })).body.id;
    seen = await make('Garden plan');
    hidden = await make('Secret plan');
    await t.call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { permission_type: 'private' });
    for (const name of ['Rose garden', 'Garden', 'Kitchen'])
      await t.call('ann', 'POST', '/api/settings/tags', { name });
    await t.call('vic', 'POST', '/api/settings/tags', { name: 'Garden of vic' });
  });
  after(() => t.stop());

  const ask = async (who: Name, q: string) => {
    const { status, body } = await t.call(who, 'GET', `/api/search/signs?q=${encodeURIComponent(q)}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.results;
  };
  const labels = async (who: Name, q: string): Promise<string[]> =>
    (await ask(who, q)).map(({ label }: { label: string }) => label);

  it('tags are those of the caller, the ones that begin so first, and lead to their pages', async () => {
    assert.deepEqual(await labels('ann', '#garden'), ['Garden', 'Rose garden']);
    assert.deepEqual(await labels('ann', '# KITCH'), ['Kitchen']);
    assert.deepEqual(await labels('vic', '#'), ['Garden of vic']);
    const [{ url }] = await ask('ann', '#kitchen');
    assert.equal((await t.call('ann', 'GET', url)).status, 200);
  });

  it('people are those whom the caller shares a workspace with, and behind them is what the caller sees of theirs', async () => {
    const people = await ask('vic', '@ann');
    assert.equal(people.length, 1, JSON.stringify(people));
    const [{ next }] = people;
    assert.deepEqual(await labels('vic', `${next}plan`), ['Garden plan']);
    assert.deepEqual((await labels('ann', `${next}plan`)).sort(), ['Garden plan', 'Secret plan']);
    assert.deepEqual(await labels('vic', `${next}secret`), []);
    assert.deepEqual(await labels('bob', '@ann'), []);
    assert.deepEqual(await labels('bob', `${next}plan`), []);
    const [page] = await ask('vic', `${next}garden`);
    assert.equal(page.url, `/pages/${seen}`);
  });

  it('rows of databases are no pages that somebody made', async () => {
    const { body } = await t.call('ann', 'POST', '/api/collections', { name: 'Things', workspace_id: t.ws1 });
    await t.call('ann', 'POST', `/api/collections/${body.id}/rows`, { title: 'A plan of a row' });
    const [{ next }] = await ask('vic', '@ann');
    assert.deepEqual(await labels('vic', `${next}row`), []);
  });

  it('another sign has nothing behind it; nothing at all, and what is unknown, is refused', async () => {
    assert.equal(await ask('ann', '!x'), null);
    assert.equal(await ask('ann', 'plain'), null);
    assert.deepEqual(await labels('ann', '@zz%'), []);
    assert.deepEqual(await labels('ann', '@99999999999999:x'), []);
    for (const query of ['', '?q=', '?q=%23a&sort=1', `?q=${'x'.repeat(501)}`, '?q=%23a&limit=0'])
      assert.equal((await t.call('ann', 'GET', `/api/search/signs${query}`)).status, 422, query);
    assert.equal((await t.call('anon', 'GET', '/api/search/signs?q=%23a')).status, 401);
  });
});
