// One option of a list, each of which says how far something is.
import Joi from 'joi';
import { oneOption, optionSchema, shownOptions } from '../bases/options.ts';
import type { PropertyType } from '../property-type.ts';

const STATES = ['todo', 'doing', 'done'] as const;

export const statusType: PropertyType = {
  ...oneOption({ ...optionSchema, group: Joi.valid(...STATES).default('todo') }),
  shownConfig: { options: shownOptions({ group: Joi.valid(...STATES) }) },
  icon: 'loader',
  hasStates: true,
  sketch: 'state',
};
