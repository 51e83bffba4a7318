// Rollups: what they show follows from the property they look at, so they are said, compared and filtered as it is.
import Joi from 'joi';
import { id } from '../../../../core/http/schema-fields.ts';
import { type Config, isMany, type Property, seenAs, type Value } from '../../model.ts';
import { AGGREGATES } from '../../query/aggregate.ts';
import type { Names, PropertyType } from './property-type.ts';
import { chunksOf } from './text.ts';

/** Derived from the property that is looked at whenever a schema is read: clients that send it back change nothing. */
const derived = Object.fromEntries(
  ['options', 'format', 'currency', 'decimals', 'prefix'].map((key) => [key, Joi.any().strip()]),
);

export const rollupType: PropertyType = {
  name: 'rollup',
  compares: 'number',
  sorts: 'num',
  computed: true,
  config: {
    relation_property_id: id().required().description('the relation whose rows are looked at'),
    property_id: id().required().description('their property'),
    function: Joi.valid('show', ...AGGREGATES).default('show'),
    ...derived,
  },
  rules: [],
  read: () => null,
  cells: (value) => (typeof value === 'number' ? [{ num: value }] : []),
  words: (value) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')),
};

/** Sums and counts of 100. */
const SHARES = /^percent_/;
/** Numbers of the same unit as those they are made of. */
const SAME_UNIT = /^(sum|average|median|min|max|range)$/;

/** As which type the members of what is shown are said. */
function shownAs(target: Property): Partial<Config> {
  const { options, format, currency, decimals, prefix } = target.config;
  const { type } = seenAs(target);
  switch (type) {
    case 'select':
    case 'status':
    case 'multi_select':
      return { result: 'multi_select', options };
    case 'number':
      return { result: 'number', currency, decimals, format: format === 'progress' ? 'plain' : format };
    case 'rating':
      return { result: 'number' };
    case 'unique_id':
      return { result: 'unique_id', prefix };
    case 'title':
    case 'long_text':
      return { result: 'text' };
    default:
      return { result: type };
  }
}

/** What a rollup of this function over this property is besides what is stored of it. */
export function derivedOf(how: string, target: Property): Partial<Config> {
  if (how === 'earliest' || how === 'latest') return { result: 'date' };
  if (SHARES.test(how)) return { result: 'number', format: 'of_100' };
  const own = target.type === 'rollup' ? target.config : shownAs(target);
  if (how === 'show') {
    const { result, options, format, currency, decimals, prefix } = own;
    return { result, options, format, currency, decimals, prefix };
  }
  if (!SAME_UNIT.test(how)) return { result: 'number' };
  if (own.result === 'duration') return { result: 'duration' };
  return { result: 'number', format: own.format, currency: own.currency, decimals: own.decimals };
}

const members = (value: Value): Value[] => (Array.isArray(value) ? value : [value]);
/** Moments of rollups are texts, as their rows have them. */
const dated = (value: Value): Value =>
  typeof value === 'string' ? { start: value, end: null, timezone: null } : value;

/** A rollup as the type that it shows. */
export function rollupOf(shown: PropertyType): PropertyType {
  const { name, compares } = shown;
  const each = (value: Value): Value[] => (name === 'date' ? members(value).map(dated) : members(value));
  const words = (value: Value, property: Property, names: Names) =>
    isMany(name)
      ? shown.words(members(value), property, names)
      : each(value)
          .map((one) => shown.words(one, property, names))
          .join(', ');
  const noNames: Names = { user: () => undefined, row: () => undefined, file: () => undefined };
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
      return isMany(name) ? shown.cells(unique, property) : each(value).flatMap((one) => shown.cells(one, property));
    },
    words,
  };
}
