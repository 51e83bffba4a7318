// Rows that somebody does not see: nothing that is computed from them, grouped by them or made of them tells of them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';
import { type Any, type Made, makeDatabase } from './database.ts';

const SECRET = 'SECRET-7f3a';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let k: Made;
  let l: Made;
  let hidden: Any;
  let over: Any;
  const ok = async (who: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const properties = () => `/api/v2/collections/${l.id}/properties`;

  before(async () => {
    t = await startApp(await open());
    k = await makeDatabase(t, [
      { name: 'T', type: 'text' },
      { name: 'N', type: 'number' },
    ]);
    const open1 = await k.row({ T: 'one', N: 1 }, 'open 1');
    const open2 = await k.row({ T: 'two', N: 2 }, 'open 2');
    hidden = await k.row({ T: `${SECRET} text`, N: 7777 }, `${SECRET} row`);
    await ok('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, { permission_type: 'restricted' });
    l = await makeDatabase(t, [{ name: 'R', type: 'relation', config: { collection_id: k.id } }], { title: 'Over' });
    const rollup = (name: string, target: string, how: string) =>
      ok('ann', 'POST', properties(), {
        ...{ name, type: 'rollup' },
        config: { relation_property_id: l.by.R.id, property_id: k.by[target].id, function: how },
      });
    await rollup('Sum', 'N', 'sum');
    await rollup('Words', 'T', 'show');
    await rollup('Titles', 'Name', 'show');
    await ok('ann', 'POST', properties(), {
      ...{ name: 'More', type: 'formula' },
      config: { expression: 'prop("Sum") + 1' },
    });
    l = await l.reload();
    over = await l.row({ R: [open1.id, open2.id, hidden.id] }, 'over');
  });
  after(() => t.stop());

  describe('a row that is hidden', () => {
    it('counts in the rollups and formulas of nobody who does not see it, and in those of others', async () => {
      const values = async (who: Name) => {
        const row = await ok(who, 'GET', `/api/v2/rows/${over.id}`);
        return ['Sum', 'More', 'Words', 'Titles'].map((name) => row.values[l.by[name].id]);
      };
      assert.deepEqual(await values('vic'), [3, 4, ['one', 'two'], ['open 1', 'open 2']]);
      const [sum, more, words] = await values('ann');
      assert.deepEqual([sum, more, words.length], [7780, 7781, 3]);
      const urls = [`/api/v2/collections/${l.id}/rows`, `/api/collections/${l.id}/export`, `/pages/${l.pageId}`];
      for (const url of [...urls, `/api/collections/${l.id}/table-data`, `/pages/${over.id}`]) {
        const { text } = await t.call('vic', 'GET', url, { headers: { accept: '*/*' } });
        for (const trace of [SECRET, '7780', '7781', '7777']) assert.ok(!text.includes(trace), `${url}: ${trace}`);
      }
    });

    it('is asked for by no filter, sort, sum or group', async () => {
      const ask = (question: object, who: Name = 'vic') => l.query(question, who);
      const sum = l.by.Sum.id as number;
      for (const question of [
        { filter: { property_id: sum, op: 'gt', value: 100 } },
        { sorts: [{ property_id: sum, direction: 'asc' }] },
        { group_by: sum },
        { aggregates: { [sum]: 'sum' } },
      ])
        assert.equal((await ask(question)).status, 422);
      assert.equal((await ask({ filter: { property_id: sum, op: 'gt', value: 100 } }, 'ann')).body.total, 1);
      const relation = l.by.R.id as number;
      const named = (value: number) => ({ filter: { property_id: relation, op: 'contains', value } });
      assert.deepEqual(
        [(await ask(named(hidden.id))).body.total, (await ask(named(hidden.id), 'ann')).body.total],
        [0, 1],
      );
      const grouped = (await ask({ group_by: relation, aggregates: { [relation]: 'count_values' } })).body;
      assert.ok(!grouped.groups.some(({ value }: Any) => value === hidden.id));
      assert.deepEqual(grouped.aggregates, { [relation]: 2 });
    });

    it('is not told of by a published database', async () => {
      const { slug } = await ok('ann', 'PUT', `/api/v2/pages/${l.pageId}/publish`, {});
      for (const url of [`/p/${slug}`, `/p/${slug}/pages/${over.id}`]) {
        const { status, text } = await t.inject('GET', url, { headers: { accept: 'text/html' } });
        assert.equal(status, 200);
        for (const trace of [SECRET, '7780', '7781', 'open 1', 'one, two'])
          assert.ok(!text.includes(trace), `${url}: ${trace}`);
      }
    });

    it('keeps its values to itself when others look at or change the schema', async () => {
      const path = `/api/v2/collections/${k.id}/properties/${k.by.T.id}/convert`;
      const preview = await t.call('edi', 'POST', path, { type: 'number', preview: true });
      assert.ok(preview.status === 200 && !preview.text.includes(SECRET) && preview.body.lost === 2, preview.text);
      assert.equal((await t.call('edi', 'POST', path, { type: 'multi_select' })).status, 403);
      const impact = (what: string) => ok('edi', 'GET', `/api/collections/${k.id}${what}/impact`);
      assert.deepEqual([(await impact(`/properties/${k.by.T.id}`)).rows, (await impact('')).rows], [2, 2]);
    });
  });
});
