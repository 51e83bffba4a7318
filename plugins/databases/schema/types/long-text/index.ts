// Text of any length.
import { textType } from '../bases/text.ts';
import { textColumn } from '../column-reader.ts';
import { linesField } from '../form-field.ts';

export const longTextType = textType(
  { max: 20_000, lines: true },
  {
    icon: 'file-text',
    isLong: true,
    rollsUpAs: () => ({ result: 'text' }),
    convertFrom: ({ text }) => text,
    formField: linesField,
    // Blanks at its ends are part of it.
    fromColumn: { ...textColumn, fit: () => ({ type: 'long_text' }), value: ({ text }) => text },
  },
);
