// What the live table of a database is made of: rows of one group, and the names of all that values refer to.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

onEachEngine((_engine, open) => {
  describe('the data of a table', () => {
    let t: TestApp;
    let made: Made;
    before(async () => {
      t = await startApp(await open());
      made = await makeDatabase(t, [
        { name: 'Stage', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Won' }] } },
        { name: 'Owner', type: 'person' },
        { name: 'Sure', type: 'checkbox' },
        { name: 'Amount', type: 'number' },
      ]);
      await made.row({ Stage: made.option('Stage', 'Open'), Owner: [t.user('edi').id], Sure: true, Amount: 2 }, 'One');
      await made.row({ Stage: made.option('Stage', 'Won'), Owner: [t.user('edi').id], Amount: 2 }, 'Two');
      await made.row({}, 'Three');
    });
    after(() => t.stop());

    const grouped = async (name: string): Promise<number> => {
      const body = { name, kind: 'table', config: { group_by: made.by[name].id } };
      return (await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, body)).body.id;
    };
    const data = (query: string) => t.call('vic', 'GET', `/api/collections/${made.id}/table-data?${query}`);
    const titles = async (view: number, group: string): Promise<string[]> =>
      (await data(`view_id=${view}&group=${group}`)).body.pages.map(({ title }: Any) => title);

    it('are the rows of one group, whatever the type', async () => {
      const stage = await grouped('Stage');
      assert.deepEqual(await titles(stage, made.option('Stage', 'Won')), ['Two']);
      assert.deepEqual(await titles(stage, ''), ['Three']);
      assert.deepEqual(await titles(await grouped('Owner'), String(t.user('edi').id)), ['One', 'Two']);
      const sure = await grouped('Sure');
      assert.deepEqual(await titles(sure, 'true'), ['One']);
      assert.deepEqual(await titles(sure, 'false'), ['Two', 'Three']);
      assert.deepEqual(await titles(await grouped('Amount'), '2'), ['One', 'Two']);
    });

    it('refuse a group of a view that has none', async () => {
      const { status, body } = await data('group=x');
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0].loc, ['query', 'group']);
    });

    it('name the people that values refer to', async () => {
      const { body } = await data('');
      assert.equal(body.names.people[t.user('edi').id], 'Edi Example');
    });
  });
});
