// Who is told only what they may see: properties may be hidden from the very people whom they name.
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { type Duty, databases } from '../databases/contract.ts';

/** Of these people, those to whom the row as they see it says so. */
export async function seeing(ctx: Ctx, rowId: number, people: number[], isSaid: (own: Duty, id: number) => boolean) {
  const found: number[] = [];
  for (const person of await ctx.use(accounts).byIds(ctx, people)) {
    const own = ctx.as(actorOf(person));
    const [duty] = await own.use(databases).duties(own, [rowId]);
    if (duty && isSaid(duty, person.id)) found.push(person.id);
  }
  return found;
}
