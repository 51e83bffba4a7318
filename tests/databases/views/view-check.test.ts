// Settings of views that mean nothing: refused by name when they are saved, and kept where the schema changed since.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { type Any, type Made, makeDatabase } from '../database.ts';

onEachEngine((_engine, open) => {
  describe('settings of a view', () => {
    let t: TestApp;
    let made: Made;
    before(async () => {
      t = await startApp(await open());
    });
    beforeEach(async () => {
      made = await makeDatabase(t, [
        { name: 'Stage', type: 'select', config: { options: [{ name: 'Open' }, { name: 'Won' }] } },
        { name: 'Amount', type: 'number' },
        { name: 'Due', type: 'date' },
        { name: 'Note', type: 'text' },
      ]);
    });
    after(() => t.stop());

    const make = (config: object) =>
      t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, { name: 'A view', kind: 'board', config });
    const change = (id: number, config: object) => t.call('ann', 'PATCH', `/api/v2/views/${id}`, { config });
    const draft = (id: number, filter: object) => t.call('vic', 'PUT', `/api/views/${id}/draft`, { filter, sorts: [] });
    const leaf = (name: string, op: string, value?: unknown) => ({ property_id: made.by[name].id, op, value });
    const views = async () => (await t.call('ann', 'GET', `/api/v2/collections/${made.id}/views`)).body;
    const errorOf = ({ status, body, text }: Any): string => {
      assert.equal(status, 422, text);
      return `${body.errors[0].pointer} ${body.errors[0].detail}`;
    };

    it('are refused where nothing can be asked so, and nothing is written', async () => {
      const [first] = made.views;
      const whole = await views();
      const refused: [filter: object, why: string][] = [
        [leaf('Stage', 'equals', 'NOPE'), 'Stage is filtered by ids of its options'],
        [leaf('Stage', 'zz', made.option('Stage', 'Open')), 'Stage is not filtered by zz'],
        [leaf('Amount', 'equals', 'abc'), 'Amount is filtered by a number'],
        [leaf('Amount', 'starts_with', 3), 'Amount is not filtered by starts_with'],
        [leaf('Due', 'equals', 'zz'), 'Due is filtered by a day'],
      ];
      for (const [filter, why] of refused) {
        const nested = { and: [leaf('Note', 'contains', 'x'), { or: [filter] }] };
        for (const one of [filter, nested])
          for (const answer of [await make({ filter: one }), await change(first.id, { filter: one })])
            assert.ok(errorOf(answer).startsWith(`/config/filter ${why}`), answer.text);
        const rules = { color_rules: [{ filter, color: 'red' }] };
        assert.ok(errorOf(await make(rules)).startsWith(`/config/color_rules/0/filter ${why}`));
        const kept = await draft(first.id, filter);
        assert.equal(kept.status, 422);
        assert.ok(kept.text.includes(why), kept.text);
      }
      assert.deepEqual(await views(), whole);
    });

    it('are refused for days by what is no date, and limits of no option', async () => {
      const { Stage, Amount, Due } = made.by;
      for (const key of ['date_property_id', 'end_property_id']) {
        assert.equal(errorOf(await make({ [key]: Amount.id })), `/config/${key} Amount is no date`);
        assert.equal((await make({ [key]: Due.id })).status, 200);
      }
      const limits = { group_by: Stage.id, wip_limits: { nope: 2 } };
      assert.equal(errorOf(await make(limits)), '/config/wip_limits/nope names no option of Stage');
      const board = await make({ group_by: Stage.id, wip_limits: { [made.option('Stage', 'Open')]: 2 } });
      assert.equal(board.status, 200, board.text);
      assert.match(errorOf(await change(board.body.id, { wip_limits: { nope: 2 } })), /names no option of Stage/);
    });

    it('stay as they were saved, and are saved again with others, whatever became of the properties', async () => {
      const [open_, won] = [made.option('Stage', 'Open'), made.option('Stage', 'Won')];
      const old = leaf('Stage', 'equals', won);
      const config = { filter: old, group_by: made.by.Stage.id, wip_limits: { [won]: 3, [open_]: 1 } };
      const { id } = (await make({ ...config, color_rules: [{ filter: old, color: 'red' }] })).body;
      const options = made.by.Stage.config.options.filter((one: Any) => one.id === open_);
      const property = `/api/v2/collections/${made.id}/properties/${made.by.Stage.id}`;
      const changed = await t.call('ann', 'PATCH', property, { config: { options } });
      assert.equal(changed.status, 200, changed.text);
      const { color_rules } = (await t.call('ann', 'GET', `/api/v2/views/${id}`)).body.config;
      const again = await t.call('ann', 'PATCH', `/api/v2/views/${id}`, {
        name: 'Another name',
        config: { ...config, color_rules, row_height: 'tall' },
      });
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(again.body.config.filter, old);
      const more = { and: [old, leaf('Amount', 'gt', 3)] };
      assert.equal((await draft(id, more)).status, 200, 'beside a new condition too');
      const next = { and: [old, leaf('Amount', 'gt', 'much')] };
      assert.match(errorOf(await change(id, { filter: next })), /Amount is filtered by a number/);
      assert.match(
        errorOf(await change(id, { filter: leaf('Stage', 'does_not_equal', won) })),
        /by ids of its options/,
      );
    });
  });
});
