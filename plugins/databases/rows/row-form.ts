// The form that edits the values of a row without scripts: a field for each property, and what was typed as values.
import { type Ctx, userOf, zoneOf } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { Property, Row, Value } from '../contract.ts';
import { RATING_MAX } from '../model.ts';
import { listRows } from '../query/list-rows.ts';
import type { Schema } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';
import type { FormFieldType } from '../schema/types/form-field.ts';
import { isAmount } from '../schema/types/number/amount.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { idsOf } from './relations.ts';
import type { RowValues } from './store.ts';

/** One field; `name` is `p<property id>`, with `_end` and the like for its parts. */
export interface FormField {
  id: number;
  name: string;
  label: string;
  kind: FormFieldType['kind'];
  /** it is not taken empty */
  required: boolean;
  /** the same, or it is once it is asked: marked beside its name */
  needed: boolean;
  value: string;
  /** what an empty field shows: how a value looks */
  example: string;
  /** the currency of an amount, which stands beside it */
  unit: string;
  /** of a date: its end and zone; of a place: its address */
  second: string;
  third: string;
  /** of a date, whose `value` and `second` are days: the times of its start and end */
  time: string;
  secondTime: string;
  /** how many stars there are */
  most: number;
  choices: { value: string; text: string; isChosen: boolean }[];
  fault: string;
}

/** What a form sent, by the names of its fields. */
export type RowFormFields = Record<string, string | string[]>;

/** Longer lists are edited where they can be searched. */
const CHOICES_MAX = 500;

/** Files come by uploads, and computed values from the service: neither has a field. */
export const isEditable = (property: Property): boolean => propertyTypeOf(property).formField !== undefined;

export const editableProperties = ({ properties, readOnly }: Schema): Property[] =>
  properties.filter((one) => isEditable(one) && !readOnly.has(one.id));

export const rowFields = (
  ctx: Ctx,
  schema: Schema,
  row: Row,
  faults?: Map<number, string>,
  typed?: RowFormFields,
): Promise<FormField[]> => fieldsFor(ctx, schema, editableProperties(schema), row.values, faults, typed);

/** For some properties, with the values there are so far. */
export async function fieldsFor(
  ctx: Ctx,
  schema: Schema,
  properties: Property[],
  values: RowValues,
  faults: Map<number, string> = new Map(),
  typed: RowFormFields = {},
): Promise<FormField[]> {
  const fields: FormField[] = [];
  for (const property of properties) {
    const name = `p${property.id}`;
    const made = await fieldOf(ctx, schema, property, values[property.id] ?? null);
    const field = { ...made, name, fault: faults.get(property.id) ?? '' };
    fields.push(name in typed ? withTyped(field, typed) : field);
  }
  return fields;
}

/** What was typed comes back as it was, also when it is no value. */
function withTyped(field: FormField, typed: RowFormFields): FormField {
  const given = typed[field.name] ?? '';
  const chosen = [given].flat();
  const text = (part: string) => String(typed[`${field.name}_${part}`] ?? '');
  return {
    ...field,
    value: String(given),
    ...{ second: text('second'), third: text('third'), time: text('time'), secondTime: text('second_time') },
    choices: field.choices.map((choice) => ({ ...choice, isChosen: chosen.includes(choice.value) })),
  };
}

async function fieldOf(ctx: Ctx, schema: Schema, property: Property, value: Value): Promise<FormField> {
  const base = {
    ...{ id: property.id, name: '', label: property.name },
    ...{ required: Boolean(property.validation.required), needed: Boolean(property.validation.required) },
    ...{ value: value === null ? '' : String(value), second: '', third: '', time: '', secondTime: '' },
    ...{ choices: [], fault: '', example: '', unit: '', most: property.config.max ?? RATING_MAX },
  };
  const { kind, parts, example = '' } = propertyTypeOf(property).formField as FormFieldType;
  if (kind === 'one' || kind === 'many') {
    const choices = await choicesOf(ctx, schema, property, value);
    return { ...base, kind: property.config.multiple === false ? 'one' : kind, value: '', choices };
  }
  const unit = isAmount(property.config) ? (property.config.currency as string) : '';
  return { ...base, kind, example, unit, ...parts?.(value, zoneOf(ctx)) };
}

async function choicesOf(ctx: Ctx, schema: Schema, property: Property, value: Value): Promise<FormField['choices']> {
  if (property.config.options)
    return property.config.options.map(({ id, name }) => ({
      value: id,
      text: name,
      isChosen: Array.isArray(value) ? value.includes(id) : value === id,
    }));
  const named =
    propertyTypeOf(property).names === 'people' ? await people(ctx, schema) : await rowsThere(ctx, property);
  const chosen = idsOf(value);
  return named.map(([id, text]) => ({ value: String(id), text, isChosen: chosen.includes(id) }));
}

async function people(ctx: Ctx, { collection }: Schema): Promise<[number, string][]> {
  const members = await ctx.use(workspaces).members(ctx, collection.workspace_id);
  const { id, fullName } = userOf(ctx);
  const all = new Map<number, string>(members.map((one) => [one.user_id, one.full_name]));
  return [...all.set(id, fullName)].slice(0, CHOICES_MAX);
}

async function rowsThere(ctx: Ctx, { config }: Property): Promise<[number, string][]> {
  const target = await collectionStore.byId(ctx, config.collection_id as number);
  if (!target) return [];
  const there = await visibleSchemaOf(ctx, target);
  const { records } = await listRows(ctx, there, {}, { limit: CHOICES_MAX });
  return records.map(({ id, title }) => [id, title]);
}

/** Values by property id from what was typed; a field that the form did not have says nothing. */
export function valuesFrom(schema: Schema, typed: RowFormFields, before: RowValues): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const had = new Set(String(typed.fields ?? '').split(','));
  for (const property of editableProperties(schema))
    if (had.has(String(property.id))) values[property.id] = valueFrom(property, typed, before[property.id] ?? null);
  return values;
}

function valueFrom(property: Property, typed: RowFormFields, before: Value): unknown {
  const answer = typed[`p${property.id}`] ?? '';
  const given = String(answer);
  const part = (name: string) => String(typed[`p${property.id}_${name}`] ?? '').trim();
  const field = { given, text: given.trim(), list: [answer].flat().filter(Boolean), part };
  return propertyTypeOf(property).formField?.read(field, before);
}
