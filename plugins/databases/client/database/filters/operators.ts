// What conditions of a filter can ask of a property, by how its values are compared.
import { t } from '../../../../../core/client/messages.ts';
import { type Property, seenAs } from '../../../model.ts';
import type { ClientComparison } from '../../../schema/types/client-property-type.ts';
import { comparisonOf } from '../property-kinds.ts';

const EMPTY = ['is_empty', 'is_not_empty'];
const TEXT = ['contains', 'does_not_contain', 'equals', 'does_not_equal', 'starts_with', 'ends_with', ...EMPTY];
const NUMBER = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const RANGES = ['week', 'month', 'year'].flatMap((one) => [`this_${one}`, `past_${one}`, `next_${one}`]);
const DATE = ['equals', 'before', 'after', 'on_or_before', 'on_or_after', ...RANGES, ...EMPTY];
const MANY = ['contains', 'does_not_contain', ...EMPTY];

/** Days that a condition names by where they lie from today. */
export const RELATIVE_DAYS = [
  'today',
  'tomorrow',
  'yesterday',
  'one_week_ago',
  'one_week_from_now',
  'one_month_ago',
  'one_month_from_now',
];

const OPERATORS: Record<ClientComparison, string[]> = {
  text: TEXT,
  number: [...NUMBER, ...EMPTY],
  row_number: NUMBER,
  option: ['equals', 'does_not_equal', ...EMPTY],
  options: MANY,
  people: MANY,
  rows: MANY,
  files: EMPTY,
  flag: ['equals'],
  date: DATE,
  none: [],
};

/** Operators with two names. */
const TWINS: Record<string, string> = {
  ...{ eq: 'equals', is: 'equals', equals: 'eq' },
  ...{ neq: 'does_not_equal', is_not: 'does_not_equal', does_not_equal: 'neq' },
};

/** Operators that ask for no value. */
export const VALUELESS = /^(is_empty|is_not_empty|(this|past|next)_(week|month|year))$/;

/** Of several values one is enough, or none may be. */
const OF_SEVERAL: Record<string, string> = { equals: 'any_of', does_not_equal: 'none_of' };

export const operatorText = (op: string, count: number): string =>
  t(`databases.view.op.${(count > 1 && OF_SEVERAL[op]) || op}`);

/** Rollups of numbers of rows are texts. */
export function filteredAs(property: Property): ClientComparison {
  const compares = comparisonOf(property);
  return property.type === 'rollup' && compares === 'row_number' ? 'text' : compares;
}

/** Whether values are chosen from a list, several for one condition. */
export const isListed = (property: Property): boolean => /^(options?|people|rows)$/.test(filteredAs(property));

export const filterOptions = (property: Property) => seenAs(property).config.options ?? [];

/** What can be asked; what a program has set up stays what it is, under the name that it has here. */
export function operatorsOf(property: Property, known?: string): { operators: string[]; op: string } {
  const usual = OPERATORS[filteredAs(property)];
  const op = known === undefined || usual.includes(known) ? (known ?? usual[0] ?? '') : (TWINS[known] ?? known);
  return { operators: usual.includes(op) ? usual : [...usual, op], op };
}
