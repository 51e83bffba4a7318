// Forms: a shared view asks people for the values of a row; each answer becomes one.

import { faultText } from '../../../core/http/localized-errors.ts';
import { Problem } from '../../../core/http/problem.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { throttle } from '../../auth/contract.ts';
import type { FormConfig, FormQuestion, Property, Row, View } from '../contract.ts';
import { type RowFault, refuse, rowFault } from '../rows/row-errors.ts';
import { editableProperties, type FormField, fieldsFor, type RowFormFields, valuesFrom } from '../rows/row-form.ts';
import { createRows } from '../rows/rows.ts';
import { isFlagProperty } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';

/** Answers that one person may send to one form, and in how many seconds. */
const RATE = { limit: 30, seconds: 600 };

export interface AskedQuestion extends FormField {
  hint: string;
  /** the field of another question, the answer to it that makes this one asked, and both in words */
  when: { name: string; value: string; text: string } | null;
}

export interface FormView {
  viewId: number;
  title: string;
  description: string;
  confirmation: string;
  isClosed: boolean;
  /** when it closes, in words */
  closes: string;
  questions: AskedQuestion[];
}

interface Asked {
  question: FormQuestion;
  property: Property;
}

/** Whoever answers from outside chooses among nobody's people, rows or files. */
const isForAnybody = (property: Property): boolean => propertyTypeOf(property).compares !== 'refs';

/** Questions of properties that are still there and can be typed; of a form that names none, all of them. */
function askedIn(schema: Schema, { questions }: FormConfig, fromOutside = false): Asked[] {
  const typed = editableProperties(schema).filter((one) => !fromOutside || isForAnybody(one));
  const byId = new Map(typed.map((one) => [one.id, one]));
  if (!questions) return typed.map((property) => ({ question: { property_id: property.id }, property }));
  return questions.flatMap((question) => {
    const property = byId.get(question.property_id);
    return property ? [{ question, property }] : [];
  });
}

const isClosed = (ctx: Ctx, { closes_at }: FormConfig): boolean => Boolean(closes_at && closes_at <= ctx.now());

/** A personal form would let its owner write where they may only read. */
const roleFor = ({ created_by, config }: View) =>
  created_by === null && config.form?.for_readers ? ('viewer' as const) : ('editor' as const);

const need = (view: View) => ({ resource: 'collection', role: roleFor(view), lock: true }) as const;

export interface SubmissionContext {
  faults?: Map<number, string>;
  typed?: RowFormFields;
  /** by somebody who need not be known here */
  fromOutside?: boolean;
}

export async function shownForm(
  ctx: Ctx,
  schema: Schema,
  view: View,
  { faults, typed, fromOutside }: SubmissionContext = {},
): Promise<FormView> {
  const form = view.config.form ?? {};
  const asked = askedIn(schema, form, fromOutside);
  const properties = asked.map(({ property }) => property);
  const fields = await fieldsFor(ctx, schema, properties, {}, faults, typed);
  return {
    viewId: view.id,
    title: form.title || view.name,
    description: form.description ?? '',
    confirmation: form.confirmation ?? '',
    isClosed: isClosed(ctx, form),
    closes: form.closes_at ? momentText(ctx, form.closes_at) : '',
    questions: fields.map((field, at) => asQuestion(ctx, schema, field, asked[at] as Asked)),
  };
}

/** With whether the actor may answer. */
export async function memberForm(ctx: Ctx, schema: Schema, view: View, given: SubmissionContext = {}) {
  const mayAnswer = await ctx.app.access.require(ctx, need(view), schema.collection.id).then(
    () => true,
    () => false,
  );
  return { ...(await shownForm(ctx, schema, view, given)), mayAnswer };
}

function asQuestion(ctx: Ctx, schema: Schema, field: FormField, { question, property }: Asked): AskedQuestion {
  const { label, hint = '', required, when } = question;
  const before = when ? schema.byId.get(when.property_id) : undefined;
  return {
    ...field,
    label: label || property.name,
    hint,
    fault: field.fault && faultOf(ctx, property, label || property.name, field.fault),
    required: (field.required || Boolean(required)) && !when,
    needed: field.required || Boolean(required),
    when: when && before ? { name: `p${before.id}`, value: when.value, text: whenText(ctx, before, when.value) } : null,
  };
}

/** Whoever answers knows the questions, and not what the properties are called. */
function faultOf(ctx: Ctx, property: Property, question: string, fault: string): string {
  const t = ctx.app.messages.in(ctx.locale);
  const isOfProperty = fault.startsWith(`${property.name} `);
  const reason = isOfProperty ? fault.slice(property.name.length + 1) : fault;
  if (reason === 'is required') return t('databases.form.unanswered', { question });
  const words =
    reason === 'must be a number' ? numberRule(t, property) : faultText(ctx.app.messages, ctx.locale, reason);
  return t('databases.form.refused', { question, reason: words });
}

/** What a number must be like, with its bounds where it has some. */
function numberRule(t: Translate, { validation }: Property): string {
  const [min, max] = [validation.min, validation.max].map((one) => (typeof one === 'number' ? one : undefined));
  if (min !== undefined && max !== undefined) return t('databases.form.number_between', { min, max });
  if (min !== undefined) return t('databases.form.number_from', { min });
  if (max !== undefined) return t('databases.form.number_to', { max });
  return t('databases.form.number');
}

function whenText(ctx: Ctx, before: Property, value: string): string {
  const t = ctx.app.messages.in(ctx.locale);
  const option = before.config.options?.find(({ id }) => id === value)?.name;
  const isFlag = isFlagProperty(before);
  const words = isFlag ? t(value === 'true' ? 'databases.checked' : 'databases.unchecked') : (option ?? value);
  return t('databases.form.only_if', { name: before.name, value: words });
}

/** An answer as text, the way conditions are written. */
const isAnswered = (value: unknown, wanted: string): boolean =>
  Array.isArray(value) ? value.map(String).includes(wanted) : String(value ?? '') === wanted;

/**
 * Makes a row of an answer. Access has checked that the caller sees the form.
 * @throws Problem forbidden, conflict (closed), rate_limited, validation_failed (400) naming property and rule, also when nothing is answered
 */
export async function submitForm(ctx: Ctx, schema: Schema, view: View, typed: RowFormFields): Promise<Row> {
  await ctx.app.access.require(ctx, need(view), schema.collection.id);
  const key = `form:${view.id}:user:${userOf(ctx).id}`;
  return storeAnswer(ctx, schema, view, {
    typed,
    admit: async () => void (await ctx.use(throttle).take(ctx, [{ key, ...RATE }])),
  });
}

interface Sent {
  typed: RowFormFields;
  /** asked once it is known that the form is open */
  admit?(): Promise<void>;
  fromOutside?: boolean;
}

/** The same for whoever was let in. @throws Problem conflict (closed), validation_failed (400) */
export async function storeAnswer(
  ctx: Ctx,
  schema: Schema,
  view: View,
  { typed, admit, fromOutside }: Sent,
): Promise<Row> {
  const form = view.config.form ?? {};
  if (isClosed(ctx, form)) throw new Problem('conflict', 'This form takes no more answers.');
  await admit?.();
  const asked = askedIn(schema, form, fromOutside);
  const fields = asked.map(({ property }) => property.id).join();
  const values = valuesFrom(schema, { ...typed, fields }, {});
  const faults: RowFault[] = [];
  for (const { question, property } of asked) {
    const { when } = question;
    if (when && !isAnswered(values[when.property_id], when.value)) delete values[property.id];
    else if (question.required && isNothing(values[property.id]))
      faults.push(rowFault(property, 'required', 'is required'));
  }
  refuse(faults);
  if (isEmpty(asked, values)) refuse([EMPTY]);
  nameAnswer(ctx, schema, form.title || view.name, { asked, values });
  const [row] = await createRows(ctx, schema.collection.id, [{ values }]);
  return row as Row;
}

/** An answer without a title gets one that tells it from others; what must be answered is not answered for anybody. */
function nameAnswer(
  ctx: Ctx,
  { title }: Schema,
  form: string,
  { asked, values }: { asked: Asked[]; values: Record<string, unknown> },
): void {
  const isAsked = asked.some(({ property }) => property.id === title.id);
  const { required, unique } = title.validation;
  if (!isNothing(values[title.id]) || unique || (required && isAsked)) return;
  const when = momentText(ctx, ctx.now());
  values[title.id] = ctx.app.messages.text(ctx.locale, 'databases.form.answer_of', { form, when });
}

const EMPTY: RowFault = { property_id: null, rule: 'required', detail: 'Answer at least one question.' };

/** Nothing is answered; a box that is not ticked is an answer where a form asks for nothing else. */
const isEmpty = (asked: Asked[], values: Record<string, unknown>): boolean =>
  asked.every(({ property }) => isNothing(values[property.id])) &&
  !(asked.length && asked.every(({ property }) => isFlagProperty(property)));

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length);
