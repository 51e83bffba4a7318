// The end of a sprint, and what becomes of the rows in it that are still open.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { sprintReport } from './report.ts';
import { changeSprint } from './sprint.ts';
import { type Sprint, sprintStore } from './store.ts';

/** They stay as they are, go into the sprint that is planned next, or into none. */
export const OPEN_ROW_WAYS = ['next', 'out', 'stay'] as const;
export type OpenRowWay = (typeof OPEN_ROW_WAYS)[number];

/** The planned sprint of the same database that begins first. */
export async function sprintAfter(ctx: Ctx, { collection_id }: Sprint): Promise<Sprint | undefined> {
  return (await sprintStore.list(ctx, [collection_id])).findLast(({ state }) => state === 'planned');
}

/** Moves only rows that the actor sees. @throws Problem validation_failed for `next` where no sprint is planned */
export async function completeSprint(ctx: Ctx, sprint: Sprint, way: OpenRowWay): Promise<Sprint> {
  return ctx.tx(async (tx) => {
    const { rows } = await sprintReport(tx, sprint);
    const open = rows.filter(({ done_at }) => !done_at).map(({ id }) => id);
    if (way === 'next') {
      const next = await sprintAfter(tx, sprint);
      if (!next) throw invalid(['body', 'open'], 'names the next sprint, but none is planned');
      await changeSprint(tx, next, { add_rows: open });
    }
    return changeSprint(tx, sprint, { state: 'completed', remove_rows: way === 'stay' ? [] : open });
  });
}
