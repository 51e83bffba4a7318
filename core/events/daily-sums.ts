// What happened on each of some days, in one look through the newest rows of a table.
import type { Knex } from 'knex';
import type { Ctx } from '../kernel/context.ts';

/** How many rows of a query have this moment on each day, or what a column of them adds up to; days as `2026-11-20`. */
export async function dailySums(
  ctx: Ctx,
  query: Knex.QueryBuilder,
  days: string[],
  { at, sum }: { at: string; sum?: string },
): Promise<number[]> {
  const starts = days.map((day) => `${day}T00:00:00.000Z`);
  const worth = sum ? ctx.db.ref(sum) : ctx.db.raw('1');
  query.where(at, '>=', starts[0] as string);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? '9999-12-31T00:00:00.000Z';
    const parts = [at, start, at, end, worth];
    query.select(ctx.db.raw(`SUM(CASE WHEN ?? >= ? AND ?? < ? THEN ? ELSE 0 END) AS day_${index}`, parts));
  }
  const row: Record<string, unknown> = await query.first();
  return days.map((_, index) => Number(row[`day_${index}`] ?? 0));
}
