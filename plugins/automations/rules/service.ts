// Use cases of rules: make, change, remove. What a rule names is there for whoever saves it, and it acts as them.
import { isDeepStrictEqual } from 'node:util';
import { invalid, notFound } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { checkAction, keepAction } from '../actions/registry.ts';
import { type Action, type Condition, OPERATORS, type Rule, type RuleInput } from '../model.ts';
import { announce } from './rule-index.ts';
import { ruleDefaults } from './rule-schema.ts';
import { nextSlot } from './schedule.ts';
import { ruleStore } from './store.ts';

export type NewRule = Pick<RuleInput, 'name' | 'actions_json'> & Partial<RuleInput>;

/** Whoever changes what a rule does is whom it acts as from then on. */
const MEANING: (keyof RuleInput)[] = [
  ...(['trigger_type', 'event', 'cron_expression', 'timezone', 'collection_id', 'include_imports'] as const),
  ...(['condition_json', 'actions_json', 'runs_as', 'least_role'] as const),
];

/** What it names is looked at before the transaction: an address is resolved, which may take a while. */
async function keptActions(
  tx: Ctx,
  workspace_id: number,
  { actions_json, collection_id }: RuleInput,
): Promise<Action[]> {
  const kept: Action[] = [];
  for (const action of actions_json) kept.push(await keepAction(tx, { workspace_id, collection_id }, action));
  return kept;
}

/** @throws Problem validation_failed, not_found, forbidden, private_url */
export async function createRule(ctx: Ctx, workspaceId: number, input: NewRule): Promise<Rule> {
  const rule = await checkedRule(ctx, workspaceId, { ...ruleDefaults, ...input } as RuleInput);
  return ctx.tx(async (tx) => {
    const user = userOf(tx).id;
    const made = await ruleStore.insert(tx, {
      ...rule,
      actions_json: await keptActions(tx, workspaceId, rule),
      ...{ workspace_id: workspaceId, run_as: user, created_by: user },
      next_run_at: rule.enabled ? nextSlot(rule, tx.now()) : null,
    });
    await announce(tx);
    return made;
  });
}

/** Whether something of what a rule does is another than before. */
const isMeant = (before: RuleInput, after: RuleInput): boolean =>
  MEANING.some((key) => !isDeepStrictEqual(before[key], after[key]));

/** @throws as createRule */
export async function changeRule(ctx: Ctx, id: number, change: Partial<RuleInput>): Promise<Rule> {
  const before = await ruleStore.byId(ctx, id);
  if (!before) throw notFound();
  const wanted = { ...inputOf(before), ...change };
  // Another name, or off and on: whoever does that need not see what the rule names.
  const rule = isMeant(inputOf(before), wanted) ? await checkedRule(ctx, before.workspace_id, wanted) : wanted;
  return ctx.tx(async (tx) => {
    const actions_json = await keptActions(tx, before.workspace_id, rule);
    const isAnother = isMeant(inputOf(before), { ...rule, actions_json });
    const isAgain = rule.enabled && (!before.enabled || isAnother);
    const next_run_at = nextSlot(rule, tx.now());
    await ruleStore.change(tx, id, {
      ...{ ...rule, actions_json },
      ...(isAnother && { run_as: userOf(tx).id }),
      ...(isAgain && { error_count: 0, last_error: null, disabled_reason: null, next_run_at }),
      ...(!rule.enabled && { next_run_at: null }),
      updated_at: tx.now(),
    });
    await announce(tx);
    return (await ruleStore.byId(tx, id)) as Rule;
  });
}

export const removeRule = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => {
    await ruleStore.remove(tx, id);
    await announce(tx);
  });

function inputOf(rule: Rule): RuleInput {
  const { name, trigger_type, event, cron_expression, timezone, collection_id, ...rest } = rule;
  const { condition_json, actions_json, enabled, include_imports, runs_as, least_role } = rest;
  return {
    ...{ name, trigger_type, event, cron_expression, timezone, collection_id },
    ...{ condition_json, actions_json, enabled, include_imports, runs_as, least_role },
  };
}

/** Everything that a rule names, as its writer sees it. */
export async function checkedRule(ctx: Ctx, workspaceId: number, rule: RuleInput): Promise<RuleInput> {
  await ctx.app.access.require(ctx, { resource: 'workspace', role: 'editor' }, workspaceId);
  if (rule.trigger_type === 'cron') checkTime(rule, ctx.now());
  if (rule.trigger_type !== 'button' && rule.runs_as === 'author')
    throw invalid(['body', 'runs_as'], 'is for buttons only', 'value_error');
  if (rule.runs_as === 'author')
    await ctx.app.access.require(ctx, { resource: 'workspace', role: 'owner' }, workspaceId);
  if (rule.collection_id !== null) await checkHome(ctx, workspaceId, rule.collection_id);
  checkEvent(rule);
  const place = { workspace_id: workspaceId, collection_id: rule.collection_id };
  const condition_json: Condition[] = [];
  for (const [index, one] of rule.condition_json.entries())
    condition_json.push(await checkedCondition(ctx, rule, one, ['body', 'condition_json', index]));
  const actions_json = [];
  for (const [index, one] of rule.actions_json.entries())
    actions_json.push(await checkAction(ctx, place, one, ['body', 'actions_json', index]));
  return { ...rule, condition_json, actions_json };
}

function checkTime(rule: RuleInput, now: string): void {
  try {
    nextSlot(rule, now);
  } catch (error) {
    throw invalid(['body', 'cron_expression'], (error as Error).message, 'value_error', rule.cron_expression);
  }
}

/** What could never hold is refused, so that nobody waits for it. */
function checkEvent({ trigger_type, event, collection_id, condition_json }: RuleInput): void {
  if (trigger_type !== 'event') return;
  if (collection_id !== null && /^(comment|member)\./.test(event))
    throw invalid(
      ['body', 'collection_id'],
      'is for events of pages, rows and databases',
      'value_error',
      collection_id,
    );
  const clauses = condition_json.flatMap((one) => ('or' in one ? one.or : [one]));
  if (event.endsWith('.deleted') && clauses.some(({ property_id }) => property_id !== undefined))
    throw invalid(['body', 'condition_json'], 'cannot ask for properties of what is in the trash', 'value_error');
}

async function checkHome(ctx: Ctx, workspaceId: number, collectionId: number): Promise<void> {
  const { workspaceId: home } = await ctx.app.access.require(
    ctx,
    { resource: 'collection', role: 'viewer' },
    collectionId,
  );
  if (home !== workspaceId)
    throw invalid(['body', 'collection_id'], 'names a database of another workspace', 'value_error', collectionId);
}

async function checkedCondition(
  ctx: Ctx,
  rule: RuleInput,
  condition: Condition,
  at: (string | number)[],
): Promise<Condition> {
  if ('or' in condition) {
    for (const [index, one] of condition.or.entries()) await checkedCondition(ctx, rule, one, [...at, 'or', index]);
    return condition;
  }
  const { property_id, op, value } = condition;
  const isKnown = (OPERATORS as readonly string[]).includes(op);
  if (property_id === undefined) {
    if (typeof value === 'object' && value !== null)
      throw invalid([...at, 'value'], 'must be a text, a number, or true or false', 'value_error');
    if (!isKnown) throw invalid([...at, 'op'], `must be one of ${OPERATORS.join(', ')}`, 'value_error', op);
    return condition;
  }
  const properties = rule.collection_id === null ? [] : await ctx.use(databases).properties(ctx, rule.collection_id);
  if (!properties.some((one) => one.id === property_id))
    throw invalid([...at, 'property_id'], 'names no property of the database', 'value_error', property_id);
  if (op !== 'changed') {
    const filter = { property_id, op, value } as never;
    await ctx.use(databases).checkFilter(ctx, rule.collection_id as number, filter, at.slice(1));
  }
  return condition;
}
