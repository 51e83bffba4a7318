// Counting wrong codes: five in five minutes an account, and the failed sign-ins of an address; right ones are given back.
import type { Ctx } from '../../core/kernel/context.ts';
import { throttle } from '../auth/contract.ts';

interface Counter {
  key: string;
  limit: number;
  seconds: number;
}

export const addressCounter = (ctx: Ctx): Counter => ({
  key: `login:ip:${ctx.address}`,
  ...ctx.app.settings.LOGIN_LIMIT_IP,
});

/** The account first, so that it is the one to answer for, wherever the tries come from. */
export const codeCounters = (ctx: Ctx, userId: number): Counter[] => [
  { key: `two-factor:user-${userId}`, limit: 5, seconds: 300 },
  addressCounter(ctx),
];

/** Takes one try of each counter and gives it back when the work succeeds. @throws Problem rate_limited */
export async function countAttempt<T>(ctx: Ctx, counters: Counter[], work: () => Promise<T>): Promise<T> {
  const giveBack = await ctx.use(throttle).take(ctx, counters);
  const result = await work();
  await giveBack();
  return result;
}
