// What others come to see who write between the slices of a job.
import type { App } from '../../../core/kernel/app.ts';

/** How many pages of subtrees were waiting for their jobs each time that somebody else could write while `work` went on. */
export async function countsBetween({ database }: App, work: Promise<unknown>): Promise<Set<number>> {
  const counts = new Set<number>();
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone)
    await database.transaction(async (trx) => {
      await trx('users').where({ id: 1 }).update({ id: 1 });
      counts.add(Number((await trx('subtree_job_pages').count({ n: '*' }))[0]?.n));
    });
  await ended;
  return counts;
}
