// What is done by the clock: runs whose process is gone are named, and what watchers were told is forgotten.
import type { JobKind } from '../../../core/events/jobs.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import { purgeEvents } from './event-log.ts';
import { endLostRuns } from './lost-runs.ts';

const EVENT_DAYS = 2;

export const agentJobKinds: Record<string, JobKind> = {
  'agent.sweep': { cron: '* * * * *', run: (ctx) => endLostRuns(ctx) },
  'agent.purge': {
    cron: '23 4 * * *',
    run: (ctx) => ctx.tx(async (tx) => void (await purgeEvents(tx, daysAgo(tx.app, EVENT_DAYS)))),
  },
};
