// A rule as somebody may read it: values that are compared with, or given to, properties which are hidden from them stay out.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases, type Filter } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { Action, Condition, Rule } from '../model.ts';
import { runStore } from '../runs/store.ts';

/** Whether the reader sees a property of a database. */
export async function propertySight(
  ctx: Ctx,
  collectionIds: (number | null | undefined)[],
): Promise<(id: number) => boolean> {
  const seen = new Set<number>();
  for (const id of new Set(collectionIds)) {
    if (id === null || id === undefined) continue;
    if (!(await ctx.app.access.allows(ctx, { resource: 'collection', role: 'viewer' }, id))) continue;
    for (const property of await ctx.use(databases).properties(ctx, id)) seen.add(property.id);
  }
  return (id) => seen.has(id);
}

/** Databases whose properties a rule may name. */
export const databasesOf = ({ collection_id, actions_json }: Pick<Rule, 'collection_id' | 'actions_json'>) => [
  collection_id,
  ...actions_json.map((action) => ('collection_id' in action ? action.collection_id : undefined)),
];

const idsOf = (value: unknown, pattern: RegExp): number[] =>
  [...(JSON.stringify(value) ?? '').matchAll(pattern)].map(([, id]) => Number(id));

/** Properties that an action sets, asks for in its filter, or quotes in its texts. */
export const propertiesOfAction = (action: Action): number[] => [
  ...idsOf(action, /"property_id":(\d+)/g),
  ...idsOf(action, /\{p(\d{1,10})\}/g),
  ...('values' in action ? Object.keys(action.values ?? {}).map(Number) : []),
];

/** The words of the last failure are about the page at which it failed. */
async function seesFailure(ctx: Ctx, { id, last_error, disabled_reason }: Rule): Promise<boolean> {
  if (!last_error && !disabled_reason) return true;
  const pageId = (await runStore.newest(ctx, id, 'error'))?.page_id ?? null;
  return pageId === null || (await ctx.use(pages).versions(ctx, [pageId])).has(pageId);
}

/** What is said in place of words about what a reader does not see. */
export const hiddenReason = (ctx: Ctx): string => ctx.app.messages.in(ctx.locale)('automations.hidden_reason');

export async function redactedRule(ctx: Ctx, rule: Rule): Promise<Rule> {
  const sees = await propertySight(ctx, databasesOf(rule));
  const clause = <C extends { property_id?: number; value?: unknown }>(one: C): C => {
    if (one.property_id === undefined || sees(one.property_id)) return one;
    const { value: _, ...rest } = one;
    return rest as C;
  };
  // It stays, as a rule without it would change all rows: whoever sends it back is told that it cannot be asked.
  const asked = (filter: Filter): Filter => JSON.parse(JSON.stringify(filter), (_, node) => node && clause(node));
  const condition = (one: Condition): Condition => ('or' in one ? { or: one.or.map(clause) } : clause(one));
  const action = (one: Action): Action => {
    if (one.kind === 'set_property') {
      const { filter, ...rest } = clause(one);
      return filter ? { ...rest, filter: asked(filter) } : rest;
    }
    if (one.kind !== 'create_page' || !one.values) return one;
    return { ...one, values: Object.fromEntries(Object.entries(one.values).filter(([id]) => sees(Number(id)))) };
  };
  const hides = !rule.actions_json.flatMap(propertiesOfAction).every(sees) || !(await seesFailure(ctx, rule));
  const told = (reason: string | null) => (hides && reason ? hiddenReason(ctx) : reason);
  return {
    ...rule,
    ...{ last_error: told(rule.last_error), disabled_reason: told(rule.disabled_reason) },
    ...{ condition_json: rule.condition_json.map(condition), actions_json: rule.actions_json.map(action) },
  };
}
