// Text of a few lines.
import { textType } from '../bases/text.ts';
import { textField } from '../form-field.ts';

export const textPropertyType = textType(
  { max: 2000, lines: true },
  { icon: 'type', isGrouped: true, lineOf: 'text', convertFrom: ({ text }) => text, formField: textField },
);
