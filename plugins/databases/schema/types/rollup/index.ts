// Rollups: what they show follows from the property they look at, so they are said, compared and filtered as it is.
import Joi from 'joi';
import { id } from '../../../../../core/http/schema-fields.ts';
import type { Property, Value } from '../../../model.ts';
import { AGGREGATES } from '../../../query/aggregate.ts';
import { shownOptions } from '../bases/options.ts';
import { chunksOf } from '../bases/text.ts';
import type { PropertyType, ValueNames } from '../property-type.ts';

/** Derived from the property that is looked at whenever a schema is read: clients that send it back change nothing. */
const derived = Object.fromEntries(
  ['options', 'format', 'currency', 'decimals', 'prefix'].map((key) => [key, Joi.any().strip()]),
);

export const rollupType: PropertyType = {
  icon: 'search',
  compares: 'number',
  sorts: 'num',
  computed: true,
  config: {
    relation_property_id: id().required().description('the relation whose rows are looked at'),
    property_id: id().required().description('their property'),
    function: Joi.valid('show', ...AGGREGATES).default('show'),
    ...derived,
  },
  shownConfig: {
    result: Joi.string(),
    is_volatile: Joi.boolean(),
    options: shownOptions({ group: Joi.valid('todo', 'doing', 'done') }),
    format: Joi.string(),
    currency: Joi.string(),
    decimals: Joi.number().integer(),
    prefix: Joi.string(),
  },
  rules: [],
  isUnsearched: true,
  read: () => null,
  cells: (value) => (typeof value === 'number' ? [{ num: value }] : []),
  words: (value) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')),
};

const members = (value: Value): Value[] => (Array.isArray(value) ? value : [value]);
/** Moments of rollups are texts, as their rows have them. */
const dated = (value: Value): Value =>
  typeof value === 'string' ? { start: value, end: null, timezone: null } : value;

/** A rollup as the type that it shows. */
export function rollupOf(name: string, shown: PropertyType): PropertyType {
  const { compares, isMany } = shown;
  const each = (value: Value): Value[] => (name === 'date' ? members(value).map(dated) : members(value));
  const words = (value: Value, property: Property, names: ValueNames) =>
    isMany
      ? shown.words(members(value), property, names)
      : each(value)
          .map((one) => shown.words(one, property, names))
          .join(', ');
  const noNames: ValueNames = { user: () => undefined, row: () => undefined, file: () => undefined };
  const isText = compares === 'text' || name === 'unique_id';
  return {
    ...rollupType,
    compares: isText ? 'text' : compares,
    // The order of options changes, and people, rows and files have none.
    sorts: isText ? 'text_key' : compares === 'number' || compares === 'date' ? shown.sorts : undefined,
    cells(value, property) {
      if (isText) return chunksOf(words(value, property, noNames)).map((text_key) => ({ text_key }));
      if (compares === 'flag') return shown.cells(true, property);
      const unique = [...new Set(members(value))];
      return isMany ? shown.cells(unique, property) : each(value).flatMap((one) => shown.cells(one, property));
    },
    words,
  };
}
