// Properties whose values are chosen: one or several options, a status, a check.
import Joi from 'joi';
import { PALETTE } from '../../../blocks/value-rules.ts';
import type { Option, Property, Value } from '../../model.ts';
import { optionNamed } from '../property-name.ts';
import { type Cell, type PropertyType, ValueFault, wrongType } from './property-type.ts';

export const OPTIONS_MAX = 500;

const optionKeys = {
  id: Joi.string()
    .pattern(/^[a-z0-9]{1,16}$/)
    .description('given by the service for a new option'),
  name: Joi.string().trim().min(1).max(100).required(),
  color: Joi.valid(...PALETTE).default('default'),
};

const optionsOf = (keys: Joi.SchemaMap) =>
  Joi.array()
    .items(Joi.object(keys))
    .max(OPTIONS_MAX)
    .unique('id', { ignoreUndefined: true })
    .unique((a: Option, b: Option) => a.name?.toLowerCase() === b.name?.toLowerCase())
    .messages({ 'array.unique': '{{#label}} names an option twice' })
    .default([]);

const find = (id: unknown, { config }: Property): Option | undefined => config.options?.find((one) => one.id === id);

/** By its id, or its name: two options of a property are never alike but for case. */
function known(key: unknown, property: Property): string {
  if (typeof key !== 'string') throw wrongType('the id or the name of an option');
  const found = optionNamed(property, key);
  if (!found) throw new ValueFault('option', `has no option “${key.slice(0, 100)}”`);
  return found.id;
}

/** Options are sorted as they stand in the property. */
const cell = (id: Value, property: Property): Cell => ({
  text_key: id as string,
  num: property.config.options?.findIndex((one) => one.id === id) ?? 0,
});

const nameOf = (id: Value, property: Property): string => find(id, property)?.name ?? '';

const one = (name: 'select' | 'status', keys: Joi.SchemaMap): PropertyType => ({
  name,
  compares: 'option',
  sorts: 'num',
  config: { options: optionsOf(keys) },
  rules: ['required', 'unique'],
  read: (value, property) => (value === null || value === '' ? null : known(value, property)),
  cells: (value, property) => [cell(value, property)],
  words: nameOf,
});

export const choiceTypes: PropertyType[] = [
  one('select', optionKeys),
  one('status', { ...optionKeys, group: Joi.valid('todo', 'doing', 'done').default('todo') }),
  {
    name: 'multi_select',
    compares: 'options',
    sorts: 'num',
    config: { options: optionsOf(optionKeys) },
    rules: ['required', 'min_length', 'max_length'],
    read(value, property) {
      if (value === null) return null;
      if (!Array.isArray(value)) throw wrongType('a list of ids or names of options');
      const ids = [...new Set(value.map((id) => known(id, property)))];
      return ids.length ? ids : null;
    },
    cells: (value, property) => (value as string[]).map((id) => cell(id, property)),
    words: (value, property) => (value as string[]).map((id) => nameOf(id, property)).join(', '),
  },
  {
    name: 'checkbox',
    compares: 'flag',
    sorts: 'num',
    config: {},
    rules: ['required'],
    read(value) {
      if (value !== null && typeof value !== 'boolean') throw wrongType('true or false');
      return value === true ? true : null;
    },
    cells: () => [{ num: 1 }],
    words: (value) => (value ? '✓' : ''),
  },
];
