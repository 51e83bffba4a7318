// Counts over the whole service, for administrators; and what the last look at all data found.
import type { Knex } from 'knex';
import { dailySums } from '../../core/events/daily-sums.ts';
import { jobRecords } from '../../core/events/job-records.ts';
import { DAY } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { administration } from '../auth/contract.ts';
import { files } from '../files/contract.ts';

export const DAYS = 14;

async function one(query: Knex.QueryBuilder): Promise<Record<string, number>> {
  const row = (await query.first()) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)]));
}

/** The last 14 days in UTC, oldest first, as `2026-11-20`. */
export function lastDays(now: string): string[] {
  const today = Date.parse(`${now.slice(0, 10)}T00:00:00.000Z`);
  return Array.from({ length: DAYS }, (_, back) => new Date(today - (DAYS - 1 - back) * DAY).toISOString()).map((day) =>
    day.slice(0, 10),
  );
}

export const SERIES = ['users', 'pages', 'bytes', 'logins', 'jobs_done', 'jobs_failed'] as const;
export type StatisticSeries = (typeof SERIES)[number];

const sources: Record<StatisticSeries, (ctx: Ctx, days: string[]) => Promise<number[]>> = {
  users: (ctx, dates) => dailySums(ctx, ctx.db('users'), dates, { at: 'created_at' }),
  pages: (ctx, dates) => dailySums(ctx, ctx.db('pages'), dates, { at: 'created_at' }),
  bytes: (ctx, dates) => ctx.use(files).bytesPerDay(ctx, dates),
  logins: (ctx, dates) => ctx.use(administration).sessionsPerDay(ctx, dates),
  jobs_done: (ctx, dates) => jobRecords.perDay(ctx, 'done', dates),
  jobs_failed: (ctx, dates) => jobRecords.perDay(ctx, 'failed', dates),
};

export type Day = { date: string } & Record<StatisticSeries, number>;

async function days(ctx: Ctx): Promise<Day[]> {
  const dates = lastDays(ctx.now());
  const found = await Promise.all(SERIES.map((name) => sources[name](ctx, dates)));
  return dates.map((date, at) => {
    const values = Object.fromEntries(SERIES.map((name, index) => [name, found[index]?.[at] ?? 0]));
    return { date, ...values } as Day;
  });
}

async function totals(ctx: Ctx) {
  const raw = (sql: string) => ctx.db.raw(sql);
  const count = (condition: string) => raw(`SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`);
  const [users, pages, workspaces, stored] = await Promise.all([
    one(
      ctx.db('users').select({
        total: raw('COUNT(*)'),
        active: count('is_active = 1'),
        admins: count('is_admin = 1 AND is_active = 1'),
      }),
    ),
    one(ctx.db('pages').select({ total: count('deleted_at IS NULL'), trashed: count('deleted_at IS NOT NULL') })),
    one(ctx.db('workspaces').select({ total: count('deleted_at IS NULL') })),
    ctx.use(files).totals(ctx),
  ]);
  return { users, pages, workspaces, files: stored };
}

export const statsStore = { days, totals };

export interface FindingRow {
  name: string;
  ok: number;
  detail: string;
  checked_at: string;
}

export const findingStore = {
  all: (ctx: Ctx): Promise<FindingRow[]> => ctx.db('health_findings').orderBy('name') as never,

  async replace(ctx: Ctx, found: { name: string; ok: boolean; detail: string }[]): Promise<void> {
    await ctx.db('health_findings').delete();
    const checked_at = ctx.now();
    const rows = found.map(({ name, ok, detail }) => ({
      name,
      ok: Number(ok),
      detail: detail.slice(0, 2000),
      checked_at,
    }));
    if (rows.length) await ctx.db('health_findings').insert(rows);
  },
};

/** How many live pages and how many bytes of files each of these workspaces has. */
export async function sizesOf(ctx: Ctx, ids: number[]): Promise<Map<number, { pages: number; bytes: number }>> {
  const counted = ctx.db('pages').whereIn('workspace_id', ids).whereNull('deleted_at').groupBy('workspace_id');
  const [pages, bytes] = await Promise.all([
    counted.select('workspace_id').count({ total: '*' }) as unknown as Promise<
      { workspace_id: number; total: number }[]
    >,
    ctx.use(files).sizes(ctx, ids),
  ]);
  const count = new Map(pages.map(({ workspace_id, total }) => [workspace_id, Number(total)]));
  return new Map(ids.map((id) => [id, { pages: count.get(id) ?? 0, bytes: bytes.get(id) ?? 0 }]));
}
