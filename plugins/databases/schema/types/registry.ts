// All types of properties by name, in the order in which the API names them: a new one is imported and named here.
import Joi from 'joi';
import type { Property, Validation } from '../../model.ts';
import { buttonType } from './button/index.ts';
import { checkboxType } from './checkbox/index.ts';
import { createdByType } from './created-by/index.ts';
import { createdTimeType } from './created-time/index.ts';
import { dateType } from './date/index.ts';
import { durationType } from './duration/index.ts';
import { emailType } from './email/index.ts';
import { filesType } from './files/index.ts';
import { formulaType, formulaTypeOf } from './formula/index.ts';
import { lastEditedByType } from './last-edited-by/index.ts';
import { lastEditedTimeType } from './last-edited-time/index.ts';
import { longTextType } from './long-text/index.ts';
import { multiSelectType } from './multi-select/index.ts';
import { numberType } from './number/index.ts';
import { personType } from './person/index.ts';
import { phoneType } from './phone/index.ts';
import { placeType } from './place/index.ts';
import type { PropertyType, ValidationRule } from './property-type.ts';
import { ratingType } from './rating/index.ts';
import { relationType } from './relation/index.ts';
import { rollupOf, rollupType } from './rollup/index.ts';
import { selectType } from './select/index.ts';
import { statusType } from './status/index.ts';
import { textPropertyType } from './text/index.ts';
import { titleType } from './title/index.ts';
import { uniqueIdType } from './unique-id/index.ts';
import { urlType } from './url/index.ts';

export const propertyTypes = {
  title: titleType,
  text: textPropertyType,
  long_text: longTextType,
  number: numberType,
  select: selectType,
  multi_select: multiSelectType,
  status: statusType,
  date: dateType,
  person: personType,
  files: filesType,
  checkbox: checkboxType,
  url: urlType,
  email: emailType,
  phone: phoneType,
  relation: relationType,
  rollup: rollupType,
  formula: formulaType,
  unique_id: uniqueIdType,
  button: buttonType,
  rating: ratingType,
  duration: durationType,
  place: placeType,
  created_time: createdTimeType,
  last_edited_time: lastEditedTimeType,
  created_by: createdByType,
  last_edited_by: lastEditedByType,
} satisfies Record<string, PropertyType>;

export type PropertyTypeName = keyof typeof propertyTypes;
export const PROPERTY_TYPES = Object.keys(propertyTypes) as PropertyTypeName[];

export const typeNamed = (name: PropertyTypeName): PropertyType => propertyTypes[name];

const all: [string, PropertyType][] = Object.entries(propertyTypes);
const rollups = new Map(all.map(([name, type]) => [name, rollupOf(name, type)]));
/** One that each reader has of their own is compared with nothing. */
const ownRollups = new Map(
  [...rollups].map(([name, type]): [string, PropertyType] => [name, { ...type, compares: 'none', sorts: undefined }]),
);

export function propertyTypeOf({ type, config }: Pick<Property, 'type' | 'config'>): PropertyType {
  if (type === 'rollup') return (config.is_volatile ? ownRollups : rollups).get(config.result ?? 'text') ?? rollupType;
  return type === 'formula' ? formulaTypeOf(config) : typeNamed(type);
}

const shared = {
  description: Joi.string().allow('').max(1000),
  hidden: Joi.boolean(),
  default: Joi.any().description('value of new rows'),
};

/** What only the service writes. */
const own = Object.fromEntries(['reverse_property_id', 'result', 'is_volatile'].map((key) => [key, Joi.any().strip()]));

/** The shape of a configuration as clients send it. */
export const configSchema = (type: PropertyType): Joi.ObjectSchema => Joi.object({ ...shared, ...type.config, ...own });

const count = Joi.number().integer().min(0).max(1_000_000);
const bound = (type: PropertyType) =>
  type.compares === 'date' ? Joi.string().isoDate() : Joi.number().min(-1e15).max(1e15);

/** The rules that a property of this type can have. */
export function validationSchema(type: PropertyType): Joi.ObjectSchema<Validation> {
  const shapes: Record<ValidationRule, Joi.Schema> = {
    required: Joi.boolean(),
    unique: Joi.boolean(),
    min: bound(type),
    max: bound(type),
    min_length: count,
    max_length: count,
  };
  return Joi.object(Object.fromEntries(type.rules.map((rule) => [rule, shapes[rule]])));
}
