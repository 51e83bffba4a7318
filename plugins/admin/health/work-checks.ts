// Whether what is to be done gets done: mails, jobs and events; and what the last look at all data found.
import { jobRecords } from '../../../core/events/job-records.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { HealthCheck, HealthVerdict } from '../contract.ts';
import { findingStore } from '../store.ts';

const MINUTE = 60_000;

const minutesSince = (ctx: Ctx, at: string | null): number =>
  at === null ? 0 : Math.floor((Date.parse(ctx.now()) - Date.parse(at)) / MINUTE);

const mail: HealthCheck = {
  label: 'admin.health.mail',
  async run(ctx): Promise<HealthVerdict> {
    if (!ctx.app.settings.SMTP_URL) return { state: 'warning', says: 'admin.health.mail.kept' };
    try {
      await ctx.app.mail.check();
    } catch (error) {
      return {
        state: 'error',
        says: 'admin.health.mail.refused',
        values: { reason: (error as Error).message.slice(0, 200) },
      };
    }
    const count = await ctx.app.mail.failures(ctx);
    return count
      ? { state: 'warning', says: 'admin.health.mail.failed', values: { count } }
      : { state: 'ok', says: 'admin.health.mail.sent' };
  },
};

const LATE = 5;
const STUCK = 60;

const jobs: HealthCheck = {
  label: 'admin.health.jobs',
  async run(ctx): Promise<HealthVerdict> {
    const [counts, due] = await Promise.all([jobRecords.counts(ctx), jobRecords.oldestDue(ctx)]);
    const minutes = minutesSince(ctx, due);
    if (minutes >= LATE)
      return { state: minutes >= STUCK ? 'error' : 'warning', says: 'admin.health.jobs.late', values: { minutes } };
    if (counts.failed) return { state: 'warning', says: 'admin.health.jobs.failed', values: { count: counts.failed } };
    return { state: 'ok', says: 'admin.health.jobs.done' };
  },
};

const events: HealthCheck = {
  label: 'admin.health.events',
  async run(ctx): Promise<HealthVerdict> {
    const minutes = minutesSince(ctx, await ctx.app.events.waitingSince(ctx.app.database.reader));
    return minutes >= 1
      ? { state: 'error', says: 'admin.health.events.late', values: { minutes } }
      : { state: 'ok', says: 'admin.health.events.told' };
  },
};

const data: HealthCheck = {
  label: 'admin.health.data',
  async run(ctx): Promise<HealthVerdict> {
    const found = await findingStore.all(ctx);
    const [first] = found;
    if (!first) return { state: 'warning', says: 'admin.health.data.never' };
    const count = found.filter(({ ok }) => !ok).length;
    const values = { count, at: momentText(ctx, first.checked_at) };
    return count
      ? { state: 'error', says: 'admin.health.data.damaged', values }
      : { state: 'ok', says: 'admin.health.data.sound', values };
  },
};

export const workChecks: HealthCheck[] = [mail, jobs, events, data];
