// What somebody may be told of the properties that a rule names, those that were deleted since among them.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import type { Rule, RuleAction, RuleCondition } from '../model.ts';

export interface PropertySight {
  sees(id: number): boolean;
  /** of what the reader does not see: that it is gone may be said, which it was may not */
  isDeleted(id: number): boolean;
}

/** Databases whose properties a rule may name. */
export const ruleDatabases = ({ collection_id, actions_json }: Pick<Rule, 'collection_id' | 'actions_json'>) => [
  collection_id,
  ...actions_json.map((action) => ('collection_id' in action ? action.collection_id : undefined)),
];

const idsOf = (value: unknown, pattern: RegExp): number[] =>
  [...(JSON.stringify(value) ?? '').matchAll(pattern)].map(([, id]) => Number(id));

/** Properties that an action sets, asks for in its filter, or quotes in its texts. */
export const propertiesOfAction = (action: RuleAction): number[] => [
  ...idsOf(action, /"property_id":(\d+)/g),
  ...idsOf(action, /\{p(\d{1,10})\}/g),
  ...('values' in action ? Object.keys(action.values ?? {}).map(Number) : []),
];

/** Properties that a condition asks for. */
export const propertiesOfCondition = (condition: RuleCondition): number[] =>
  ('or' in condition ? condition.or : [condition]).flatMap(({ property_id }) => property_id ?? []);

export const propertiesOfRule = ({ condition_json, actions_json }: Pick<Rule, 'condition_json' | 'actions_json'>) => [
  ...condition_json.flatMap(propertiesOfCondition),
  ...actions_json.flatMap(propertiesOfAction),
];

/** Deleted ones were there for many or few, which nobody knows any more: owners and the author of the rule know them. */
async function knowsDeleted(ctx: Ctx, { workspace_id, run_as }: Rule): Promise<boolean> {
  if (run_as !== null && actorId(ctx) === run_as) return true;
  return ctx.app.access.allows(ctx, { resource: 'workspace', role: 'owner' }, workspace_id);
}

/** Of these properties, those that were deleted. */
export async function deletedProperties(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const found = ids.length ? await ctx.use(databases).propertiesById(ctx, ids) : [];
  const live = new Set(found.flatMap(({ id, deleted_at }) => (deleted_at === null ? [id] : [])));
  return new Set(ids.filter((id) => !live.has(id)));
}

/** @param asked properties that the rule or what came of it names */
export async function propertySight(ctx: Ctx, rule: Rule, asked: number[]): Promise<PropertySight> {
  const seen = new Set<number>();
  for (const id of new Set(ruleDatabases(rule))) {
    if (id === null || id === undefined) continue;
    if (!(await ctx.app.access.allows(ctx, collectionPolicies.view, id))) continue;
    for (const property of await ctx.use(databases).properties(ctx, id)) seen.add(property.id);
  }
  const unseen = [...new Set(asked)].filter((id) => !seen.has(id));
  if (!unseen.length) return { sees: (id) => seen.has(id), isDeleted: () => false };
  const deleted = await deletedProperties(ctx, unseen);
  const isDeleted = (id: number) => deleted.has(id);
  const knows = await knowsDeleted(ctx, rule);
  return { sees: (id) => seen.has(id) || (knows && isDeleted(id)), isDeleted };
}

/** What is said in place of words about what a reader does not see. */
export function unseenReason(ctx: Ctx, { sees, isDeleted }: PropertySight, named: number[]): string {
  const t = ctx.app.messages.in(ctx.locale);
  const unseen = named.filter((id) => !sees(id));
  return t(unseen.length && unseen.every(isDeleted) ? 'automations.deleted_reason' : 'automations.hidden_reason');
}
