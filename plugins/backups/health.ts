// Whether there is a good backup, and how old it is.
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { momentText } from '../../core/i18n/date-format.ts';
import type { HealthCheck } from '../admin/contract.ts';
import { backupStore } from './store.ts';

const OLD_DAYS = 8;

const said = (what: 'none' | 'old' | 'recent'): string => `backups.health.${what}`;

export const backupHealth: HealthCheck = {
  label: 'backups.health',
  async run(ctx) {
    const last = await backupStore.lastVerified(ctx);
    if (!last) return { state: 'warning', says: said('none') };
    const values = { at: momentText(ctx, last.created_at) };
    return last.created_at < daysAgo(ctx, OLD_DAYS)
      ? { state: 'warning', says: said('old'), values }
      : { state: 'ok', says: said('recent'), values };
  },
};
