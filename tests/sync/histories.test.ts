// Random histories of three devices: nothing is made twice, no title is lost, and all devices end with the same.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Outcome } from '../../plugins/sync/model.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { Device } from './device.ts';

const STEPS = 40;

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface Waiting {
  device: Device;
  mutation: ReturnType<Device['mutation']>;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  /** What is seen by devices that have sent all they had. */
  async function play(seed: number) {
    const roll = dice(seed);
    const devices = (['edi', 'ann', 'edi'] as const).map((who, index) => new Device(t, who, `seed${seed}-${index}`));
    const queues = devices.map((): Waiting['mutation'][] => []);
    const outcomes = new Map<string, Outcome>();
    const wanted = new Set<string>();
    const known = async (device: Device) => {
      await device.pull();
      return [...device.kept.values()].filter(
        ({ type, data }) => type === 'page' && (data as { title: string }).title.startsWith(`s${seed}`),
      );
    };
    for (let step = 0; step < STEPS; step += 1) {
      const index = roll(3);
      const [device, queue] = [devices[index] as Device, queues[index] as Waiting['mutation'][]];
      const pages = [...device.kept.values()].filter(
        ({ type, data }) => type === 'page' && (data as { title: string }).title.startsWith(`s${seed}`),
      );
      const one = pages[roll(Math.max(pages.length, 1))];
      const kind = roll(6);
      const title = `s${seed} step ${step}`;
      if (kind < 2 || !one) {
        queue.push(device.mutation('page_create', { workspace_id: t.ws1, title, parent_id: one?.id ?? null }));
        wanted.add(title);
      } else if (kind < 4) {
        const base = { title: (one.data as { title: string }).title };
        const extra = { base_version: one.version };
        queue.push(device.mutation('page_update', { id: one.id, fields: { title }, base }, extra));
        wanted.add(title);
      } else if (kind === 4)
        queue.push(device.mutation('page_move', { id: one.id, parent_id: pages[roll(pages.length)]?.id ?? null }));
      else queue.push(device.mutation('page_delete', { id: one.id }, { base_version: one.version }));
      if (roll(4)) continue;
      // The answer may be lost: the device sends it all again, and reads on.
      for (let time = 0; time <= roll(2); time += 1)
        for (const outcome of await device.send(...queue))
          if (!outcome.repeated) outcomes.set(outcome.client_id, outcome);
      queue.length = 0;
      await known(device);
    }
    for (const [index, device] of devices.entries())
      for (const outcome of await device.send(...(queues[index] as object[]))) outcomes.set(outcome.client_id, outcome);
    for (const device of devices) await known(device);
    return { devices, outcomes, wanted };
  }

  for (const seed of [3, 17, 2026])
    it(`with seed ${seed}`, async () => {
      const { devices, outcomes } = await play(seed);
      const [first, ...others] = devices.map((device) => device.titles());
      for (const other of others) assert.deepEqual(other, first);
      const fresh = new Device(t, 'edi', `fresh${seed}`);
      await fresh.pull(7);
      assert.deepEqual(fresh.titles(), first);
      const made = [...outcomes.values()].flatMap(({ status, id, client_id }) =>
        status === 'applied' || status === 'orphaned' ? [[client_id, id]] : [],
      );
      assert.ok(made.length > STEPS / 3, String(made.length));
      const rows: { client_id: string; status: string; result: string; type: string; payload: string }[] =
        await t.app.database.reader('sync_queue').whereLike('device_id', `seed${seed}-%`);
      assert.ok(rows.every(({ status, result }) => result !== null && ['synced', 'failed'].includes(status)));
      // Each change has one effect: every page that was made under a title is there once, in the trash or not.
      for (const { type, payload, client_id } of rows.filter((row) => row.type === 'page_create')) {
        const { title } = JSON.parse(payload);
        const versions = await t.app.database.reader('page_versions').where({ title }).distinct('page_id');
        assert.equal(versions.length, outcomes.get(client_id)?.status === 'rejected' ? 0 : 1, `${type} ${title}`);
      }
      // A title that was not taken stands in its copy.
      for (const { copy_id, client_id } of outcomes.values()) {
        if (copy_id === undefined) continue;
        const mine = JSON.parse(rows.find((row) => row.client_id === client_id)?.payload ?? '{}').fields.title;
        const copy = await t.app.database.reader('pages').where({ id: copy_id }).first('title');
        assert.equal(copy.title, `${mine} (offline copy)`);
      }
    });
});
