// What doctor asks of the page tree: it has no loops and no loose ends.

import type { DoctorCheck, Verdict } from '../../core/cli/doctor.ts';
import type { Ctx } from '../../core/kernel/context.ts';

/** Whatever cannot be reached from the top hangs in a loop or below a page that is gone. */
async function pageTree(ctx: Ctx): Promise<Verdict> {
  const lost = await ctx.db
    .withRecursive('reached', (query) =>
      query
        .select('id')
        .from('pages')
        .whereNull('parent_id')
        .unionAll((below) => below.select('pages.id').from('pages').join('reached', 'pages.parent_id', 'reached.id')),
    )
    .from('pages')
    .whereNotIn('id', (query) => query.select('id').from('reached'))
    .orderBy('id')
    .pluck('id');
  if (lost.length) {
    const detail = `the page ${lost[0]} hangs in a loop or below a page that is gone`;
    return { ok: false, detail, count: lost.length };
  }
  const strays = await ctx
    .db('pages as child')
    .join('pages as parent', 'child.parent_id', 'parent.id')
    .whereRaw('child.workspace_id <> parent.workspace_id')
    .orderBy('child.id')
    .pluck('child.id');
  if (strays.length) {
    const detail = `the page ${strays[0]} is in another workspace than its parent`;
    return { ok: false, detail, count: strays.length };
  }
  return { ok: true, detail: 'every page hangs from the top of its workspace' };
}

export const pageCheck: DoctorCheck = { name: 'page tree', run: pageTree };
