// Properties that hold a number: plain ones, ratings and durations.
import Joi from 'joi';
import type { Property, PropertyTypeName, Value } from '../../model.ts';
import { type PropertyType, ValueFault, wrongType } from './property-type.ts';

/** Beyond this a double no longer tells neighbours apart, and engines write it differently. */
export const NUMBER_MAX = 1e15;

const cells = (value: Value) => [{ num: value as number }];

function finite(value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType('a number');
  if (Math.abs(value) > NUMBER_MAX) throw new ValueFault('range', 'takes numbers between -1e15 and 1e15');
  return value === 0 ? 0 : value;
}

function plain(value: Value, { config }: Property): string {
  const { format, decimals, currency } = config;
  const number = value as number;
  const scaled = format === 'percent' ? Number((number * 100).toPrecision(15)) : number;
  const text = decimals === undefined ? String(scaled) : scaled.toFixed(decimals);
  if (format === 'percent' || format === 'of_100') return `${text}%`;
  return format === 'currency' && currency ? `${text} ${currency}` : text;
}

const base = { compares: 'number', sorts: 'num', cells } as const;
const bounds = ['required', 'unique', 'min', 'max'] as const;

export const numberTypes: PropertyType[] = [
  {
    ...base,
    name: 'number' as PropertyTypeName,
    config: {
      format: Joi.valid('plain', 'percent', 'currency', 'progress').default('plain'),
      currency: Joi.string()
        .pattern(/^[A-Z]{3}$/)
        .description('ISO 4217, with the format currency'),
      decimals: Joi.number().integer().min(0).max(10),
      max: Joi.number().greater(0).max(NUMBER_MAX).description('what counts as done, with the format progress'),
    },
    rules: bounds,
    read: finite,
    words: plain,
  },
  {
    ...base,
    name: 'rating',
    config: { max: Joi.number().integer().min(1).max(10).default(5) },
    rules: ['required', 'min', 'max'],
    read(value, { config }) {
      const number = finite(value);
      const max = config.max ?? 5;
      if (number !== null && (!Number.isInteger(number) || number < 1 || number > max))
        throw new ValueFault('range', `takes whole numbers from 1 to ${max}`);
      return number;
    },
    words: String,
  },
  {
    ...base,
    name: 'duration',
    config: {},
    rules: bounds,
    /** in seconds */
    read(value) {
      const number = finite(value);
      if (number !== null && number < 0) throw new ValueFault('range', 'takes seconds, not less than 0');
      return number;
    },
    words(value) {
      const seconds = value as number;
      const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
      return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
    },
  },
];
