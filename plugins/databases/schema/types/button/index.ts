// A button, which has no value and changes others.
import Joi from 'joi';
import { id } from '../../../../../core/http/schema-fields.ts';
import { filledBase } from '../bases/automatic.ts';
import type { PropertyType } from '../property-type.ts';

const values = Joi.object().pattern(/^[1-9]\d{0,9}$/, Joi.any());

export const buttonType: PropertyType = {
  icon: 'square-mouse-pointer',
  ...filledBase,
  compares: 'none',
  isValueless: true,
  isPressed: true,
  isUnsearched: true,
  config: {
    label: Joi.string().trim().min(1).max(100).required(),
    actions: Joi.array()
      .items(
        Joi.object({
          kind: Joi.valid('set_property').required(),
          property_id: id().required(),
          value: Joi.any().required(),
        }),
        Joi.object({ kind: Joi.valid('create_row').required(), values: values.default({}) }),
        Joi.object({ kind: Joi.valid('automation').required(), automation_id: id().required() }),
      )
      .min(1)
      .max(20)
      .required(),
  },
  words: () => '',
};
