// A rule while it is written in the browser: what has been said so far travels with the form as JSON.
import { roles } from '../../../core/http/route.ts';
import { columnFacts, inputOf, isFlagProperty, type Property, takesPeople } from '../../databases/contract.ts';
import {
  type Clause,
  EVENTS,
  FIELDS,
  type RuleAction,
  type RuleCondition,
  type RuleInput,
  TRIGGERS,
  type WebhookAction,
} from '../model.ts';
import { needsValue } from './clause-words.ts';
import { cronOfRhythm, RHYTHMS, rhythmOf } from './rhythm.ts';
import { numberedSigns } from './text-signs.ts';

export type RuleDraft = Partial<RuleInput> & { id?: number };
export type RuleFormFields = Record<string, string | string[] | undefined>;

/** Rows of conditions and actions that a form has at most; more are written as JSON. */
const ROWS_MAX = 20;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isObject));
const objects = (value: unknown): never[] => (Array.isArray(value) ? value.filter(isObject) : []) as never[];

/** A rule that somebody wrote as JSON; undefined for what is none. */
export function readWrittenRule(text: unknown): RuleDraft | undefined {
  const draft = readRuleDraft(text);
  const { condition_json, actions_json } = draft ? JSON.parse(String(text)) : {};
  return isList(condition_json) && isList(actions_json) ? draft : undefined;
}

/** Of what travelled through a browser, what has the shape of a draft; undefined for what is no JSON. */
export function readRuleDraft(text: unknown): RuleDraft | undefined {
  let read: unknown;
  try {
    read = JSON.parse(String(text ?? '{}'));
  } catch {
    return undefined;
  }
  if (!isObject(read)) return undefined;
  const { id, condition_json, actions_json, collection_id, ...rest } = read;
  return {
    ...rest,
    ...(Number.isInteger(id) && Number(id) > 0 ? { id: Number(id) } : {}),
    ...(collection_id === undefined ? {} : { collection_id: idIn(String(collection_id ?? '')) }),
    ...(condition_json === undefined ? {} : { condition_json: objects(condition_json) }),
    ...(actions_json === undefined ? {} : { actions_json: objects(actions_json) }),
  };
}

const text = (typed: RuleFormFields, name: string): string => {
  const value = typed[name];
  return (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).trim();
};
const many = (typed: RuleFormFields, name: string): number[] =>
  [typed[name] ?? []].flat().flatMap((one) => (/^[1-9]\d{0,9}$/.test(one) ? [Number(one)] : []));
const oneOf = <T extends string>(list: readonly T[], value: string): T | undefined => list.find((one) => one === value);
const idIn = (value: string): number | null => (/^[1-9]\d{0,9}$/.test(value) ? Number(value) : null);

/** The draft with what the form says. */
export function withForm(draft: RuleDraft, typed: RuleFormFields, properties: Property[]): RuleDraft {
  return {
    ...draft,
    ...whenIn(typed),
    ...{ name: text(typed, 'name'), enabled: text(typed, 'enabled') !== '' },
    runs_as: oneOf(['presser', 'author'] as const, text(typed, 'runs_as')) ?? 'presser',
    least_role: oneOf(roles, text(typed, 'least_role')) ?? draft.least_role ?? 'viewer',
    condition_json: conditionsIn(draft, typed, properties),
    actions_json: actionsIn(draft, typed, properties),
  };
}

function whenIn(typed: RuleFormFields): RuleDraft {
  const trigger_type = oneOf(TRIGGERS, text(typed, 'trigger_type')) ?? 'event';
  return {
    trigger_type,
    event: oneOf(EVENTS, text(typed, 'event')) ?? 'page.created',
    cron_expression: cronIn(typed),
    timezone: text(typed, 'timezone') || 'UTC',
    collection_id: idIn(text(typed, 'collection_id')),
    include_imports: text(typed, 'include_imports') !== '',
  };
}

/** An own expression is written as it is; all else is put together from what was chosen. */
function cronIn(typed: RuleFormFields): string {
  const name = oneOf([...RHYTHMS, ''] as const, text(typed, 'rhythm')) ?? '';
  if (typed.rhythm === undefined || name === 'cron') return text(typed, 'cron_expression');
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text(typed, 'at')) ?? [];
  const wanted = name === 'hour' ? text(typed, 'minute') : minute;
  const within = (value: string | undefined, least: number, most: number): number | undefined =>
    /^\d{1,2}$/.test(value ?? '') && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
  const weekdays = [typed.weekdays ?? []].flat().flatMap((one) => within(one, 0, 6) ?? []);
  const start = rhythmOf('');
  return cronOfRhythm({
    ...{ name, weekdays },
    hour: within(hour, 0, 23) ?? start.hour,
    minute: within(wanted, 0, 59) ?? start.minute,
    date: within(text(typed, 'date'), 1, 31) ?? start.date,
  });
}

/** Numbers and yes or no as what they are: the form knows texts only. */
function valueOfText(value: string, property: Property | undefined): unknown {
  if (property && isFlagProperty(property)) return ['true', 'yes', '1', 'on'].includes(value.toLowerCase());
  if (!property || (inputOf(property) !== 'number' && !takesPeople(property))) return value;
  // A sign such as {p12} becomes a number when the rule acts.
  return value === '' ? null : Number.isNaN(Number(value)) ? value : Number(value);
}

/** What a property is set to: some hold several values, of which the form gives one. */
function settingOfText(value: string, property: Property | undefined): unknown {
  const one = valueOfText(value, property);
  if (!property || !columnFacts(property.type).isMany) return one;
  return one === '' || one === null ? [] : [one];
}

/** What the form shows as fields: one clause about something that whoever writes sees, compared with a text or a number. */
export const isPlain = (condition: RuleCondition, properties: Property[]): condition is Clause =>
  !('or' in condition) &&
  (typeof condition.value !== 'object' || condition.value === null) &&
  (condition.property_id === undefined || properties.some(({ id }) => id === condition.property_id));

/** What the form does not show stays as it is, unless it is taken out. */
function conditionsIn(draft: RuleDraft, typed: RuleFormFields, properties: Property[]): RuleCondition[] {
  const before = draft.condition_json ?? [];
  const found: RuleCondition[] = [];
  for (let row = 0; row < ROWS_MAX; row += 1) {
    if (text(typed, `drop_${row}`)) continue;
    const known = before[row];
    if (known && !isPlain(known, properties)) found.push(known);
    else found.push(...clauseIn(typed, row, properties));
  }
  return found;
}

function clauseIn(typed: RuleFormFields, row: number, properties: Property[]): Clause[] {
  const subject = text(typed, `subject_${row}`);
  const op = text(typed, `op_${row}`) || 'eq';
  const property = properties.find((one) => subject === `p${one.id}`);
  const field = oneOf(FIELDS, subject);
  const value = needsValue(op) ? { value: valueOfText(text(typed, `value_${row}`), property) } : {};
  if (property) return [{ property_id: property.id, op, ...value }];
  return field ? [{ field, op, ...value }] : [];
}

function actionsIn(draft: RuleDraft, typed: RuleFormFields, properties: Property[]): RuleAction[] {
  const before = draft.actions_json ?? [];
  const kept = before.flatMap((action, index) =>
    text(typed, `removal_${index}`)
      ? []
      : [text(typed, `kind_${index}`) ? actionIn(action, typed, index, properties) : action],
  );
  const added = oneOf(['notify', 'set_property', 'create_page', 'webhook'] as const, text(typed, 'add'));
  return added ? [...kept, emptyAction(added)] : kept;
}

function emptyAction(kind: RuleAction['kind']): RuleAction {
  if (kind === 'notify') return { kind, message: '{title}' };
  if (kind === 'create_page') return { kind, title: '{title}' };
  if (kind === 'webhook') return { kind, url: '' };
  return { kind, property_id: 0, value: '' };
}

/** Another address is another webhook. */
const webhookIn = (action: WebhookAction, url: string): WebhookAction =>
  action.url === undefined || action.url === url ? action : { kind: 'webhook', url };

/** A value as the field of the form has it. */
export function valueText(value: unknown): string {
  if (Array.isArray(value) && value.length <= 1) return valueText(value[0]);
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the form does not show of an action stays. */
function actionIn(action: RuleAction, typed: RuleFormFields, row: number, properties: Property[]): RuleAction {
  const value = (name: string): string => text(typed, `${name}_${row}`);
  if (action.kind === 'webhook') return webhookIn(action, value('url'));
  if (action.kind === 'set_property') {
    const property = properties.find((one) => String(one.id) === value('property'));
    if (!property && action.property_id) return action;
    const setting = numberedSigns(value('setting'), properties);
    const isSame = setting === valueText(action.value);
    return {
      ...action,
      property_id: property?.id ?? 0,
      value: isSame ? action.value : settingOfText(setting, property),
    };
  }
  if (action.kind === 'create_page') {
    const { collection_id: _, parent_id: __, ...rest } = action;
    const title = numberedSigns(value('title'), properties);
    const place = /^([cp])([1-9]\d{0,9})$/.exec(value('place'));
    // Nothing chosen: where it was, which the list need not show.
    if (!place) return { ...action, title };
    const at = { [place[1] === 'c' ? 'collection_id' : 'parent_id']: Number(place[2]) };
    return { ...rest, title, ...at };
  }
  const { property_id: _, user_ids: __, ...rest } = action;
  const property = idIn(value('property'));
  const user_ids = many(typed, `people_${row}`);
  return {
    ...rest,
    message: numberedSigns(value('message'), properties),
    ...(user_ids.length && { user_ids }),
    ...(property && { property_id: property }),
  };
}
