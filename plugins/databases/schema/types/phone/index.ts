// The number of a telephone.
import { textType } from '../bases/text.ts';
import { lineField } from '../form-field.ts';

const NUMBER = /^[+\d][\d\s()./-]*(\s*(x|ext\.?)\s*\d+)?$/i;

export const phoneType = textType(
  { max: 50, check: (text) => (NUMBER.test(text) ? undefined : 'must be a telephone number') },
  {
    icon: 'at-sign',
    lineOf: 'tel',
    sketch: 'link',
    formField: { ...lineField, example: '+49 30 123456' },
    links: (value) =>
      typeof value === 'string' ? [{ href: `tel:${value.replace(/[^\d+]/g, '')}`, text: value }] : undefined,
    convertFrom: ({ text }) => text,
  },
);
