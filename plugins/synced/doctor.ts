// What doctor asks of synced blocks: each can be read, and the pages that are said to show one do.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { isBody } from '../pages/contract.ts';

/** References to blocks that are nowhere in the text of their page. */
const unshown = (ctx: Ctx): Promise<{ page_id: number; synced_block_id: number }[]> =>
  ctx
    .db('page_synced_refs as ref')
    .join('pages', 'pages.id', 'ref.page_id')
    .whereRaw("coalesce(pages.content, '') not like '%\"syncedBlockId\":' || ref.synced_block_id || '}%'")
    .orderBy('ref.page_id')
    .select('ref.page_id', 'ref.synced_block_id') as never;

async function run(ctx: Ctx): Promise<Verdict> {
  const rows: { id: number; content: string }[] = await ctx.db('synced_blocks').orderBy('id').select('id', 'content');
  const faults = rows
    .filter(({ content }) => !isBody(content))
    .map(({ id }) => `the content of the synced block ${id} cannot be read`);
  for (const { page_id, synced_block_id } of await unshown(ctx))
    faults.push(`the page ${page_id} is said to show the synced block ${synced_block_id}, and does not`);
  if (faults[0]) return { ok: false, detail: faults[0], count: faults.length };
  return { ok: true, detail: 'every synced block can be read, and is where it is said to be', count: rows.length };
}

export const syncedCheck: DoctorCheck = { name: 'synced blocks', run };
