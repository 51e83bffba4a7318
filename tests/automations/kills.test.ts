// 500 slots that are due, two processes, and kill -9 while they are at it: each rule acts once, wholly.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { startChild } from '../kit/processes.ts';

const SLOTS = 500;
/** In each of them fewer rules are due than may run in a minute. */
const HOMES = 6;
/** `npm run soak` kills more often. */
const KILLS = Number(process.env.WORK_KILLS ?? 3);
const LONG_MS = 120_000 + KILLS * 10_000;

onEachEngine((_engine, open) => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await open();
    t = await startApp(database);
  });
  after(() => t.stop());

  const db = () => t.app.database.writer;
  const runs = (): Promise<{ automation_id: number; status: string; detail: string }[]> => db()('automation_runs');
  const started = async () => {
    const child = startChild('clock', database);
    await child.message<{ ready?: boolean }>(({ ready }) => ready === true);
    return child;
  };

  /** Rules of the clock that all make a page and tell somebody, all due half a minute ago. */
  async function makeDue(): Promise<void> {
    const due = new Date(Date.now() - 30_000).toISOString();
    for (let home = 0; home < HOMES; home += 1) {
      const { id } = (await t.call('ann', 'POST', '/api/v2/workspaces', { name: `Home ${home}` })).body;
      const parent = (await t.call('ann', 'POST', '/api/pages', { title: 'Parent', workspace_id: id })).body.id;
      const body = {
        ...{ workspace_id: id, name: 'Slot', trigger_type: 'cron', cron_expression: '@daily' },
        actions_json: [
          { kind: 'create_page', title: 'Made {today}', parent_id: parent },
          { kind: 'notify', message: 'slot', user_ids: [t.user('ann').id] },
        ],
      };
      const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
      assert.equal(made.status, 200, made.text);
      const { id: first, ...row } = await db()('automations').where({ id: made.body.id }).first();
      const count = Math.ceil((SLOTS - home) / HOMES);
      await db()('automations').insert(Array.from({ length: count - 1 }, () => ({ ...row, next_run_at: due })));
      await db()('automations').where({ id: first }).update({ next_run_at: due });
    }
  }

  it('is once for each', async () => {
    await makeDue();
    assert.equal((await db()('automations')).length, SLOTS);
    const running = [await started(), await started()];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = ((kill + 1) * SLOTS) / (KILLS + 2);
      await until(async () => (await runs()).length >= enough, `runs before kill ${kill + 1}`, LONG_MS);
      await running[kill]?.kill();
      running.push(await started());
    }
    await until(async () => (await runs()).length >= SLOTS, 'all runs', LONG_MS);
    await until(async () => !(await db()('automations').where('next_run_at', '<', new Date().toISOString())).length);
    for (const child of running.slice(KILLS)) await child.kill();
    const made = await runs();
    assert.deepEqual(
      [
        made.length,
        new Set(made.map(({ automation_id }) => automation_id)).size,
        new Set(made.map(({ status }) => status)),
      ],
      [SLOTS, SLOTS, new Set(['fired'])],
      JSON.stringify(made.find(({ status }) => status !== 'fired')),
    );
    const pages = await db()('pages').where('title', 'like', 'Made %');
    const told: string[] = await db()('notifications').where({ type: 'automation' }).pluck('cause');
    assert.deepEqual([pages.length, told.length, new Set(told).size], [SLOTS, SLOTS, SLOTS]);
    const counted = await db()('automations').whereNot({ run_count: 1 });
    assert.deepEqual(counted, []);
  });
});
