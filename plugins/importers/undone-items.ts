// Which items the undo of an import takes back, which get their former version, and which databases others still fill.
import type { Ctx } from '../../core/kernel/context.ts';
import { type ItemRow, itemStore, type JobRow, jobStore } from './store.ts';

export interface UndoneItems {
  /** by the job itself, or by one that was undone before it: whoever saw them last takes them along */
  created: ItemRow[];
  /** made by another import that stands */
  changed: ItemRow[];
  /** databases that rows of another import are in: they are its own from now on */
  inherited: ItemRow[];
}

export async function undoneItems(ctx: Ctx, job: JobRow): Promise<UndoneItems> {
  const rows = await itemStore.ofUndo(ctx, job.id);
  const makers = [...new Set(rows.flatMap(({ created_by_job }) => created_by_job ?? []))];
  const gone = new Set([job.id, ...(await jobStore.undoneOf(ctx, makers))]);
  const items: UndoneItems = { created: [], changed: [], inherited: [] };
  for (const row of rows) {
    const isMade = row.created_by_job !== null && gone.has(row.created_by_job);
    const isHome = isMade && row.kind === 'database' && row.page_id !== null;
    const heir = isHome ? await itemStore.jobBelow(ctx, row.page_id as number, job.id) : undefined;
    if (heir) items.inherited.push({ ...row, job_id: heir });
    else items[isMade ? 'created' : 'changed'].push(row);
  }
  return items;
}
