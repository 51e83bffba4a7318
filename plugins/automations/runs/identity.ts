// Whom a run acts as: who last said what the rule does, or who presses the button; never with an administrator's powers.
import type { Ctx, UserActor } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import type { Rule, WebhookAction } from '../model.ts';
import type { Cause } from './situation.ts';

/** A button whose rule says nothing else: also when a run of it is tried again. */
export const actsAsPresser = ({ trigger_type, runs_as }: Pick<Rule, 'trigger_type' | 'runs_as'>): boolean =>
  trigger_type === 'button' && runs_as === 'presser';

/**
 * Undefined: the account is gone or inactive, or has no place in the workspace any more. Whoever a rule acts as without
 * being there must still be somebody who may make rules.
 */
export async function actorFor(ctx: Ctx, rule: Rule, { presserId }: Cause): Promise<UserActor | undefined> {
  return actsAsPresser(rule)
    ? memberActor(ctx, rule, presserId, 'viewer')
    : memberActor(ctx, rule, rule.run_as, 'editor');
}

/** Whoever chose where an action sends, as whom its webhook is used; undefined as above. */
export const chooserFor = (ctx: Ctx, rule: Rule, { chosen_by }: WebhookAction): Promise<UserActor | undefined> =>
  memberActor(ctx, rule, chosen_by ?? rule.run_as, 'editor');

async function memberActor(
  ctx: Ctx,
  { workspace_id }: Rule,
  id: number | null,
  role: 'viewer' | 'editor',
): Promise<UserActor | undefined> {
  const user = id === null ? undefined : await ctx.use(accounts).byId(ctx, id);
  if (!user?.is_active) return undefined;
  const actor: UserActor = { ...actorOf(user), isAdmin: false };
  return (await ctx.app.access.allows(ctx.as(actor), { resource: 'workspace', role }, workspace_id))
    ? actor
    : undefined;
}
