// What is cleaned up of accounts every night.

import type { JobKind } from '../../core/events/jobs.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { confirmations } from './email-address-store.ts';
import { knownDevices } from './sessions/device-cookie-store.ts';
import { transactions } from './sessions/login-transaction-store.ts';
import { sessions, throttles } from './store.ts';

const SESSION_DAYS = 91;
const DEVICE_DAYS = 400;

export const accountJobKinds: Record<string, JobKind> = {
  'auth.purge': {
    cron: '17 3 * * *',
    run: async (ctx) => {
      const before = daysAgo(ctx, SESSION_DAYS);
      await ctx.tx(async (tx) => {
        await sessions.purge(tx, before);
        await throttles.purge(tx);
        await transactions.purge(tx);
        await confirmations.purge(tx);
        await knownDevices.purge(tx, daysAgo(ctx, DEVICE_DAYS));
      });
    },
  },
};
