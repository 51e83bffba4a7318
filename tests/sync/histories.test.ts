// Random histories of three devices: nothing is made twice, no title is lost, and all devices end with the same.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { ChangeOutcome } from '../../plugins/sync/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

const STEPS = 200;
/** `npm run soak` plays 500. */
const HISTORIES = Number(process.env.SYNC_HISTORIES ?? 4);

type Mutation = ReturnType<Device['mutation']>;

/** What one of the devices does: numbers choose among what there is then. */
const step = fc.record({
  device: fc.nat(2),
  kind: fc.constantFrom('create', 'create', 'rename', 'rename', 'move', 'delete'),
  page: fc.nat(1000),
  parent: fc.nat(1000),
  /** whether it has a connection then, and how often the answer is lost */
  isOnline: fc.nat(3).map((number) => number === 0),
  repeats: fc.nat(1),
});
type Step = ReturnType<typeof step.generate>['value'];

const chosen = <T>(all: T[], number: number): T | undefined => all[number % Math.max(all.length, 1)];

onEachEngine((_engine, open) => {
  let t: TestApp;
  let played = 0;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  /** What is seen by devices that have sent all they had. */
  async function play(name: string, steps: Step[]) {
    const devices = (['edi', 'ann', 'edi'] as const).map((who, index) => new Device(t, who, `${name}-${index}`));
    const queues = devices.map((): Mutation[] => []);
    const outcomes = new Map<string, ChangeOutcome>();
    const send = async (index: number, repeats: number) => {
      // The answer may be lost: the device sends it all again, and reads on.
      for (let time = 0; time <= repeats; time += 1)
        for (const outcome of await (devices[index] as Device).send(...(queues[index] as Mutation[])))
          if (!outcome.repeated) outcomes.set(outcome.client_id, outcome);
      queues[index] = [];
      await (devices[index] as Device).pull();
    };
    for (const [at, one] of steps.entries()) {
      const queue = queues[one.device] as Mutation[];
      queue.push(mutationOf(devices[one.device] as Device, one, { name, at }));
      if (one.isOnline) await send(one.device, one.repeats);
    }
    for (const index of devices.keys()) await send(index, 0);
    for (const device of devices) await device.pull();
    return { devices, outcomes };
  }

  function mutationOf(
    device: Device,
    { kind, page, parent }: Step,
    { name, at }: { name: string; at: number },
  ): Mutation {
    const pages = [...device.kept.values()].filter(
      ({ type, data }) => type === 'page' && (data as { title: string }).title.startsWith(`${name} `),
    );
    const one = chosen(pages, page);
    const title = `${name} step ${at}`;
    if (kind === 'create' || !one)
      return device.mutation('page_create', { workspace_id: t.ws1, title, parent_id: one?.id ?? null });
    const extra = { base_version: one.version };
    if (kind === 'rename') {
      const base = { title: (one.data as { title: string }).title };
      return device.mutation('page_update', { id: one.id, fields: { title }, base }, extra);
    }
    if (kind === 'move')
      return device.mutation('page_move', { id: one.id, parent_id: chosen(pages, parent)?.id ?? null });
    return device.mutation('page_delete', { id: one.id }, extra);
  }

  async function check(steps: Step[]): Promise<void> {
    const name = `h${++played}`;
    const { devices, outcomes } = await play(name, steps);
    const [first, ...others] = devices.map((device) => device.titles());
    for (const other of others) assert.deepEqual(other, first);
    const fresh = new Device(t, 'edi', `${name}-fresh`);
    await fresh.pull(700);
    assert.deepEqual(fresh.titles(), first);
    const rows: { client_id: string; status: string; result: string; type: string; payload: string }[] =
      await t.app.database.reader('sync_queue').whereLike('device_id', `${name}-%`);
    assert.equal(rows.length, steps.length);
    assert.ok(rows.every(({ status, result }) => result !== null && ['synced', 'failed'].includes(status)));
    // Each change has one effect: every page that was made under a title is there once, in the trash or not.
    const versions = await t.app.database
      .reader('page_versions')
      .whereLike('title', `${name} step %`)
      .distinct('page_id', 'title');
    for (const { type, payload, client_id } of rows.filter((row) => row.type === 'page_create')) {
      const { title } = JSON.parse(payload);
      const made = versions.filter((one) => one.title === title).length;
      assert.equal(made, outcomes.get(client_id)?.status === 'rejected' ? 0 : 1, `${type} ${title}`);
    }
    // A title that was not taken stands in its copy, which somebody may have given another one since.
    const copies = new Set(versions.map(({ page_id, title }) => `${page_id} ${title}`));
    for (const { copy_id, client_id } of outcomes.values()) {
      if (copy_id === undefined) continue;
      const mine = JSON.parse(rows.find((row) => row.client_id === client_id)?.payload ?? '{}').fields.title;
      assert.ok(copies.has(`${copy_id} ${mine} (offline copy)`), mine);
    }
  }

  it(`${HISTORIES} of ${STEPS} steps`, async () => {
    const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS });
    // One that fails is not made shorter: each takes seconds, and its seed plays it again.
    await fc.assert(fc.asyncProperty(steps, check), { numRuns: HISTORIES, seed: 2026, endOnFailure: true });
  });
});
