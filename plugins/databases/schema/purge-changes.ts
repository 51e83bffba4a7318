// What a change of a schema took away can be brought back for as long as the trash keeps pages.
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { schemaJobs } from '../schema-change/store.ts';
import { propertyStore } from './property-store.ts';
import { schemaChangeStore } from './store.ts';

export async function forgetChanges(ctx: Ctx): Promise<void> {
  const before = daysAgo(ctx, ctx.app.settings.TRASH_DAYS);
  await ctx.tx(async (tx) => {
    await schemaChangeStore.purge(tx, before);
    await propertyStore.purge(tx, before);
    await schemaJobs.purge(tx, before);
  });
}
