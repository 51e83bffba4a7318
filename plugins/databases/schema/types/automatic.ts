// Properties that the service fills itself: who and when, the number of a row; and buttons, which have no value.
import Joi from 'joi';
import { id } from '../../../../core/http/schema-fields.ts';
import type { PropertyTypeName, Value } from '../../model.ts';
import type { PropertyType } from './property-type.ts';

const base = { config: {}, rules: [], computed: true, read: () => null, cells: () => [] } as const;

const moment = (name: PropertyTypeName): PropertyType => ({
  ...base,
  name,
  compares: 'moment',
  words: (value) => String(value),
});

const person = (name: PropertyTypeName): PropertyType => ({
  ...base,
  name,
  compares: 'refs',
  words: (value, _property, names) => (value as number[]).flatMap((one) => names.user(one) ?? []).join(', '),
});

/** `TASK-12`, or the number alone. */
export const uniqueIdText = (number: number, prefix: string | undefined): string =>
  prefix ? `${prefix}-${number}` : String(number);

const values = Joi.object().pattern(/^[1-9]\d{0,9}$/, Joi.any());

export const automaticTypes: PropertyType[] = [
  moment('created_time'),
  moment('last_edited_time'),
  person('created_by'),
  person('last_edited_by'),
  {
    ...base,
    name: 'unique_id',
    compares: 'number',
    single: true,
    config: {
      prefix: Joi.string()
        .pattern(/^[A-Za-z0-9]{1,10}$/)
        .description('letters and digits'),
    },
    words: (value, { config }) => uniqueIdText(value as number, config.prefix),
  },
  {
    ...base,
    name: 'button',
    compares: 'none',
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
        )
        .min(1)
        .max(20)
        .required(),
    },
    words: () => '',
  },
];

/** Who or when, from the page of the row. */
export function automaticValue(
  name: PropertyTypeName,
  page: { created_at: string; updated_at: string; created_by: number | null; updated_by: number | null },
): Value {
  const who = (one: number | null): Value => (one === null ? null : [one]);
  if (name === 'created_time') return page.created_at;
  if (name === 'last_edited_time') return page.updated_at;
  return who(name === 'created_by' ? page.created_by : page.updated_by);
}
