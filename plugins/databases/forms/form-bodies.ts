// Bodies of forms with a field for each property.

import Joi from 'joi';
import { csrf } from '../../../core/http/schema-fields.ts';
import { FIELD_NAME } from '../published/model.ts';

export const formPayload = { allow: ['application/x-www-form-urlencoded'] };

const typedValue = Joi.alternatives(
  Joi.string().allow('').max(25_000),
  Joi.array().items(Joi.string().max(100)).max(1000),
);

export const typedFields = Joi.object({ fields: Joi.string().allow('').max(3000), csrf })
  .pattern(FIELD_NAME, typedValue)
  .required();
