// Rules that buttons of rows start: which of them a database may name, and the press of such a button.
import { invalid, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ButtonRun, Collection } from '../../databases/contract.ts';
import type { Rule } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { automationStore } from '../rules/store.ts';
import { lockRefusal } from './lock-refusal.ts';
import { press } from './press.ts';
import { presentRuns, type VisibleRun } from './visible-runs.ts';

const AT = ['body', 'config', 'actions'];

/** @throws Problem not_found, validation_failed */
export async function requireForRows(
  ctx: Ctx,
  ruleId: number,
  { id, workspace_id }: Pick<Collection, 'id' | 'workspace_id'>,
): Promise<void> {
  const rule = (await ctx.app.access.require(ctx, automationPolicies.press, ruleId)).row as Rule;
  if (rule.workspace_id !== workspace_id) throw invalid(AT, 'names an automation of another workspace');
  if (rule.trigger_type !== 'button') throw invalid(AT, 'names an automation that no button starts');
  if (rule.collection_id !== null && rule.collection_id !== id)
    throw invalid(AT, 'names an automation for the buttons of another database');
}

/** @throws Problem conflict, forbidden, page_locked */
export async function pressForRow(ctx: Ctx, ruleId: number, rowId: number, cause: string): Promise<ButtonRun> {
  // Deleted since, or of a workspace to which the presser was never invited: they read the same.
  const rule =
    (await ctx.app.access.allows(ctx, automationPolicies.press, ruleId)) && (await automationStore.byId(ctx, ruleId));
  if (!rule) throw new Problem('conflict', 'The automation of this button no longer exists.');
  const made = await press(ctx, ruleId, { pageId: rowId, cause });
  const locked = await lockRefusal(ctx, made);
  if (locked) throw locked;
  const [run] = await presentRuns(ctx, rule, [made]);
  const { id, automation_id, status, detail } = run as VisibleRun;
  return { id, automation_id, status, detail };
}
