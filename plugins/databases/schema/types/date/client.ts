// A date in the browser.

import { dateValueText, padded, readDateParts, unreadableAs } from '../../../client/database/value-parts.ts';
import type { ClientPropertyType } from '../client-property-type.ts';
import { editDate } from './client-editor.ts';

/** Days as ISO has them, and as they are written with points or slashes. */
function written(text: string): string {
  const iso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/.exec(text);
  if (iso) return text.replace(' ', 'T');
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  if (year) return `${year}-${padded(Number(month))}-${padded(Number(day))}`;
  throw unreadableAs('date');
}

export const dateClient: ClientPropertyType = {
  icon: 'calendar',
  compares: 'date',
  rules: ['required', 'unique', 'min', 'max'],
  isGrouped: true,
  isConverted: true,
  text: dateValueText,
  typed: (value) => readDateParts(value)?.start ?? '',
  read: (words) => ({ start: written(words), end: null, timezone: null }),
  edit: editDate,
};
