// Work of forges that goes on beside requests.
import type { JobKind } from '../../core/events/jobs.ts';
import { SYNC_JOB } from './projects/link.ts';
import { syncHourly, syncProject } from './projects/sync.ts';
import { forgeDeliveryStore } from './registration/store.ts';

const DAY = 86_400_000;
/** Forges send what was not taken again for a while; older ids need not be known. */
const KEEP_DAYS = 30;

export const forgeJobKinds: Record<string, JobKind> = {
  [SYNC_JOB]: { attempts: 4, leaseSeconds: 120, run: (ctx, { id }, signal) => syncProject(ctx, Number(id), signal) },
  'forges.hourly': { cron: '@hourly', run: syncHourly },
  'forges.purge': {
    cron: '@daily',
    run: (ctx) =>
      ctx.tx(async (tx) => {
        await forgeDeliveryStore.purge(tx, new Date(Date.parse(tx.now()) - KEEP_DAYS * DAY).toISOString());
      }),
  },
};
