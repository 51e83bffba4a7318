// What is asked of jobs: how many, which, why they failed and another try for those; and whether one is there already.

import { notFound, Problem } from '../http/problem.ts';
import type { Ctx } from '../kernel/context.ts';
import { dailySums } from './daily-sums.ts';

export const JOB_STATES = ['queued', 'running', 'failed', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Without the payload, which belongs to the plugin of the kind. */
export interface JobRecord {
  id: number;
  kind: string;
  status: JobState;
  attempts: number;
  run_at: string;
  error: string;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = ['id', 'kind', 'status', 'attempts', 'run_at', 'error', 'created_at', 'finished_at'];

/** Newest first. */
async function page(ctx: Ctx, status: JobState | undefined, limit: number, offset: number) {
  const some = () => ctx.db('jobs').modify((query) => void (status && query.where({ status })));
  const items: JobRecord[] = await some().orderBy('id', 'desc').limit(limit).offset(offset).select(COLUMNS);
  const [count] = await some().count({ total: '*' });
  return { items, total: Number(count?.total ?? 0) };
}

/** How many there are in each state. */
async function counts(ctx: Ctx): Promise<Record<JobState, number>> {
  const rows: { status: JobState; total: number }[] = await ctx
    .db('jobs')
    .groupBy('status')
    .select('status')
    .count({ total: '*' });
  const found = new Map(rows.map(({ status, total }) => [status, Number(total)]));
  return Object.fromEntries(JOB_STATES.map((state) => [state, found.get(state) ?? 0])) as Record<JobState, number>;
}

/** When the job that should have begun first was due, ISO 8601; null: none waits longer than it should. */
async function oldestDue(ctx: Ctx): Promise<string | null> {
  const row = await ctx
    .db('jobs')
    .where({ status: 'queued' })
    .where('run_at', '<=', ctx.now())
    .min({ at: 'run_at' })
    .first();
  return row?.at ?? null;
}

/** When each kind of the schedule ended last, ISO 8601; those of the last 7 days. */
async function lastRuns(ctx: Ctx): Promise<Map<string, string>> {
  const rows: { kind: string; at: string }[] = await ctx
    .db('jobs')
    .where('unique_key', 'like', 'cron:%')
    .whereNotNull('finished_at')
    .groupBy('kind')
    .select('kind')
    .max({ at: 'finished_at' });
  return new Map(rows.map(({ kind, at }) => [kind, at]));
}

/** How many ended in this state on each of these days. */
const perDay = (ctx: Ctx, status: 'done' | 'failed', days: string[]): Promise<number[]> =>
  dailySums(ctx, ctx.db('jobs').where({ status }), days, { at: 'finished_at' });

/** Starts a failed job anew with all its tries. @throws Problem not_found, conflict for a job that has not failed */
async function retry(ctx: Ctx, id: number): Promise<JobRecord> {
  return ctx.tx(async (tx) => {
    const row = await tx.db('jobs').where({ id }).first('status', 'kind', 'payload');
    if (!row) throw notFound();
    const again = { status: 'queued', attempts: 0, error: '', run_at: tx.now(), finished_at: null };
    const changed = await tx.db('jobs').where({ id, status: 'failed' }).update(again);
    if (!changed) throw new Problem('conflict', 'Only a failed job can be tried again.');
    await tx.app.jobs.kind(row.kind)?.retried?.(tx, JSON.parse(row.payload));
    tx.afterCommit(() => tx.app.jobs.wake());
    return (await tx.db('jobs').where({ id }).first(COLUMNS)) as JobRecord;
  });
}

/** Whether one of this kind with this payload waits or runs. */
async function isUnderWay(ctx: Ctx, kind: string, payload: object): Promise<boolean> {
  const same = { kind, payload: JSON.stringify(payload) };
  return Boolean(await ctx.db('jobs').where(same).whereIn('status', ['queued', 'running']).first('id'));
}

/** Whether one with this key, of which there is one at a time, waits or runs. */
const hasKey = async (ctx: Ctx, uniqueKey: string): Promise<boolean> =>
  Boolean(await ctx.db('jobs').where({ unique_key: uniqueKey }).first('id'));

export const jobRecords = { page, counts, oldestDue, lastRuns, perDay, retry, isUnderWay, hasKey };
