// What a change of a schema took away can be brought back for as long as the trash keeps pages.
import type { Ctx } from '../../core/context.ts';
import { changeStore, propertyStore } from './store.ts';

export async function forgetChanges(ctx: Ctx): Promise<void> {
  const before = new Date(Date.parse(ctx.now()) - ctx.app.settings.TRASH_DAYS * 86_400_000).toISOString();
  await ctx.tx(async (tx) => {
    await changeStore.purge(tx, before);
    await propertyStore.purge(tx, before);
  });
}
