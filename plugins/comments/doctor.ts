// What doctor asks of comments: answers lie with what they answer, and mentions with their comment.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';

async function run(ctx: Ctx): Promise<Verdict> {
  const answers: number[] = await ctx
    .db('comments as answer')
    .join('comments as first', 'first.id', 'answer.parent_id')
    .whereRaw('(first.page_id <> answer.page_id or first.parent_id is not null)')
    .orderBy('answer.id')
    .pluck('answer.id');
  const mentions: number[] = await ctx
    .db('mentions')
    .join('comments', 'comments.id', 'mentions.comment_id')
    .whereRaw('comments.page_id <> mentions.page_id')
    .orderBy('mentions.id')
    .pluck('mentions.id');
  const faults = [
    ...answers.map((id) => `the comment ${id} answers one of another page, or an answer`),
    ...mentions.map((id) => `the mention ${id} lies on another page than its comment`),
  ];
  if (faults[0]) return { ok: false, detail: faults[0], count: faults.length };
  const [row] = (await ctx.db('comments').count({ total: '*' })) as { total: number | string }[];
  return { ok: true, detail: 'every answer lies with what it answers', count: Number(row?.total ?? 0) };
}

export const commentCheck: DoctorCheck = { name: 'comments', run };
