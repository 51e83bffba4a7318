// What doctor asks of the queue of devices: nothing is left in the middle, and what was made has its answer.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { queueStore } from './store.ts';

/** The job that lets them go runs each hour. */
const STUCK_MS = 3 * 3_600_000;

async function run(ctx: Ctx): Promise<Verdict> {
  const unanswered = await queueStore.unanswered(ctx);
  if (unanswered.length)
    return { ok: false, detail: `the change ${unanswered[0]} was made and has no answer`, count: unanswered.length };
  const stuck = await queueStore.stuck(ctx, new Date(Date.parse(ctx.now()) - STUCK_MS).toISOString());
  if (stuck.length)
    return { ok: false, detail: `the change ${stuck[0]} was left in the middle: do jobs run?`, count: stuck.length };
  return { ok: true, detail: 'every change that devices sent was answered' };
}

export const syncCheck: DoctorCheck = { name: 'sync', run };
