// Stars out of at most ten.

import Joi from 'joi';
import { RATING_MAX } from '../../../model.ts';
import { finiteNumber, numberBase, numberFilter, numberFit } from '../bases/number.ts';
import { asNumber } from '../column-reader.ts';
import { numberField } from '../form-field.ts';
import { type PropertyType, ValueFault } from '../property-type.ts';

export const ratingType: PropertyType = {
  icon: 'star',
  ...numberBase,
  isEstimate: true,
  sketch: 'stars',
  config: { max: Joi.number().integer().min(1).max(10).default(RATING_MAX) },
  rules: ['required', 'min', 'max'],
  read(value, { config }) {
    const number = finiteNumber(value);
    const max = config.max ?? RATING_MAX;
    if (number !== null && (!Number.isInteger(number) || number < 1 || number > max))
      throw new ValueFault('range', `must be a whole number from 1 to ${max}`);
    return number;
  },
  words: String,
  formField: { ...numberField, kind: 'stars' },
  display: 'stars',
  rollsUpAs: () => ({ result: 'number' }),
  fromColumn: { isTaken: true, isMapped: true, fit: numberFit, value: asNumber, filterValue: numberFilter },
};
