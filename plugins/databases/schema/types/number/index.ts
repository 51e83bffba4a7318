// A number: plain, a share, an amount of money, or how far something is.
import Joi from 'joi';
import type { Property, Value } from '../../../model.ts';
import {
  BOUND_RULES,
  finiteNumber,
  NUMBER_MAX,
  numberBase,
  numberFilter,
  numberFit,
  PLAIN_NUMBERS,
} from '../bases/number.ts';
import { readAsWritten } from '../column-reader.ts';
import type { PropertyType } from '../property-type.ts';

function words(value: Value, { config }: Property): string {
  const { format, decimals, currency } = config;
  const number = value as number;
  const scaled = format === 'percent' ? Number((number * 100).toPrecision(15)) : number;
  const text = decimals === undefined ? String(scaled) : scaled.toFixed(decimals);
  if (format === 'percent' || format === 'of_100') return `${text}%`;
  return format === 'currency' && currency ? `${text} ${currency}` : text;
}

export const numberType: PropertyType = {
  icon: 'list-ordered',
  ...numberBase,
  isQuantity: true,
  isEstimate: true,
  sketch: 'number',
  config: {
    format: Joi.valid('plain', 'percent', 'currency', 'progress').default('plain'),
    currency: Joi.string()
      .pattern(/^[A-Z]{3}$/)
      .description('ISO 4217, with the format currency'),
    decimals: Joi.number().integer().min(0).max(10),
    max: Joi.number().greater(0).max(NUMBER_MAX).description('what counts as done, with the format progress'),
  },
  rules: BOUND_RULES,
  read: finiteNumber,
  words,
  rollsUpAs: ({ format, currency, decimals }) => ({
    result: 'number',
    currency,
    decimals,
    format: format === 'progress' ? 'plain' : format,
  }),
  fromColumn: {
    isTaken: true,
    isMapped: true,
    reading: PLAIN_NUMBERS,
    fit: numberFit,
    value: readAsWritten,
    filterValue: numberFilter,
  },
};
