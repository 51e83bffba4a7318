// The jobs that begin by the clock: when each ended last, and when it begins next.
import { jobRecords } from '../../core/events/job-records.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface ScheduledJob {
  kind: string;
  cron: string;
  /** when it ended; null: it has not run within the days for which jobs are kept */
  last_run_at: string | null;
  next_run_at: string | null;
}

export async function jobSchedule(ctx: Ctx): Promise<ScheduledJob[]> {
  const last = await jobRecords.lastRuns(ctx);
  return ctx.app.jobs.schedule().map(({ kind, cron, next_run_at }) => ({
    ...{ kind, cron, next_run_at },
    last_run_at: last.get(kind) ?? null,
  }));
}
