// Tells people in the product and by mail, as far as they see what it is about.
import Joi from 'joi';
import { invalid } from '../../../core/http/problem.ts';
import { id, name } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { databases } from '../../databases/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { groupPeople } from '../../permissions/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { NotifyAction } from '../model.ts';
import { rowlessness } from '../rules/row-at-hand.ts';
import { filledText } from '../runs/text-template.ts';
import type { ActionKind } from './action-kind.ts';

const TEXT_MAX = 500;
const ids = () => Joi.array().items(id()).max(100).unique();

export const notify: ActionKind<NotifyAction> = {
  shape: { message: name(TEXT_MAX).required(), user_ids: ids(), group_ids: ids(), property_id: id() },

  async check(ctx, rule, action, at) {
    const { user_ids = [], group_ids = [], property_id } = action;
    if (!user_ids.length && !group_ids.length && property_id === undefined)
      throw invalid([...at, 'user_ids'], 'must name somebody: people, groups, or a property', 'missing');
    const members = await ctx.use(workspaces).belonging(ctx, rule.workspace_id, user_ids);
    const stranger = user_ids.find((one) => !members.has(one));
    if (stranger !== undefined)
      throw invalid([...at, 'user_ids'], `names somebody who is not in the workspace: ${stranger}`, 'value_error');
    const known = await ctx.use(groupPeople).known(ctx, rule.workspace_id, group_ids);
    if (known.length < group_ids.length)
      throw invalid([...at, 'group_ids'], 'names a group that the workspace does not have', 'value_error');
    if (property_id !== undefined) await checkProperty(property_id);
    return action;

    async function checkProperty(wanted: number): Promise<void> {
      const without = rowlessness(rule);
      if (without) throw invalid([...at, 'property_id'], without, 'value_error', wanted);
      const found = rule.collection_id === null ? [] : await ctx.use(databases).properties(ctx, rule.collection_id);
      if (!found.some((one) => one.id === wanted))
        throw invalid([...at, 'property_id'], 'names no property of the database', 'value_error');
    }
  },

  async run(ctx, situation, rule, action, path) {
    const { user_ids = [], group_ids = [], property_id, message } = action;
    const named = property_id === undefined ? null : await situation.value(ctx, property_id);
    const people = new Set([
      ...user_ids,
      ...(await ctx.use(groupPeople).of(ctx, rule.workspace_id, group_ids)),
      ...(Array.isArray(named) ? named : [named]).filter((one): one is number => typeof one === 'number'),
    ]);
    const members = await ctx.use(workspaces).belonging(ctx, rule.workspace_id, [...people]);
    const { page, cause } = situation;
    const isTrashed = Boolean(page?.deleted_at);
    const told = page ? await readersOf(ctx, page, [...members]) : [...members];
    await ctx.use(notifications).tell(ctx, {
      type: 'automation',
      cause: `automation:${rule.id}:${cause.key}:${path}`,
      topic: `automation:${rule.id}`,
      url: page ? (isTrashed ? '/trash' : `/pages/${page.id}`) : `/workspace/automations/${rule.id}/runs`,
      pageId: isTrashed ? null : (page?.id ?? null),
      text: (await filledText(ctx, situation, message)).slice(0, TEXT_MAX),
      actorId: null,
      userIds: told,
    });
    return { detail: told.length === 1 ? 'one person' : `${told.length} people`, count: told.length };
  },
};

/** Those who may see what the message is about, in the trash, too. */
async function readersOf(ctx: Ctx, page: Page, userIds: number[]): Promise<number[]> {
  if (!page.deleted_at) return (await ctx.use(pages).readers(ctx, page.id, userIds)).map(({ id: user }) => user);
  const subject = await ctx.app.resource('page').load(ctx, page.id);
  const found: number[] = [];
  for (const user of await ctx.use(accounts).byIds(ctx, userIds))
    if (user.is_active && subject && (await ctx.app.access.roleOn(ctx.as(actorOf(user)), subject))) found.push(user.id);
  return found;
}
