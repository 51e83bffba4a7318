// Whether the conditions of a rule hold: properties by the engine of filters, on the row as it is now.
import type { Ctx } from '../../../core/kernel/context.ts';
import { tagNames } from '../../tags/contract.ts';
import type { Clause, ClauseVerdict, Field, RuleCondition, RunStep } from '../model.ts';
import { propertiesOfCondition } from '../rules/property-sight.ts';
import { missingProperty } from '../runs/missing-property.ts';
import type { RunSituation } from '../runs/situation.ts';

/** The condition that could not be asked, behind those that were; `cause` says why. */
export class AskingFailed extends Error {
  readonly index: number;
  readonly condition: RuleCondition;
  readonly steps: RunStep[];

  constructor(index: number, condition: RuleCondition, steps: RunStep[], cause: unknown) {
    super('a condition could not be asked', { cause });
    this.index = index;
    this.condition = condition;
    this.steps = steps;
  }
}

/** All of them must hold; those behind the first that does not are not asked. @throws AskingFailed */
export async function evaluateConditions(
  ctx: Ctx,
  situation: RunSituation,
  conditions: RuleCondition[],
): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  for (const [index, condition] of conditions.entries()) {
    const step = await verdict(ctx, situation, condition, `condition.${index}`).catch((error) => {
      throw new AskingFailed(index, condition, steps, error);
    });
    steps.push(step);
    if (!step.ok) break;
  }
  return steps;
}

async function verdict(ctx: Ctx, situation: RunSituation, condition: RuleCondition, path: string): Promise<RunStep> {
  const clauses: ClauseVerdict[] = [];
  for (const clause of 'or' in condition ? condition.or : [condition]) {
    clauses.push(await holds(ctx, situation, clause));
    if (clauses.at(-1)?.ok) break;
  }
  const properties = propertiesOfCondition(condition);
  return {
    path,
    ok: clauses.some(({ ok }) => ok),
    detail: clauses.map(sentence).join(' | '),
    clauses,
    ...(properties.length ? { properties } : {}),
  };
}

const sentence = ({ subject, op, wanted, found }: ClauseVerdict): string =>
  `${subject} ${op} ${wanted}`.trim() + (found === undefined ? '' : ` (${found || 'empty'})`);

const holds = (ctx: Ctx, situation: RunSituation, clause: Clause): Promise<ClauseVerdict> =>
  clause.property_id === undefined ? fieldHolds(ctx, situation, clause) : propertyHolds(ctx, situation, clause);

async function propertyHolds(ctx: Ctx, situation: RunSituation, clause: Clause): Promise<ClauseVerdict> {
  const { property_id = 0, op, value } = clause;
  const property = await situation.property(ctx, property_id);
  const asked = { subject: property?.name ?? '', op, wanted: shown(value) };
  if (situation.rowId === null) return { ...asked, found: 'not a row of the database', ok: false };
  if (!property) throw await missingProperty(ctx, property_id);
  const changed = situation.cause.event?.changed ?? [];
  if (op === 'changed') return { ...asked, ok: changed.includes(`values.${property_id}`) };
  const [ok, texts] = await Promise.all([
    situation.matches(ctx, { property_id, op, value } as never),
    situation.texts(ctx),
  ]);
  return { ...asked, found: cut(texts.get(property_id) ?? ''), ok };
}

async function fieldHolds(
  ctx: Ctx,
  situation: RunSituation,
  { field = 'title', op, value }: Clause,
): Promise<ClauseVerdict> {
  const asked = { subject: field, field, op, wanted: shown(value) };
  if (op === 'changed') return { ...asked, ok: situation.cause.event?.changed.includes(field) ?? false };
  const is = await fieldOf(ctx, situation, field);
  return { ...asked, found: is === null ? '' : shown(is), ok: fieldMatches(is, op, value) };
}

type FieldValue = string | number | null | string[];

function fieldMatches(is: FieldValue, op: string, value: unknown): boolean {
  const all = (Array.isArray(is) ? is : [is]).map(folded);
  const wanted = folded(value);
  const isEmpty = all.every((one) => one === '');
  if (op === 'is_empty') return isEmpty;
  if (op === 'is_not_empty') return !isEmpty;
  if (op === 'eq') return all.includes(wanted);
  if (op === 'neq') return !all.includes(wanted);
  return Array.isArray(is) ? all.includes(wanted) : all.some((one) => one.includes(wanted));
}

const folded = (value: unknown): string => (value === null || value === undefined ? '' : String(value).toLowerCase());

async function fieldOf(ctx: Ctx, { page, cause }: RunSituation, field: Field): Promise<FieldValue> {
  if (field === 'actor_id') return cause.presserId ?? cause.event?.actor_id ?? null;
  if (!page) return null;
  if (field === 'tags') return ctx.use(tagNames).of(ctx, page.id);
  return page[field];
}

const cut = (text: string): string => text.slice(0, 100);
const shown = (value: unknown): string => (value === undefined ? '' : cut(JSON.stringify(value)));
