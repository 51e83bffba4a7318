// Calendar days as people write and read them; a day is `YYYY-MM-DD` and knows no time zone.
import { locale, t } from '../../../../core/client/messages.ts';

/** The day of a moment where the reader is. */
export function dayOf(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

export const inDays = (days: number): string => {
  const now = new Date();
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12));
};

/** A day as the reader's language writes it; English ones are British, as on all pages. */
export function dayText(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(locale() === 'en' ? 'en-GB' : locale(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at);
}

const exists = (year: number, month: number, day: number): string | null => {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year > 999 && year < 10_000
    ? at.toJSON().slice(0, 10)
    : null;
};

/** The day that a text names: `2026-11-20`, `20.11.2026`, `20/11/2026`, `20.11.`; null for anything else. */
export function readDay(text: string, thisYear = new Date().getFullYear()): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return exists(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const written = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?$/.exec(text);
  return written ? exists(Number(written[3] ?? thisYear), Number(written[2]), Number(written[1])) : null;
}

export interface NamedDay {
  label: string;
  day: string;
}

/** Days that a typed word may mean, best first; without a word today, tomorrow and next week. */
export function daysFor(query: string): NamedDay[] {
  const typed = readDay(query);
  const named = [
    { label: t('pages.editor.today'), day: inDays(0) },
    { label: t('pages.editor.tomorrow'), day: inDays(1) },
    { label: t('pages.editor.yesterday'), day: inDays(-1) },
    { label: t('pages.editor.next_week'), day: inDays(7) },
  ];
  const fitting = named.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
  return typed ? [{ label: dayText(typed), day: typed }] : fitting;
}
