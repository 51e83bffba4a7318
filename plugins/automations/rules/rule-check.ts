// What a rule names is there for whoever saves it, and what could never work is refused at once, by the place where it stands.
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { checkAction } from '../actions/registry.ts';
import { type Clause, OPERATORS, type Rule, type RuleCondition, type RuleInput } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { propertiesInTexts } from '../runs/text-template.ts';
import { needsValue, OFFERED } from './clause-words.ts';
import { checkedFieldValue } from './field-value.ts';
import { rowlessness } from './row-at-hand.ts';
import { nextSlot } from './schedule.ts';

type Path = (string | number)[];

/** What a rule is made of as JSON is at most so long. */
const BYTES_MAX = 16_384;

/**
 * Everything that a rule names, as its writer sees it, with ids for names.
 * @param before the rule as it is kept, where it is changed
 * @throws Problem
 */
export async function checkedRule(ctx: Ctx, workspaceId: number, rule: RuleInput, before?: Rule): Promise<RuleInput> {
  await ctx.app.access.require(ctx, automationPolicies.addToWorkspace, workspaceId);
  checkSize(rule);
  if (rule.trigger_type === 'cron') checkTime(rule, ctx.now());
  if (rule.trigger_type !== 'button' && rule.runs_as === 'author')
    throw invalid(['body', 'runs_as'], 'is for buttons only', 'value_error');
  if (rule.runs_as === 'author')
    await ctx.app.access.require(ctx, { resource: 'workspace', role: 'owner' }, workspaceId);
  if (rule.collection_id !== null) await checkHome(ctx, workspaceId, rule.collection_id);
  checkEvent(rule);
  const condition_json: RuleCondition[] = [];
  for (const [index, one] of rule.condition_json.entries())
    condition_json.push(await checkedCondition(ctx, rule, one, ['body', 'condition_json', index]));
  const actions_json = [];
  for (const [index, one] of rule.actions_json.entries()) {
    const at = ['body', 'actions_json', index];
    actions_json.push(await checkAction(ctx, { ...rule, workspace_id: workspaceId, before }, one, at));
    await checkTexts(ctx, rule, { ...one }, at);
  }
  return { ...rule, condition_json, actions_json };
}

function checkSize({ condition_json, actions_json }: RuleInput): void {
  const bytes = Buffer.byteLength(JSON.stringify({ condition_json, actions_json }));
  if (bytes > BYTES_MAX)
    throw invalid(['body', 'actions_json'], 'must be at most 16 KiB of JSON, with the conditions', 'value_error');
}

function checkTime(rule: RuleInput, now: string): void {
  try {
    nextSlot(rule, now);
  } catch (error) {
    throw invalid(['body', 'cron_expression'], (error as Error).message, 'value_error', rule.cron_expression);
  }
}

/** What could never hold is refused, so that nobody waits for it. */
function checkEvent({ trigger_type, event, collection_id }: RuleInput): void {
  if (trigger_type === 'event' && collection_id !== null && /^(comment|member)\./.test(event))
    throw invalid(
      ['body', 'collection_id'],
      'is for events of pages, rows and databases',
      'value_error',
      collection_id,
    );
}

async function checkHome(ctx: Ctx, workspaceId: number, collectionId: number): Promise<void> {
  const { workspaceId: home } = await ctx.app.access.require(ctx, collectionPolicies.view, collectionId);
  if (home !== workspaceId)
    throw invalid(['body', 'collection_id'], 'names a database of another workspace', 'value_error', collectionId);
}

/** @throws Problem validation_failed for a property that whoever saves the rule does not see, or that no row at hand has */
async function requireProperty(ctx: Ctx, rule: RuleInput, id: number, at: Path): Promise<void> {
  const without = rowlessness(rule);
  if (without) throw invalid(at, without, 'value_error', id);
  if (rule.trigger_type === 'event' && rule.event.endsWith('.deleted'))
    throw invalid(at, 'cannot be asked of what is in the trash', 'value_error', id);
  const properties = rule.collection_id === null ? [] : await ctx.use(databases).properties(ctx, rule.collection_id);
  if (!properties.some((one) => one.id === id))
    throw invalid(at, 'names no property of the database', 'value_error', id);
}

/** A text that contains nothing is every text: nobody means that. */
const comparesWithNothing = ({ op, value }: Clause): boolean =>
  OFFERED.includes(op) && needsValue(op) && (value === undefined || value === null || value === '');

async function checkedCondition(ctx: Ctx, rule: RuleInput, condition: RuleCondition, at: Path): Promise<RuleCondition> {
  if (!('or' in condition)) return checkedClause(ctx, rule, condition, at);
  const or: Clause[] = [];
  for (const [index, one] of condition.or.entries()) or.push(await checkedClause(ctx, rule, one, [...at, 'or', index]));
  return { or };
}

async function checkedClause(ctx: Ctx, rule: RuleInput, clause: Clause, at: Path): Promise<Clause> {
  const { property_id, op, value } = clause;
  if (comparesWithNothing(clause)) throw invalid([...at, 'value'], 'must be given to be compared with', 'missing');
  if (property_id === undefined) {
    if (!(OPERATORS as readonly string[]).includes(op))
      throw invalid([...at, 'op'], `must be one of ${OPERATORS.join(', ')}`, 'value_error', op);
    checkedFieldValue(clause, [...at, 'value']);
    return clause;
  }
  await requireProperty(ctx, rule, property_id, [...at, 'property_id']);
  if (op === 'changed') return clause;
  const filter = { property_id, op, value } as never;
  return (await ctx.use(databases).checkFilter(ctx, rule.collection_id as number, filter, at.slice(1))) as Clause;
}

/** Where signs are filled in when an action runs. */
const TEXTS = ['title', 'message', 'value', 'values'] as const;

/** A sign such as `{p12}` asks the row at hand. */
async function checkTexts(
  ctx: Ctx,
  rule: RuleInput,
  action: Partial<Record<string, unknown>>,
  at: Path,
): Promise<void> {
  for (const key of TEXTS)
    for (const id of propertiesInTexts(action[key])) await requireProperty(ctx, rule, id, [...at, key]);
}
