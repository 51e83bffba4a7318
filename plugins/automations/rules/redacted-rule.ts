// A rule as somebody may read it: values of properties that are hidden from them, and addresses of others, stay out.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Filter } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { webhooks } from '../../webhooks/contract.ts';
import type { AutomationRun, Rule, RuleAction, RuleCondition, WebhookAction } from '../model.ts';
import { automationRunStore } from '../runs/store.ts';
import { type PropertySight, propertiesOfRule, propertySight, unseenReason } from './property-sight.ts';
import { shortAddress } from './short-address.ts';

/** The run that went wrong last, where the rule says that one did. */
const failureOf = async (ctx: Ctx, { id, last_error, disabled_reason }: Rule): Promise<AutomationRun | undefined> =>
  last_error || disabled_reason ? automationRunStore.newest(ctx, id, 'error') : undefined;

/** The words of the last failure are about the page and the properties at which it failed. */
async function toldFailure(ctx: Ctx, rule: Rule, failure: AutomationRun | undefined, sight: PropertySight) {
  const named = failure ? failure.steps.flatMap(({ properties = [] }) => properties) : propertiesOfRule(rule);
  const pageId = failure?.page_id ?? null;
  const seesPage = pageId === null || (await ctx.use(pages).versions(ctx, [pageId])).has(pageId);
  if (seesPage && named.every(sight.sees)) return (reason: string | null) => reason;
  return (reason: string | null) => reason && unseenReason(ctx, sight, seesPage ? named : []);
}

/** An address may have a token in it: all of it is for whoever chose it, and for those who have the webhook. */
async function shownReceiver(ctx: Ctx, rule: Rule, { chosen_by, ...action }: WebhookAction): Promise<WebhookAction> {
  const { url, webhook_id = 0 } = action;
  if (url === undefined || actorId(ctx) === (chosen_by ?? rule.run_as)) return action;
  const address = await ctx.use(webhooks).usableAddress(ctx, webhook_id, rule.workspace_id);
  return address === undefined ? { ...action, url: shortAddress(url) } : action;
}

export async function redactedRule(ctx: Ctx, rule: Rule): Promise<Rule> {
  const failure = await failureOf(ctx, rule);
  const failed = failure?.steps.flatMap(({ properties = [] }) => properties) ?? [];
  const sight = await propertySight(ctx, rule, [...propertiesOfRule(rule), ...failed]);
  const { sees } = sight;
  const clause = <C extends { property_id?: number; value?: unknown }>(one: C): C => {
    if (one.property_id === undefined || sees(one.property_id)) return one;
    const { value: _, ...rest } = one;
    return rest as C;
  };
  // It stays, as a rule without it would change all rows: whoever sends it back is told that it cannot be asked.
  const asked = (filter: Filter): Filter => JSON.parse(JSON.stringify(filter), (_, node) => node && clause(node));
  const condition = (one: RuleCondition): RuleCondition => ('or' in one ? { or: one.or.map(clause) } : clause(one));
  const action = async (one: RuleAction): Promise<RuleAction> => {
    if (one.kind === 'webhook') return shownReceiver(ctx, rule, one);
    if (one.kind === 'set_property') {
      const { filter, ...rest } = clause(one);
      return filter ? { ...rest, filter: asked(filter) } : rest;
    }
    if (one.kind !== 'create_page' || !one.values) return one;
    return { ...one, values: Object.fromEntries(Object.entries(one.values).filter(([id]) => sees(Number(id)))) };
  };
  const told = await toldFailure(ctx, rule, failure, sight);
  return {
    ...rule,
    ...{ last_error: told(rule.last_error), disabled_reason: told(rule.disabled_reason) },
    condition_json: rule.condition_json.map(condition),
    actions_json: await Promise.all(rule.actions_json.map(action)),
  };
}
