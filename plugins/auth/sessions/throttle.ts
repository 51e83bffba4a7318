// Counts tries in the database, so that all processes share one count and a restart forgets nothing.

import { tooMany } from '../../../core/http/rate-limits.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Throttle } from '../contract.ts';
import { throttles } from '../store.ts';

/** A try counts whatever becomes of the request, so it is written apart from what the request writes. */
const apart = (ctx: Ctx): Ctx => (ctx.inTransaction ? ctx : ctx.app.context(ctx.actor, { log: ctx.log }));

export const databaseThrottle: Throttle = {
  async take(ctx: Ctx, counters) {
    const active = counters.filter(({ limit }) => limit > 0);
    // Counted before the work, so that many tries at once cannot all slip past the limit.
    const full = await apart(ctx).tx(async (tx) => {
      for (const { key, limit, seconds } of active) {
        const { hits, resets_at } = await throttles.hit(tx, key, seconds);
        if (hits > limit) return { limit, seconds, resets_at };
      }
      return undefined;
    });
    if (full) {
      const reset = Math.max(1, Math.ceil((Date.parse(full.resets_at) - Date.parse(ctx.now())) / 1000));
      throw tooMany(
        { limit: full.limit, remaining: 0, reset, seconds: full.seconds },
        'Too many attempts; wait before you try again.',
      );
    }
    const keys = active.map(({ key }) => key);
    return () => apart(ctx).tx(async (tx) => void (await throttles.giveBack(tx, keys)));
  },
  has: (ctx, { key, limit, seconds }) =>
    apart(ctx).tx(async (tx) => (await throttles.hit(tx, key, seconds)).hits <= limit),
  async left(ctx, { key, limit, seconds }) {
    const counted = await throttles.byKey(ctx, key);
    const reset = Math.ceil((Date.parse(counted?.resets_at ?? '') - Date.parse(ctx.now())) / 1000);
    if (!counted || !(reset > 0)) return { limit, remaining: limit, reset: seconds, seconds };
    return { limit, remaining: Math.max(0, limit - counted.hits), reset, seconds };
  },
};

/** The three counters of failed passwords (contract 3), whatever form they were typed into. */
export const loginCounters = (ctx: Ctx, account: string) => {
  const { LOGIN_LIMIT_IP: ip, LOGIN_LIMIT_ACCOUNT: each } = ctx.app.settings;
  return [
    { key: `login:ip:${ctx.address}`, ...ip },
    { key: `login:account:${account}:${ctx.address}`, ...each },
    { key: `login:account:${account}`, limit: each.limit && 50, seconds: 3600 },
  ];
};
