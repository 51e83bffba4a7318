// A rule as somebody may read it: values that are compared with, or given to, properties which are hidden from them stay out.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Filter } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { AutomationRun, Rule, RuleAction, RuleCondition } from '../model.ts';
import { automationRunStore } from '../runs/store.ts';
import { type PropertySight, propertiesOfRule, propertySight, unseenReason } from './property-sight.ts';

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
  const action = (one: RuleAction): RuleAction => {
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
    ...{ condition_json: rule.condition_json.map(condition), actions_json: rule.actions_json.map(action) },
  };
}
