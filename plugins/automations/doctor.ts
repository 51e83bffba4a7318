// What doctor asks of automations: each rule can be read, and every one of the clock that is on has a next time.
import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { actionSchema } from './actions/registry.ts';

function isReadable(actions: string, conditions: string): boolean {
  try {
    return (
      Array.isArray(JSON.parse(conditions)) &&
      JSON.parse(actions).every((one: unknown) => !actionSchema.validate(one).error)
    );
  } catch {
    return false;
  }
}

async function run(ctx: Ctx): Promise<Verdict> {
  const rows: { id: number; actions_json: string; condition_json: string }[] = await ctx
    .db('automations')
    .orderBy('id')
    .select('id', 'actions_json', 'condition_json');
  const faults = rows
    .filter(({ actions_json, condition_json }) => !isReadable(actions_json, condition_json))
    .map(({ id }) => `the automation ${id} cannot be read`);
  const idle: number[] = await ctx
    .db('automations')
    .where({ enabled: 1, trigger_type: 'cron' })
    .whereNull('next_run_at')
    .orderBy('id')
    .pluck('id');
  for (const id of idle) faults.push(`the automation ${id} is on, and never due`);
  if (faults[0]) return { ok: false, detail: faults[0], count: faults.length };
  return { ok: true, detail: 'every automation can run', count: rows.length };
}

export const automationCheck: DoctorCheck = { name: 'automations', run };
