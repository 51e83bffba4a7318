// What is kept of deliveries: 30 days, and of each hook the newest 1,000.
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { deliveryStore } from './delivery/delivery-store.ts';

const KEEP_DAYS = 30;
const KEEP_MOST = 1000;

export const purgeDeliveries = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    await deliveryStore.aged(tx, daysAgo(tx.app, KEEP_DAYS));
    await deliveryStore.surplus(tx, KEEP_MOST);
  });
