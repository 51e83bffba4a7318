// How long something takes, in the browser: hours, minutes and seconds.
import { t } from '../../../../../core/client/messages.ts';
import { editText } from '../../../client/database/editors/text.ts';
import { padded, unreadableAs } from '../../../client/database/value-parts.ts';
import { clientNumberBase } from '../bases/client-number.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

export const durationClient: ClientPropertyType = {
  ...clientNumberBase,
  icon: 'history',
  rules: ['required', 'unique', 'min', 'max'],
  text(value) {
    const seconds = Number(value);
    return `${padded(seconds / 3600)}:${padded((seconds / 60) % 60)}:${padded(seconds % 60)}`;
  },
  /** one number alone is minutes */
  read(words) {
    const parts = words.split(':').map(Number);
    if (parts.length > 3 || parts.some((part) => !Number.isFinite(part) || part < 0)) throw unreadableAs('duration');
    if (parts.length === 1) return (parts[0] as number) * 60;
    const [hours = 0, minutes = 0, seconds = 0] = parts;
    return hours * 3600 + minutes * 60 + seconds;
  },
  edit: (editing) => editText(editing, durationClient, { hint: t('databases.view.duration_hint') }),
};
