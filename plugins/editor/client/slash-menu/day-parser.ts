// Days that a word behind an at sign may mean.
import { dayFromNow, type NamedDay, writtenDay } from '../../../../core/client/date-words.ts';
import { dayLabel } from '../../../../core/client/day-text.ts';
import { t } from '../../../../core/client/messages.ts';

/** Days that a typed word may mean, best first; without a word today, tomorrow and next week. */
export function daysFor(query: string): NamedDay[] {
  const typed = writtenDay(query);
  const named = [
    { label: t('editor.today'), day: dayFromNow(0) },
    { label: t('editor.tomorrow'), day: dayFromNow(1) },
    { label: t('editor.yesterday'), day: dayFromNow(-1) },
    { label: t('editor.next_week'), day: dayFromNow(7) },
  ];
  const fitting = named.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
  return typed && !fitting.length ? [{ label: dayLabel(typed), day: typed }] : fitting;
}
