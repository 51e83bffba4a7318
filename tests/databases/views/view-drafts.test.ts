// Filter and sorts that somebody gives a shared view for themselves: kept, seen by nobody else, saved or given up.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  describe('drafts of views', () => {
    let t: TestApp;
    let made: Made;
    let view: number;
    let open_: object;
    before(async () => {
      t = await startApp(await open());
      made = await makeDatabase(t, [
        { name: 'Stage', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Won' }] } },
        { name: 'Secret', type: 'text' },
      ]);
      await made.row({ Stage: made.option('Stage', 'Open') }, 'One');
      await made.row({ Stage: made.option('Stage', 'Open') }, 'Two');
      await made.row({ Stage: made.option('Stage', 'Won') }, 'Three');
      view = made.views[0].id;
      open_ = { property_id: made.by.Stage.id, op: 'equals', value: made.option('Stage', 'Open') };
    });
    after(() => t.stop());

    const keep = (who: Name, draft: object, id = view) => t.call(who, 'PUT', `/api/views/${id}/draft`, draft);
    const drop = (who: Name) => t.call(who, 'DELETE', `/api/views/${view}/draft`);
    const table = async (who: Name): Promise<Any> =>
      (await t.call(who, 'GET', `/api/collections/${made.id}/table-data?view_id=${view}`)).body;
    const titles = async (who: Name) => (await table(who)).pages.map((one: Any) => one.title);
    const down = () => [{ property_id: made.by.Name.id, direction: 'desc' }];

    it('are refused to strangers, with unknown properties, without both parts, and for views of one’s own', async () => {
      const draft = { filter: open_, sorts: [] };
      assert.equal((await keep('bob', draft)).status, 404);
      assert.equal((await keep('vic', { ...draft, group_by: null })).status, 422);
      assert.equal((await keep('vic', { filter: open_ })).status, 422);
      assert.equal((await keep('vic', { filter: { property_id: 2_000_000, op: 'equals' }, sorts: [] })).status, 422);
      const own = await t.call('vic', 'POST', `/api/v2/collections/${made.id}/views`, {
        ...{ name: 'Mine', kind: 'table', personal: true },
      });
      assert.equal((await keep('vic', draft, own.body.id)).status, 409);
      assert.equal((await keep('ann', draft, own.body.id)).status, 404);
    });

    it('change what a reader sees of the view, and nothing for anybody else', async () => {
      assert.equal((await keep('vic', { filter: open_, sorts: down() })).status, 200);
      assert.deepEqual(await titles('vic'), ['Two', 'One']);
      assert.deepEqual(await titles('ann'), ['One', 'Two', 'Three']);
      const seen = await table('vic');
      assert.deepEqual(seen.drafts, { [view]: { filter: open_, sorts: down() } });
      assert.equal(seen.total, 2);
      assert.equal(seen.views.find((one: Any) => one.id === view).config.filter ?? null, null, 'stored as it was');
      assert.deepEqual((await table('ann')).drafts, {});
      const page = (await t.inject('GET', `/pages/${made.pageId}?view=${view}`, { headers: t.session('vic') })).text;
      assert.match(page, /view-draft/);
      assert.doesNotMatch(page, />Three</);
      const file = await t.call('vic', 'GET', `/api/collections/${made.id}/export?view_id=${view}`);
      assert.doesNotMatch(file.text, /Three/);
    });

    it('count in groups and sums where they are asked for, and not for other programs', async () => {
      const asked = { view_id: view, group_by: made.by.Stage.id, limit: 1 };
      const groups = async (more: object) =>
        (await made.query({ ...asked, ...more }, 'vic')).body.groups.map((one: Any) => one.count);
      assert.deepEqual(await groups({ with_draft: true }), [2]);
      assert.deepEqual((await groups({})).toSorted(), [1, 2]);
    });

    it('end by a reset, also by the form of the page', async () => {
      assert.equal((await drop('vic')).status, 200);
      assert.deepEqual(await titles('vic'), ['One', 'Two', 'Three']);
      await keep('vic', { filter: open_, sorts: [] });
      const answer = await t.form('vic', `/views/${view}/draft/reset`, {});
      assert.equal(answer.status, 303);
      assert.deepEqual((await table('vic')).drafts, {});
    });

    it('end for an editor who saves them for everyone, and stay with all others', async () => {
      await keep('edi', { filter: open_, sorts: [] });
      await keep('vic', { filter: null, sorts: down() });
      const config = { filter: open_, sorts: [] };
      assert.equal((await t.call('vic', 'PATCH', `/api/v2/views/${view}`, { config })).status, 403);
      assert.equal((await t.call('edi', 'PATCH', `/api/v2/views/${view}`, { config })).status, 200);
      assert.deepEqual((await table('edi')).drafts, {});
      assert.deepEqual(await titles('ann'), ['One', 'Two']);
      assert.deepEqual(await titles('vic'), ['Two', 'Three', 'One']);
      await t.call('edi', 'PATCH', `/api/v2/views/${view}`, { config: { filter: null } });
      await drop('vic');
    });

    it('say nothing of a property that was hidden or deleted since', async () => {
      await keep('vic', { filter: { property_id: made.by.Secret.id, op: 'is_empty' }, sorts: [] });
      assert.deepEqual((await table('vic')).total, 3);
      await t.call('ann', 'DELETE', `/api/v2/collections/${made.id}/properties/${made.by.Secret.id}`);
      assert.deepEqual((await table('vic')).drafts, {});
      assert.deepEqual(await titles('vic'), ['One', 'Two', 'Three']);
    });
  });
});
