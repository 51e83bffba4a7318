// SQL of browsers in which somebody has signed in, by the hash of what their cookie holds.
import type { Ctx } from '../../../core/kernel/context.ts';

export const knownDevices = {
  async count(ctx: Ctx, userId: number): Promise<number> {
    const [row] = await ctx.db('known_devices').where({ user_id: userId }).count({ total: '*' });
    return Number(row?.total ?? 0);
  },
  /** whether it was known already; from now on it is */
  async seen(ctx: Ctx, userId: number, hash: string): Promise<boolean> {
    const named = { user_id: userId, device_hash: hash };
    const now = { last_seen_at: ctx.now() };
    const known = await ctx.db('known_devices').where(named).update(now);
    // A form that was sent twice must not fail the second time.
    if (!known)
      await ctx
        .db('known_devices')
        .insert({ ...named, ...now })
        .onConflict(['user_id', 'device_hash'])
        .ignore();
    return known > 0;
  },
  purge: (ctx: Ctx, before: string) => ctx.db('known_devices').where('last_seen_at', '<', before).delete(),
};
