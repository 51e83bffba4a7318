// What is kept of second steps: codes that were used for a while, sign-ins that were begun for a day.
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { purge } from './store.ts';

/** A clock that is set back must find what was used. */
const STEP_DAYS = 30;

export const purgeSteps = async (ctx: Ctx): Promise<void> => {
  await ctx.tx((tx) => purge(tx, daysAgo(ctx, STEP_DAYS), daysAgo(ctx, 1)));
};
