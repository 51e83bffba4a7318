// What was written into live documents continues a state that is there. Documents whose page is gone are swept daily.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const loose: number[] = await ctx
    .db('page_doc_update as change')
    .leftJoin('page_doc as doc', (on) => on.on('doc.doc_kind', 'change.doc_kind').andOn('doc.doc_id', 'change.doc_id'))
    .whereNull('doc.doc_id')
    .orderBy('change.id')
    .pluck('change.id');
  if (loose.length) return { ok: false, detail: `the change ${loose[0]} belongs to no document`, count: loose.length };
  const [row] = (await ctx.db('page_doc').count({ total: '*' })) as { total: number | string }[];
  return { ok: true, detail: 'every change continues a document', count: Number(row?.total ?? 0) };
}

export const documentCheck: DoctorCheck = { name: 'live documents', run };
