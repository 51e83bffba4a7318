// How a rule is written: by clients, by the form of the browser, and in answers.
import Joi from 'joi';
import { roles } from '../../../core/http/route.ts';
import { id, name } from '../../../core/http/schema-fields.ts';
import { isZone } from '../../../core/i18n/time-zone.ts';
import { ACTION_KINDS, actionSchema } from '../actions/registry.ts';
import { EVENTS, FIELDS, type Rule, STATUSES, TRIGGERS } from '../model.ts';

const CLAUSES_MAX = 20;
const ACTIONS_MAX = 10;

const clause = Joi.object({
  property_id: id(),
  field: Joi.valid(...FIELDS),
  op: Joi.string().max(40).required(),
  value: Joi.any(),
}).xor('property_id', 'field');
export const conditionSchema = Joi.alternatives().conditional('.or', {
  is: Joi.exist(),
  // biome-ignore lint/suspicious/noThenProperty: a word of joi
  then: Joi.object({ or: Joi.array().items(clause).min(1).max(CLAUSES_MAX).required() }),
  otherwise: clause,
});

const conditions = Joi.array()
  .items(conditionSchema)
  .custom((value: { or?: unknown[] }[]) => {
    const clauses = value.reduce((sum, one) => sum + (one.or?.length ?? 1), 0);
    if (clauses > CLAUSES_MAX) throw new Error(`must have at most ${CLAUSES_MAX} clauses`);
    return value;
  });
const actions = Joi.array().items(actionSchema).max(ACTIONS_MAX);

const zone = Joi.string().custom((value: string) => {
  if (!isZone(value)) throw new Error('must be a time zone such as Europe/Berlin');
  return value;
});

/** What people set; nothing has a default here, so that a change leaves the rest as it is. */
export const ruleFields = {
  name: name(),
  trigger_type: Joi.valid(...TRIGGERS),
  event: Joi.valid(...EVENTS),
  cron_expression: Joi.string().allow('').max(100).description('*/N, a minute, @hourly, @daily, or five fields'),
  timezone: zone,
  collection_id: id().allow(null).description('events of this database only'),
  condition_json: conditions.description('clauses that must all hold; one of several in {"or": […]}'),
  actions_json: actions,
  enabled: Joi.boolean(),
  include_imports: Joi.boolean().description('also looked at for what imports bring'),
  runs_as: Joi.valid('presser', 'author').description('whose rights a button has'),
  least_role: Joi.valid(...roles).description('who may press a button that has the rights of its author'),
};

export const newRuleFields = {
  ...ruleFields,
  name: ruleFields.name.required(),
};

/** What is not said of a new rule (specification, Automation). */
export const ruleDefaults = {
  trigger_type: 'event',
  event: 'page.created',
  cron_expression: '',
  timezone: 'UTC',
  collection_id: null,
  condition_json: [],
  actions_json: [],
  enabled: true,
  include_imports: false,
  runs_as: 'presser',
  least_role: 'viewer',
} as const;

const moment = Joi.string().isoDate().allow(null).required();

export const ruleSchema = Joi.object({
  id: id().required(),
  workspace_id: id().required(),
  workspace: Joi.string().allow('').required().description('slug of the workspace'),
  name: Joi.string().required(),
  trigger_type: ruleFields.trigger_type.required(),
  event: Joi.string().required(),
  cron_expression: Joi.string().allow('').required(),
  timezone: Joi.string().required(),
  collection_id: id().allow(null).required(),
  condition_json: Joi.array().items(Joi.object()).required(),
  actions_json: Joi.array()
    .items(Joi.object({ kind: Joi.valid(...ACTION_KINDS).required() }).unknown())
    .required(),
  enabled: Joi.boolean().required(),
  include_imports: Joi.boolean().required(),
  runs_as: Joi.string().required(),
  least_role: Joi.string().required(),
  run_as: id().allow(null).required().description('the account whose rights the rule has'),
  created_by: id().allow(null).required(),
  last_run_at: moment,
  next_run_at: moment,
  run_count: Joi.number().integer().required(),
  last_error: Joi.string().allow(null).required(),
  disabled_reason: Joi.string().allow(null).required(),
  created_at: moment,
  updated_at: moment,
}).meta({ title: 'Automation' });

const text = Joi.string().allow('');

const verdict = Joi.object({
  subject: text.required().description('name of the property, or the field'),
  field: Joi.valid(...FIELDS),
  op: Joi.string().required(),
  wanted: text.required().description('JSON of what it was compared with'),
  found: text.description('as words'),
  ok: Joi.boolean().required(),
});

export const stepSchema = Joi.object({
  path: Joi.string().required().description('condition.0, action.1'),
  ok: Joi.boolean().required(),
  detail: text.required(),
  kind: Joi.valid(...ACTION_KINDS).description('of an action'),
  count: Joi.number().integer().description('people or rows that the action reached'),
  page_id: id().description('the page that the action made or changed'),
  clauses: Joi.array().items(verdict).description('of a condition, the clauses that were asked'),
}).meta({ title: 'AutomationStep' });

export const automationRunSchema = Joi.object({
  id: id().required(),
  automation_id: id().required(),
  trigger_source: Joi.string().required(),
  status: Joi.valid(...STATUSES).required(),
  reason: Joi.string().allow('').required(),
  detail: Joi.string().allow('').required(),
  steps: Joi.array().items(stepSchema).required().description('each clause and each action, with what it came to'),
  actor_id: id().allow(null).required(),
  collection_id: id().allow(null).required(),
  page_id: id().allow(null).required(),
  created_at: moment,
}).meta({ title: 'AutomationRun' });

export const presentRule = ({ error_count: _, ...rule }: Rule, workspace: string) => ({ ...rule, workspace });

/** What can be sent to make the same rule elsewhere. */
export function exportRule(rule: Rule): Record<string, unknown> {
  return Object.fromEntries(Object.keys(ruleFields).map((key) => [key, rule[key as keyof Rule]]));
}
