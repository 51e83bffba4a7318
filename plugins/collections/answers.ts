// Forms: a shared view asks people for the values of a row; each answer becomes one.
import { type Ctx, userOf } from '../../core/context.ts';
import { momentText } from '../../core/moment.ts';
import { Problem } from '../../core/problem.ts';
import { throttle } from '../auth/contract.ts';
import type { FormConfig, Property, Question, Row, View } from './contract.ts';
import { faultOf, type RowFault, refuse } from './faults.ts';
import { type FormField, fieldsFor, isEditable, type Typed, valuesFrom } from './row-form.ts';
import { createRows } from './rows.ts';
import type { Schema } from './schema.ts';

/** Answers that one person may send to one form, and in how many seconds. */
const RATE = { limit: 30, seconds: 600 };

export interface AskedQuestion extends FormField {
  hint: string;
  /** the field of another question, the answer to it that makes this one asked, and both in words */
  when: { name: string; value: string; text: string } | null;
}

export interface ShownForm {
  viewId: number;
  title: string;
  description: string;
  confirmation: string;
  isClosed: boolean;
  /** when it closes, in words */
  closes: string;
  mayAnswer: boolean;
  questions: AskedQuestion[];
  /** ids of the properties that it has fields for */
  fields: string;
}

interface Asked {
  question: Question;
  property: Property;
}

/** Questions of properties that are still there and can be typed; without any, all of them. */
function askedIn({ byId, properties }: Schema, { questions = [] }: FormConfig): Asked[] {
  const found = questions.flatMap((question) => {
    const property = byId.get(question.property_id);
    return property && isEditable(property) ? [{ question, property }] : [];
  });
  if (found.length) return found;
  return properties.filter(isEditable).map((property) => ({ question: { property_id: property.id }, property }));
}

const isClosed = (ctx: Ctx, { closes_at }: FormConfig): boolean => Boolean(closes_at && closes_at <= ctx.now());

/** A personal form would let its owner write where they may only read. */
const roleFor = ({ created_by, config }: View) =>
  created_by === null && config.form?.for_readers ? ('viewer' as const) : ('editor' as const);

const need = (view: View) => ({ resource: 'collection', role: roleFor(view), lock: true }) as const;

export interface Given {
  faults?: Map<number, string>;
  typed?: Typed;
}

export async function shownForm(
  ctx: Ctx,
  schema: Schema,
  view: View,
  { faults, typed }: Given = {},
): Promise<ShownForm> {
  const form = view.config.form ?? {};
  const asked = askedIn(schema, form);
  const properties = asked.map(({ property }) => property);
  const fields = await fieldsFor(ctx, schema, properties, {}, faults, typed);
  const mayAnswer = await ctx.app.access.require(ctx, need(view), schema.collection.id).then(
    () => true,
    () => false,
  );
  return {
    viewId: view.id,
    title: form.title || view.name,
    description: form.description ?? '',
    confirmation: form.confirmation ?? '',
    isClosed: isClosed(ctx, form),
    closes: form.closes_at ? momentText(ctx, form.closes_at) : '',
    mayAnswer,
    questions: fields.map((field, at) => asQuestion(ctx, schema, field, asked[at] as Asked)),
    fields: properties.map(({ id }) => id).join(','),
  };
}

function asQuestion(ctx: Ctx, schema: Schema, field: FormField, { question, property }: Asked): AskedQuestion {
  const { label, hint = '', required, when } = question;
  const before = when ? schema.byId.get(when.property_id) : undefined;
  return {
    ...field,
    label: label || property.name,
    hint,
    required: (field.required || Boolean(required)) && !when,
    when: when && before ? { name: `p${before.id}`, value: when.value, text: whenText(ctx, before, when.value) } : null,
  };
}

function whenText(ctx: Ctx, before: Property, value: string): string {
  const t = ctx.app.messages.in(ctx.locale);
  const option = before.config.options?.find(({ id }) => id === value)?.name;
  const isFlag = before.type === 'checkbox';
  const words = isFlag ? t(value === 'true' ? 'collections.checked' : 'collections.unchecked') : (option ?? value);
  return t('collections.form.only_if', { name: before.name, value: words });
}

/** An answer as text, the way conditions are written. */
const isAnswered = (value: unknown, wanted: string): boolean =>
  Array.isArray(value) ? value.map(String).includes(wanted) : String(value ?? '') === wanted;

/**
 * Makes a row of an answer. Access has checked that the caller sees the form.
 * @throws Problem forbidden, conflict (closed), rate_limited, validation_failed (400) naming property and rule
 */
export async function answerForm(ctx: Ctx, schema: Schema, view: View, typed: Typed): Promise<Row> {
  const form = view.config.form ?? {};
  const { id } = schema.collection;
  await ctx.app.access.require(ctx, need(view), id);
  if (isClosed(ctx, form)) throw new Problem('conflict', 'This form takes no more answers.');
  await ctx.use(throttle).take(ctx, [{ key: `form:${view.id}:user:${userOf(ctx).id}`, ...RATE }]);
  const asked = askedIn(schema, form);
  const known = new Set(asked.map(({ property }) => String(property.id)));
  const given = String(typed.fields ?? '')
    .split(',')
    .filter((one) => known.has(one));
  const values = valuesFrom(schema, { ...typed, fields: given.join() }, {});
  const faults: RowFault[] = [];
  for (const { question, property } of asked) {
    const { when } = question;
    if (when && !isAnswered(values[when.property_id], when.value)) delete values[property.id];
    else if (question.required && isNothing(values[property.id]))
      faults.push(faultOf(property, 'required', 'is required'));
  }
  refuse(faults);
  const [row] = await createRows(ctx, id, [{ values }]);
  return row as Row;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && !value.length);
