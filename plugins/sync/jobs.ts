// What is kept of devices: their changes for 400 days, since a name they gave must outlive every time without connection.
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { conflictStore, queueStore, syncDeviceStore } from './store.ts';

export const KEEP_DAYS = 400;
const RELEASE_MS = 3_600_000;

export const purgeSync = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const before = daysAgo(tx.app, KEEP_DAYS);
    await queueStore.purge(tx, before);
    await conflictStore.purge(tx, before);
    await syncDeviceStore.purge(tx, before);
  });

export const releaseSync = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    await queueStore.release(tx, new Date(Date.parse(tx.now()) - RELEASE_MS).toISOString());
  });
