// A date in the browser.

import { readWrittenDate } from '../../../../../core/client/date-words.ts';
import { dateValueText, readDateParts, unreadableAs } from '../../../client/database/value-parts.ts';
import { today } from '../../../client/database/views/days.ts';
import type { Value } from '../../../model.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

/** @throws UnreadableValue */
function written(text: string): Value {
  const found = readWrittenDate(text, today());
  if (!found) throw unreadableAs('date');
  return { start: found.start, end: found.end, timezone: null };
}

export const dateClient: ClientPropertyType = {
  icon: 'calendar',
  compares: 'date',
  rules: ['required', 'unique', 'min', 'max'],
  isGrouped: true,
  isConverted: true,
  text: dateValueText,
  typed: (value) => readDateParts(value)?.start ?? '',
  copied: (value) => readDateParts(value)?.start.replace('T', ' '),
  isTyped: true,
  read: written,
  loadEditor: async () => (await import('./client-editor.tsx')).editDate,
};
