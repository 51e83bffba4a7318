// Whether the conditions of a rule hold: properties by the engine of filters, on the row as it is now.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import type { Clause, Condition, Field, Step } from '../model.ts';
import type { Situation } from '../runs/situation.ts';

/** A condition cannot be asked any more: what it names is gone, or hidden from whoever the rule acts as. */
export class ConditionFault extends Error {}

/** All of them must hold; those behind the first that does not are not asked. @throws ConditionFault */
export async function evaluate(ctx: Ctx, situation: Situation, conditions: Condition[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [index, condition] of conditions.entries()) {
    const step = await verdict(ctx, situation, condition, `condition.${index}`);
    steps.push(step);
    if (!step.ok) break;
  }
  return steps;
}

async function verdict(ctx: Ctx, situation: Situation, condition: Condition, path: string): Promise<Step> {
  const properties = propertiesOf(condition);
  const about = properties.length ? { properties } : {};
  if (!('or' in condition)) return { path, ...(await holds(ctx, situation, condition)), ...about };
  const asked: Awaited<ReturnType<typeof holds>>[] = [];
  for (const clause of condition.or) {
    asked.push(await holds(ctx, situation, clause));
    if (asked.at(-1)?.ok) break;
  }
  return { path, ok: asked.some(({ ok }) => ok), detail: asked.map(({ detail }) => detail).join(' | '), ...about };
}

/** Properties that a condition asks for. */
export const propertiesOf = (condition: Condition): number[] =>
  ('or' in condition ? condition.or : [condition]).flatMap(({ property_id }) => property_id ?? []);

async function holds(ctx: Ctx, situation: Situation, clause: Clause): Promise<{ ok: boolean; detail: string }> {
  return clause.property_id === undefined ? fieldHolds(ctx, situation, clause) : propertyHolds(ctx, situation, clause);
}

async function propertyHolds(ctx: Ctx, situation: Situation, clause: Clause) {
  const { property_id = 0, op, value } = clause;
  const property = await situation.property(ctx, property_id);
  if (situation.rowId === null) return { ok: false, detail: 'the page is no row of the database' };
  if (!property) throw new ConditionFault(`A condition names the property ${property_id}, which is gone or hidden.`);
  const changed = situation.cause.event?.changed ?? [];
  const ok =
    op === 'changed'
      ? changed.includes(`values.${property_id}`)
      : await ctx.use(databases).matches(ctx, situation.rowId, { property_id, op, value } as never);
  return { ok, detail: `${property.name} ${op} ${shown(value)}`.trim() };
}

async function fieldHolds(ctx: Ctx, situation: Situation, { field = 'title', op, value }: Clause) {
  const is = await fieldOf(ctx, situation, field);
  const detail = `${field} ${op} ${shown(value)}`.trim();
  if (op === 'changed') return { ok: situation.cause.event?.changed.includes(field) ?? false, detail };
  return { ok: fieldMatches(is, op, value), detail: `${detail} (${shown(is) || 'empty'})` };
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

async function fieldOf(ctx: Ctx, { page, cause }: Situation, field: Field): Promise<FieldValue> {
  if (field === 'actor_id') return cause.presserId ?? cause.event?.actor_id ?? null;
  if (!page) return null;
  if (field === 'tags') return ctx.use(tagNames).of(ctx, page.id);
  return page[field];
}

const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value).slice(0, 100));
