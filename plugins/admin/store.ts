// Counts over the tables of the service, for administrators; and what the last look at all data found.
import type { Knex } from 'knex';
import { DAY } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export const DAYS = 14;

const numberOf = (value: unknown): number => Number(value ?? 0);

async function one(query: Knex.QueryBuilder): Promise<Record<string, number>> {
  const row = (await query.first()) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberOf(value)]));
}

/** The last 14 days in UTC, oldest first, as `2026-11-20`. */
export function lastDays(now: string): string[] {
  const today = Date.parse(`${now.slice(0, 10)}T00:00:00.000Z`);
  return Array.from({ length: DAYS }, (_, back) => new Date(today - (DAYS - 1 - back) * DAY).toISOString()).map((day) =>
    day.slice(0, 10),
  );
}

/** What happened on each of these days: rows, or the sum of a column. One look through the newest rows. */
async function perDay(ctx: Ctx, days: string[], from: { table: string; at: string; sum?: string; where?: object }) {
  const starts = days.map((day) => `${day}T00:00:00.000Z`);
  const worth = from.sum ? ctx.db.ref(from.sum) : ctx.db.raw('1');
  const query = ctx.db(from.table).where(from.at, '>=', starts[0] as string);
  if (from.where) query.where(from.where);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? '9999-12-31T00:00:00.000Z';
    const parts = [from.at, start, from.at, end, worth];
    query.select(ctx.db.raw(`SUM(CASE WHEN ?? >= ? AND ?? < ? THEN ? ELSE 0 END) AS day_${index}`, parts));
  }
  const row = await one(query);
  return days.map((_, index) => row[`day_${index}`] ?? 0);
}

export const SERIES = ['users', 'pages', 'bytes', 'logins', 'jobs_done', 'jobs_failed'] as const;
export type Series = (typeof SERIES)[number];

const sources: Record<Series, Parameters<typeof perDay>[2]> = {
  users: { table: 'users', at: 'created_at' },
  pages: { table: 'pages', at: 'created_at' },
  bytes: { table: 'files', at: 'created_at', sum: 'size' },
  logins: { table: 'user_sessions', at: 'created_at' },
  jobs_done: { table: 'jobs', at: 'finished_at', where: { status: 'done' } },
  jobs_failed: { table: 'jobs', at: 'finished_at', where: { status: 'failed' } },
};

export type Day = { date: string } & Record<Series, number>;

async function days(ctx: Ctx): Promise<Day[]> {
  const dates = lastDays(ctx.now());
  const found = await Promise.all(SERIES.map((name) => perDay(ctx, dates, sources[name])));
  return dates.map((date, at) => {
    const values = Object.fromEntries(SERIES.map((name, index) => [name, found[index]?.[at] ?? 0]));
    return { date, ...values } as Day;
  });
}

async function totals(ctx: Ctx) {
  const raw = (sql: string) => ctx.db.raw(sql);
  const count = (condition: string) => raw(`SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`);
  const [users, pages, workspaces, files] = await Promise.all([
    one(
      ctx.db('users').select({
        total: raw('COUNT(*)'),
        active: count('is_active = 1'),
        admins: count('is_admin = 1 AND is_active = 1'),
      }),
    ),
    one(ctx.db('pages').select({ total: count('deleted_at IS NULL'), trashed: count('deleted_at IS NOT NULL') })),
    one(ctx.db('workspaces').select({ total: count('deleted_at IS NULL') })),
    one(ctx.db('files').select({ total: raw('COUNT(*)'), bytes: raw('SUM(size)') })),
  ]);
  return { users, pages, workspaces, files };
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
  const stored = ctx.db('files').whereIn('workspace_id', ids).groupBy('workspace_id');
  const [pages, files] = await Promise.all([
    counted.select('workspace_id').count({ total: '*' }),
    stored.select('workspace_id').sum({ total: 'size' }),
  ]);
  const numbers = (rows: object[]) =>
    new Map((rows as { workspace_id: number; total: unknown }[]).map((row) => [row.workspace_id, numberOf(row.total)]));
  const [count, bytes] = [numbers(pages), numbers(files)];
  return new Map(ids.map((id) => [id, { pages: count.get(id) ?? 0, bytes: bytes.get(id) ?? 0 }]));
}
