// Names of the people behind a list of pages, looked up once for the whole list.
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';

/** By id; people whom the actor may not know of are absent. */
export async function personNames(ctx: Ctx, ids: (number | null)[]): Promise<Map<number, string>> {
  const me = userOf(ctx);
  const others = [...new Set(ids)].filter((id): id is number => id !== null && id !== me.id);
  const found = others.length ? await ctx.use(accounts).known(ctx, others) : [];
  const names = new Map(found.map(({ id, full_name, login }) => [id, full_name || login]));
  return names.set(me.id, me.fullName || me.login);
}
