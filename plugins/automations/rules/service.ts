// Use cases of rules: make, change, remove. What a rule names is there for whoever saves it, and it acts as them.
import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { webhooks } from '../../webhooks/contract.ts';
import { keepAction } from '../actions/registry.ts';
import type { Rule, RuleAction, RuleInput } from '../model.ts';
import { checkedRule } from './rule-check.ts';
import { announce } from './rule-index.ts';
import { ruleDefaults } from './rule-schema.ts';
import { nextSlot } from './schedule.ts';
import { automationStore, webhooksIn } from './store.ts';

export type NewRule = Pick<RuleInput, 'name'> & Partial<RuleInput>;

/** Whoever changes what a rule does is whom it acts as from then on. */
const MEANING: (keyof RuleInput)[] = [
  ...(['trigger_type', 'event', 'cron_expression', 'timezone', 'collection_id', 'include_imports'] as const),
  ...(['condition_json', 'actions_json', 'runs_as', 'least_role'] as const),
];

/** What it names is looked at before the transaction: an address is resolved, which may take a while. */
async function keptActions(tx: Ctx, workspace_id: number, rule: RuleInput): Promise<RuleAction[]> {
  const kept: RuleAction[] = [];
  for (const action of rule.actions_json) kept.push(await keepAction(tx, { ...rule, workspace_id }, action));
  return kept;
}

/** @throws Problem validation_failed, not_found, forbidden, private_url */
export async function createRule(ctx: Ctx, workspaceId: number, input: NewRule): Promise<Rule> {
  const rule = await checkedRule(ctx, workspaceId, {
    ...structuredClone(ruleDefaults),
    ...input,
  } as unknown as RuleInput);
  return ctx.tx(async (tx) => {
    const user = userOf(tx).id;
    const made = await automationStore.insert(tx, {
      ...rule,
      actions_json: await keptActions(tx, workspaceId, rule),
      ...{ workspace_id: workspaceId, run_as: user, created_by: user },
      next_run_at: rule.enabled ? nextSlot(rule, tx.now()) : null,
    });
    await announce(tx);
    return made;
  });
}

const withoutChooser = (action: RuleAction): RuleAction => {
  if (action.kind !== 'webhook') return action;
  const { chosen_by: _, ...rest } = action;
  return rest;
};

/** Who chose a receiver is kept beside what the rule does, and is none of it. */
const meaningOf = (rule: RuleInput): RuleInput => ({
  ...rule,
  actions_json: rule.actions_json.map(withoutChooser),
});

/** Whether something of what a rule does is another than before. */
function isMeant(before: RuleInput, after: RuleInput): boolean {
  const [was, is] = [meaningOf(before), meaningOf(after)];
  return MEANING.some((key) => !isDeepStrictEqual(was[key], is[key]));
}

/** @throws as createRule */
export async function changeRule(ctx: Ctx, id: number, change: Partial<RuleInput>): Promise<Rule> {
  const before = await automationStore.byId(ctx, id);
  if (!before) throw notFound();
  const wanted = { ...inputOf(before), ...change };
  // Another name, or off and on: whoever does that need not see what the rule names.
  const rule = isMeant(before, wanted) ? await checkedRule(ctx, before.workspace_id, wanted, before) : wanted;
  return ctx.tx(async (tx) => {
    const wantedActions = await keptActions(tx, before.workspace_id, rule);
    const isAnother = isMeant(before, { ...rule, actions_json: wantedActions });
    const actions_json = isAnother ? wantedActions : before.actions_json;
    const isAgain = rule.enabled && (!before.enabled || isAnother);
    const next_run_at = nextSlot(rule, tx.now());
    await automationStore.change(tx, id, {
      ...{ ...rule, actions_json },
      ...(isAnother && { run_as: userOf(tx).id }),
      ...(isAgain && { error_count: 0, last_error: null, disabled_reason: null, next_run_at }),
      ...(!rule.enabled && { next_run_at: null }),
      updated_at: tx.now(),
    });
    const kept = webhooksIn(actions_json);
    await releaseWebhooks(
      tx,
      webhooksIn(before.actions_json).filter((one) => !kept.includes(one)),
    );
    await announce(tx);
    return (await automationStore.byId(tx, id)) as Rule;
  });
}

export const removeRule = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => {
    const rule = await automationStore.byId(tx, id);
    await automationStore.remove(tx, id);
    await releaseWebhooks(tx, webhooksIn(rule?.actions_json ?? []));
    await announce(tx);
  });

/** Those that were made for rules go with the last rule that names them. */
async function releaseWebhooks(tx: Ctx, ids: number[]): Promise<void> {
  if (ids.length) await tx.use(webhooks).release(tx, ids, () => automationStore.webhooksNamed(tx));
}

/** What was on its way when its rule went, or of a rule that went with its database. */
export const releaseUnnamed = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => releaseWebhooks(tx, await tx.use(webhooks).unasked(tx)));

function inputOf(rule: Rule): RuleInput {
  const { name, trigger_type, event, cron_expression, timezone, collection_id, ...rest } = rule;
  const { condition_json, actions_json, enabled, include_imports, runs_as, least_role } = rest;
  return {
    ...{ name, trigger_type, event, cron_expression, timezone, collection_id },
    ...{ condition_json, actions_json, enabled, include_imports, runs_as, least_role },
  };
}
