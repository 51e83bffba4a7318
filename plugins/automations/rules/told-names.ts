// Whom an action tells something, by their names.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { NotifyAction, Rule } from '../model.ts';
import { visibleProperties } from './clause-words.ts';

/** People, how many groups, and a property in which people stand, as far as the reader sees it. */
export async function toldNames(
  ctx: Ctx,
  rule: Rule,
  { user_ids = [], group_ids = [], property_id }: NotifyAction,
): Promise<string> {
  const t = ctx.app.messages.in(ctx.locale);
  const people = user_ids.length ? await ctx.use(accounts).byIds(ctx, user_ids) : [];
  const names = people.map(({ full_name, login }) => full_name || login);
  if (group_ids.length) names.push(t('automations.does.groups', { count: group_ids.length }));
  if (property_id !== undefined) {
    const known = await visibleProperties(ctx, rule.collection_id);
    const property = known.find(({ id }) => id === property_id)?.name ?? t('automations.does.hidden');
    names.push(t('automations.does.people_in', { property }));
  }
  return names.join(', ');
}
