// Switching rules on and off, and telling whom it concerns when a rule is switched off by itself.
import type { Ctx } from '../../../core/kernel/context.ts';
import { notifications } from '../../notifications/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { Rule } from '../model.ts';
import { announce } from './rule-index.ts';
import { nextSlot } from './schedule.ts';
import { automationStore } from './store.ts';

/**
 * Off, with the reason; whoever it acts as and the owners of the workspace are told.
 * @param told what they all may read of the reason
 */
export async function disableRule(tx: Ctx, rule: Rule, why: string, told = why): Promise<void> {
  if (!rule.enabled) return;
  await automationStore.change(tx, rule.id, { enabled: false, disabled_reason: why, next_run_at: null });
  await announce(tx);
  const members = await tx.use(workspaces).members(tx, rule.workspace_id);
  const owners = members.filter(({ role }) => role === 'owner').map(({ user_id }) => user_id);
  await tx.use(notifications).tell(tx, {
    type: 'automation',
    cause: `automation-off:${rule.id}:${tx.now()}`,
    topic: `automation-off:${rule.id}`,
    url: `/workspace/automations/${rule.id}`,
    pageId: null,
    subject: rule.name,
    text: `Switched off: ${told}`,
    actorId: null,
    userIds: [...new Set([...owners, ...(rule.run_as === null ? [] : [rule.run_as])])],
  });
}

/** On or off by hand; on begins anew: past errors and missed slots are forgotten. */
export async function setEnabled(tx: Ctx, rule: Rule, enabled: boolean): Promise<Rule> {
  const change = enabled
    ? { enabled, disabled_reason: null, error_count: 0, last_error: null, next_run_at: nextSlot(rule, tx.now()) }
    : { enabled, next_run_at: null };
  await automationStore.change(tx, rule.id, { ...change, updated_at: tx.now() });
  await announce(tx);
  return { ...rule, ...change };
}
