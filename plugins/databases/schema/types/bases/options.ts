// What types have in common whose values are chosen of options.
import Joi from 'joi';
import { PALETTE } from '../../../../blocks/value-rules.ts';
import type { Option, Property, Value } from '../../../model.ts';
import type { ColumnType } from '../../../table-import/detect-column.ts';
import { optionNamed } from '../../property-name.ts';
import type { ColumnReader, SourceValue } from '../column-reader.ts';
import { type PropertyType, type ValueCell, ValueFault, wrongType } from '../property-type.ts';

export const OPTIONS_MAX = 500;

export const optionSchema = {
  id: Joi.string()
    .pattern(/^[a-z0-9]{1,16}$/)
    .description('given by the service for a new option'),
  name: Joi.string().trim().min(1).max(100).required(),
  color: Joi.valid(...PALETTE).default('default'),
};

export const optionsSchema = (keys: Joi.SchemaMap) =>
  Joi.array()
    .items(Joi.object(keys))
    .max(OPTIONS_MAX)
    .unique('id', { ignoreUndefined: true })
    .unique((a: Option, b: Option) => a.name?.toLowerCase() === b.name?.toLowerCase())
    .messages({
      'array.unique': '{{#label}} names an option twice',
      'array.max': '{{#label}} takes at most {{#limit}} options',
    })
    .default([]);

const find = (id: unknown, { config }: Property): Option | undefined => config.options?.find((one) => one.id === id);

/** By its id, or its name: two options of a property are never alike but for case. */
export function optionIdOf(key: unknown, property: Property): string {
  if (typeof key !== 'string') throw wrongType('the id or the name of an option');
  const found = optionNamed(property, key);
  if (!found) throw new ValueFault('option', `has no option “${key.slice(0, 100)}”`);
  return found.id;
}

/** Options are sorted as they stand in the property. */
export const optionCell = (id: Value, property: Property): ValueCell => ({
  text_key: id as string,
  num: property.config.options?.findIndex((one) => one.id === id) ?? 0,
});

export const optionNameOf = (id: Value, property: Property): string => find(id, property)?.name ?? '';

const shownOption = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  color: Joi.valid(...PALETTE).required(),
};
/** Options as answers have them. */
export const shownOptions = (keys: Joi.SchemaMap = {}) => Joi.array().items(Joi.object({ ...shownOption, ...keys }));

/** The names of the options with these ids. */
export const optionNames = ({ config }: Property, value: Value): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((id) => config.options?.find((one) => one.id === id)?.name ?? []);

/** The option of exactly this name, in whatever case its letters are. */
export const optionIdNamed = ({ config }: Pick<Property, 'config'>, name: string): string | undefined =>
  config.options?.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;

/** Each name once of what is written with commas, semicolons or on lines. */
export const splitNames = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.split(/[,;\n]/)).map((name) => name.trim().slice(0, 100)))].filter(Boolean);

const bare = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Kept = Pick<Property, 'config'>;
const filterValue = (value: string | number | boolean, property: Kept, isRange: boolean) =>
  isRange ? undefined : optionIdNamed(property, bare(String(value)));
export const namesOfOptions = ({ config }: Kept): string[] => (config.options ?? []).map(({ name }) => name);

export const optionColumn: ColumnReader = {
  isTaken: true,
  isMapped: true,
  fit: (property): ColumnType => ({ type: 'select', options: namesOfOptions(property) }),
  value: ({ text }: SourceValue, property) => optionIdNamed(property, bare(text)),
  filterValue,
};

/** One option of several. */
export const oneOption = (keys: Joi.SchemaMap): Omit<PropertyType, 'icon'> => ({
  compares: 'option',
  sketch: 'tag',
  sorts: 'num',
  isGrouped: true,
  config: { options: optionsSchema(keys) },
  rules: ['required', 'unique'],
  read: (value, property) => (value === null || value === '' ? null : optionIdOf(value, property)),
  cells: (value, property) => [optionCell(value, property)],
  words: optionNameOf,
  formulaKind: 'text',
  toFormula: (value, property) => (value === null ? null : (optionNames(property, value)[0] ?? null)),
  rollsUpAs: ({ options }) => ({ result: 'multi_select', options }),
  convertFrom: ({ texts }, property) => optionIdNamed(property, texts[0]?.trim() ?? '') ?? null,
  formField: { kind: 'one', read: ({ text }) => (text === '' ? null : text) },
  fromColumn: optionColumn,
});
