// What doctor asks of templates: each can be used, and what new pages start from names just one.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { isBody } from '../pages/contract.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const rows: { id: number; blocks_json: string }[] = await ctx
    .db('page_templates')
    .orderBy('id')
    .select('id', 'blocks_json');
  const faults = rows
    .filter(({ blocks_json }) => !isBody(blocks_json))
    .map(({ id }) => `the blocks of the template ${id} cannot be read`);
  const aimless: number[] = await ctx
    .db('page_template_defaults')
    .whereRaw("(template_id is null) <> (template_key <> '')")
    .orderBy('page_id')
    .pluck('page_id');
  for (const id of aimless) faults.push(`what starts below the page ${id} is none, or two templates at once`);
  if (faults[0]) return { ok: false, detail: faults[0], count: faults.length };
  return { ok: true, detail: 'every template can be used', count: rows.length };
}

export const templateCheck: DoctorCheck = { name: 'templates', run };
