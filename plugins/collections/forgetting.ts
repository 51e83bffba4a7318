// What a change of a schema took away can be brought back for as long as the trash keeps pages.
import { daysAgo } from '../../core/civil.ts';
import type { Ctx } from '../../core/context.ts';
import { changeStore, propertyStore } from './store.ts';

export async function forgetChanges(ctx: Ctx): Promise<void> {
  const before = daysAgo(ctx, ctx.app.settings.TRASH_DAYS);
  await ctx.tx(async (tx) => {
    await changeStore.purge(tx, before);
    await propertyStore.purge(tx, before);
  });
}
