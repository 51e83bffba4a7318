// What is done by the clock: runs whose process is gone are named, and what watchers were told is forgotten.
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { purgeEvents } from './event-log.ts';
import { endLostRuns } from './runs.ts';

const EVENT_DAYS = 2;

export const sweepRuns = (ctx: Ctx): Promise<void> => endLostRuns(ctx);

export const purgeRunEvents = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => void (await purgeEvents(tx, daysAgo(tx.app, EVENT_DAYS))));
