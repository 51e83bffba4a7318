// SQL of sessions and tokens that are good, for administrators who look after those of everybody.
import type { Knex } from 'knex';
import { dailySums } from '../../../core/events/daily-sums.ts';
import type { Ctx } from '../../../core/kernel/context.ts';

interface TokenDevice {
  id: number;
  name: string;
  token_prefix: string;
  created_at: string;
  last_used_at: string | null;
}

async function byPerson(query: Knex.QueryBuilder): Promise<Map<number, number>> {
  const rows: { user_id: number; total: number }[] = await query
    .groupBy('user_id')
    .select('user_id')
    .count({ total: '*' });
  return new Map(rows.map(({ user_id, total }) => [user_id, Number(total)]));
}

const tokens = (ctx: Ctx, userIds: number[]) =>
  ctx
    .db('api_tokens')
    .whereIn('user_id', userIds)
    .where({ revoked: 0 })
    .where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', ctx.now()));

export const sessionDeviceStore = {
  sessionCounts: (ctx: Ctx, userIds: number[], [seenAfter, madeAfter]: [string, string]) =>
    byPerson(
      ctx
        .db('user_sessions')
        .whereIn('user_id', userIds)
        .where({ revoked: 0 })
        .where('last_seen_at', '>', seenAfter)
        .where('created_at', '>', madeAfter),
    ),
  /** how many were opened on each of these days */
  sessionsPerDay: (ctx: Ctx, days: string[]): Promise<number[]> =>
    dailySums(ctx, ctx.db('user_sessions'), days, { at: 'created_at' }),
  tokenCounts: (ctx: Ctx, userIds: number[]) => byPerson(tokens(ctx, userIds)),
  /** last used first */
  tokens: (ctx: Ctx, userId: number): Promise<TokenDevice[]> =>
    tokens(ctx, [userId])
      .orderByRaw('COALESCE(last_used_at, created_at) DESC')
      .select('id', 'name', 'token_prefix', 'created_at', 'last_used_at'),
};
