// The number of a row in its database, with letters before it: `TASK-12`, or the number alone.
import Joi from 'joi';
import type { Property, Value } from '../../../model.ts';
import { filledBase } from '../bases/automatic.ts';
import type { PropertyType } from '../property-type.ts';

const withPrefix = (number: number, { config: { prefix } }: Property): string =>
  prefix ? `${prefix}-${number}` : String(number);

export const uniqueIdType: PropertyType = {
  icon: 'tag',
  ...filledBase,
  compares: 'number',
  single: true,
  isAlwaysThere: true,
  isRowNumber: true,
  config: {
    prefix: Joi.string()
      .pattern(/^[A-Za-z0-9]{1,10}$/)
      .description('letters and digits'),
  },
  // Rollups have numbers, and answers the whole text.
  words: (value: Value, property) => (typeof value === 'number' ? withPrefix(value, property) : String(value)),
  present: (_stored, property, { number }) => withPrefix(number, property),
  formulaKind: 'text',
  toFormula: (_value, property, rowNumber) => withPrefix(rowNumber, property),
  rollsUpAs: ({ prefix }) => ({ result: 'unique_id', prefix }),
};
