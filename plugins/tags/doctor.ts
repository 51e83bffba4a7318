// What doctor asks of tags: each is found under the name that it shows.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const rows: { id: number; name: string; name_key: string }[] = await ctx
    .db('tags')
    .orderBy('id')
    .select('id', 'name', 'name_key');
  const faults = rows.filter(({ name, name_key }) => uniqueKey(name) !== name_key);
  if (faults[0]) return { ok: false, detail: `the tag ${faults[0].id} is not found by its name`, count: faults.length };
  return { ok: true, detail: 'every tag is found by its name', count: rows.length };
}

export const tagCheck: DoctorCheck = { name: 'tags', run };
