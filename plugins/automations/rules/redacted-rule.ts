// A rule as somebody may read it: values that are compared with, or given to, properties which are hidden from them stay out.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import type { Action, Condition, Rule } from '../model.ts';

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

const databasesOf = ({ collection_id, actions_json }: Pick<Rule, 'collection_id' | 'actions_json'>) => [
  collection_id,
  ...actions_json.map((action) => ('collection_id' in action ? action.collection_id : undefined)),
];

export async function redactedRule(ctx: Ctx, rule: Rule): Promise<Rule> {
  const sees = await propertySight(ctx, databasesOf(rule));
  const clause = <C extends { property_id?: number; value?: unknown }>(one: C): C => {
    if (one.property_id === undefined || sees(one.property_id)) return one;
    const { value: _, ...rest } = one;
    return rest as C;
  };
  const condition = (one: Condition): Condition => ('or' in one ? { or: one.or.map(clause) } : clause(one));
  const action = (one: Action): Action => {
    if (one.kind === 'set_property') return clause(one);
    if (one.kind !== 'create_page' || !one.values) return one;
    return { ...one, values: Object.fromEntries(Object.entries(one.values).filter(([id]) => sees(Number(id)))) };
  };
  return { ...rule, condition_json: rule.condition_json.map(condition), actions_json: rule.actions_json.map(action) };
}
