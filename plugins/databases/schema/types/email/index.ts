// An email address.
import Joi from 'joi';
import { textType } from '../bases/text.ts';
import { lineField } from '../form-field.ts';

const address = Joi.string().email({ tlds: false });

export const emailType = textType(
  { max: 254, check: (text) => (address.validate(text).error ? 'must be an email address' : undefined) },
  {
    icon: 'mail',
    lineOf: 'email',
    sketch: 'link',
    formField: { ...lineField, example: 'name@example.org' },
    links: (value) => (typeof value === 'string' ? [{ href: `mailto:${value}`, text: value }] : undefined),
    convertFrom: ({ text }) => text,
  },
);
