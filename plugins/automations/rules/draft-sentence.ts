// A rule that is being written in one sentence, as far as it says something by now.
import type Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Property, takesPeople } from '../../databases/contract.ts';
import { ACTION_KINDS, actionSchema } from '../actions/registry.ts';
import type { Clause, Rule, RuleAction, RuleCondition } from '../model.ts';
import { needsValue, PEOPLE_FIELDS } from './clause-words.ts';
import type { RuleDraft } from './draft.ts';
import { conditionSchema, ruleDefaults, ruleFields } from './rule-schema.ts';
import { ruleSentence } from './rule-sentence.ts';

interface Known {
  properties: Property[];
  /** whose names the reader sees */
  people: { id: number }[];
  run_as: number | null;
}

const takes = (schema: Joi.Schema, value: unknown): boolean => value !== undefined && !schema.validate(value).error;

/** What was sent may name anybody: only people of the workspace are said. */
function isSaid({ property_id, field, op, value }: Clause, { properties, people }: Known): boolean {
  const property = properties.find(({ id }) => id === property_id);
  const isPerson = field ? PEOPLE_FIELDS.includes(field) : property !== undefined && takesPeople(property);
  if (!isPerson || !needsValue(op)) return true;
  return [value].flat().every((id) => people.some((one) => one.id === Number(id)));
}

const isWhole = (condition: RuleCondition, known: Known): boolean =>
  takes(conditionSchema, condition) &&
  ('or' in condition ? condition.or : [condition]).every((clause) => isSaid(clause, known));

/** An action that is not whole yet is said by its kind. */
function actionSaid(action: RuleAction, { people }: Known): RuleAction[] {
  if (!ACTION_KINDS.includes(action.kind)) return [];
  if (!takes(actionSchema, action)) return [{ kind: action.kind, message: '' } as RuleAction];
  if (action.kind !== 'notify') return [action];
  const user_ids = (action.user_ids ?? []).filter((id) => people.some((one) => one.id === id));
  return [{ ...action, user_ids }];
}

export function draftSentence(ctx: Ctx, draft: RuleDraft, known: Known): Promise<string> {
  const said = Object.entries(ruleFields).filter(([key, schema]) => takes(schema, draft[key as keyof RuleDraft]));
  const rule = {
    ...ruleDefaults,
    ...Object.fromEntries(said.map(([key]) => [key, draft[key as keyof RuleDraft]])),
    condition_json: (draft.condition_json ?? []).filter((one) => isWhole(one, known)),
    actions_json: (draft.actions_json ?? []).flatMap((one) => actionSaid(one, known)),
    run_as: known.run_as,
  };
  return ruleSentence(ctx, rule as unknown as Rule);
}
