// What single sign-on does by the clock.
import type { JobKind } from '../../core/events/jobs.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { historyStore } from './history/store.ts';
import { replayStore } from './identity/store.ts';
import { refreshMetadata } from './saml/refresh.ts';

const HISTORY_DAYS = 180;

export const ssoJobKinds: Record<string, JobKind> = {
  'sso.purge': {
    cron: '11 3 * * *',
    run: (ctx) =>
      ctx.tx(async (tx) => {
        await historyStore.purge(tx, daysAgo(tx, HISTORY_DAYS));
        await replayStore.purge(tx);
      }),
  },
  'sso.refresh': { cron: '13 4 * * *', run: refreshMetadata },
};
