// Archives of people from whom something in a database is hidden: nothing in any of its files says it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { entriesOf } from './unpacking.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('leave out what is hidden, and keep the rest', async () => {
    const ok = async (who: Name, method: string, url: string, body?: object) => {
      const answer = await t.call(who, method, url, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const deals = await makeDatabase(t, [{ name: 'Worth', type: 'number' }], { title: 'Deals' });
    const secret = await deals.row({ Worth: 7_000_000 }, 'Private deal');
    const plain = await deals.row({ Worth: 1 }, 'Plain deal');
    const db = await makeDatabase(t, [
      { name: 'Due', type: 'date' },
      { name: 'Open', type: 'date' },
      { name: 'Who', type: 'person' },
      { name: 'Pay', type: 'number' },
      { name: 'Deals', type: 'relation', config: { collection_id: deals.id } },
    ]);
    const { by } = db;
    const v2 = `/api/v2/collections/${db.id}`;
    await ok('ann', 'POST', `${v2}/properties`, {
      ...{ name: 'Sum', type: 'rollup' },
      config: { relation_property_id: by.Deals.id, property_id: deals.by.Worth.id, function: 'sum' },
    });
    const values = {
      ...{ [by.Due.id]: '2031-03-03', [by.Open.id]: '2027-05-05', [by.Pay.id]: 515_151 },
      ...{ [by.Who.id]: [t.user('com').id], [by.Deals.id]: [secret.id, plain.id] },
    };
    const calendar = { timezone: 'Europe/Berlin', time: '10:00', remind: 30 };
    await ok('ann', 'POST', `/api/collections/${db.id}/pages`, { title: 'A row', values, calendar });
    await t.app.events.run();
    await ok('ann', 'POST', `${v2}/views`, {
      ...{ name: 'Well paid', kind: 'table' },
      config: { filter: { property_id: by.Pay.id, op: 'gt', value: 424_242 }, visible: [by.Pay.id, by.Open.id] },
    });
    for (const name of ['Due', 'Who', 'Pay'])
      await ok('ann', 'POST', `${v2}/properties/${by[name].id}/permissions`, {
        user_id: t.user('ann').id,
        role: 'editor',
      });
    await ok('ann', 'PUT', `/api/v2/pages/${secret.id}/permissions/type`, { permission_type: 'restricted' });

    const hidden = /20310303|2031-03-03|515151|424242|7000001|7000000|Private deal/;
    const all = async (who: Name, target: object) =>
      [...(await entriesOf(t, who, { format: 'archive', ...target }))]
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n');
    for (const target of [{ workspace_id: t.ws1 }, { page_id: db.pageId, subtree: true }]) {
      const text = await all('vic', target);
      assert.doesNotMatch(text, hidden);
      for (const name of ['row_assignees', 'row_reminders']) assert.match(text, new RegExp(`${name}\\.jsonl: (\n|$)`));
      assert.match(text, /Well paid/);
      assert.match(text, /20270505/);
    }
    assert.match(await all('ann', { workspace_id: t.ws1 }), /20310303[\s\S]*424242|424242[\s\S]*20310303/);
  });
});
