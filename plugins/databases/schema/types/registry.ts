// All types of properties by name, and what they have in common.
import Joi from 'joi';
import type { Property, PropertyTypeName, Validation } from '../../model.ts';
import { automaticTypes } from './automatic.ts';
import { choiceTypes } from './choice.ts';
import { dateType } from './date.ts';
import { formulaType, formulaTypeOf } from './formula.ts';
import { numberTypes } from './number.ts';
import type { PropertyType, Rule } from './property-type.ts';
import { referenceTypes } from './reference.ts';
import { rollupOf, rollupType } from './rollup.ts';
import { textTypes } from './text.ts';

const all = [
  ...[formulaType, rollupType, dateType],
  ...[...textTypes, ...numberTypes, ...choiceTypes, ...referenceTypes, ...automaticTypes],
];
const byName = new Map(all.map((type) => [type.name, type]));

export const typeNamed = (name: PropertyTypeName): PropertyType => byName.get(name) as PropertyType;
const rollups = new Map(all.map((type) => [type.name as string, rollupOf(type)]));
/** One that each reader has of their own is compared with nothing. */
const ownRollups = new Map(
  [...rollups].map(([name, type]): [string, PropertyType] => [name, { ...type, compares: 'none', sorts: undefined }]),
);

export function typeOf({ type, config }: Pick<Property, 'type' | 'config'>): PropertyType {
  if (type === 'rollup') return (config.is_volatile ? ownRollups : rollups).get(config.result ?? 'text') ?? rollupType;
  return type === 'formula' ? formulaTypeOf(config) : typeNamed(type);
}

/** Filled from the page of the row: they need no column of their own. */
export const isAutomatic = ({ type }: Pick<Property, 'type'>): boolean =>
  /^(created_time|last_edited_time|created_by|last_edited_by)$/.test(type);

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
  const shapes: Record<Rule, Joi.Schema> = {
    required: Joi.boolean(),
    unique: Joi.boolean(),
    min: bound(type),
    max: bound(type),
    min_length: count,
    max_length: count,
  };
  return Joi.object(Object.fromEntries(type.rules.map((rule) => [rule, shapes[rule]])));
}
