// How much a person may clip: 50 an hour, whatever device it comes from.
import type { RateState } from '../../../core/http/rate-limits.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { throttle } from '../../auth/contract.ts';

const counter = (ctx: Ctx) => ({ key: `clip:${userOf(ctx).id}`, limit: 50, seconds: 3600 });

export const quotaOf = (ctx: Ctx): Promise<RateState> => ctx.use(throttle).left(ctx, counter(ctx));

/** The returned function gives it back, for a clip that came to nothing. @throws Problem rate_limited */
export const takeQuota = (ctx: Ctx): Promise<() => Promise<void>> => ctx.use(throttle).take(ctx, [counter(ctx)]);

/** Also those that came to nothing: reading a clip costs the service time, whatever becomes of it. */
const TRIES = 200;

/** @throws Problem rate_limited */
export async function takeTry(ctx: Ctx): Promise<void> {
  await ctx.use(throttle).take(ctx, [{ key: `clip-try:${userOf(ctx).id}`, limit: TRIES, seconds: 3600 }]);
}

export const presentQuota = ({ limit, remaining, reset }: RateState) => ({ limit, remaining, reset });
