// Calendar days as people write them; a day is `YYYY-MM-DD` and knows no time zone.
import { t } from '../../../../core/client/messages.ts';
import { dateLanguage, dayLabel } from './day-text.ts';

/** The day of a moment where the reader is. */
export function localIsoDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

export const dayFromNow = (days: number): string => {
  const now = new Date();
  return localIsoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12));
};

const exists = (year: number, month: number, day: number): string | null => {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year > 999 && year < 10_000
    ? at.toJSON().slice(0, 10)
    : null;
};

/** A text begins a month's name from three letters on. */
const MONTH_LETTERS = 3;

/** 1 to 12; 0 for no name of a month in the reader's language. */
function monthNamed(text: string): number {
  if (text.length < MONTH_LETTERS) return 0;
  const write = new Intl.DateTimeFormat(dateLanguage(), { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_none, month) => write.format(Date.UTC(2000, month, 15)).toLowerCase());
  return names.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;
}

/** The next day of a weekday whose name is begun. */
export function weekdaysFor(query: string): NamedDay[] {
  if (query.length < 2) return [];
  const write = new Intl.DateTimeFormat(dateLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7]
    .map(dayFromNow)
    .map((day) => ({ label: write.format(Date.parse(`${day}T12:00:00Z`)), day }))
    .filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
}

/**
 * The day that a text names: `2026-11-20`, `20.11.2026`, `20/11/2026`, `20.11.`, `20 nov`, `November 20 2026`; null for
 * anything else.
 */
export function parseDay(text: string, thisYear = new Date().getFullYear()): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return exists(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const written = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?$/.exec(text);
  if (written) return exists(Number(written[3] ?? thisYear), Number(written[2]), Number(written[1]));
  const [, first, monthAfter, monthBefore, second, year] =
    /^(?:(\d{1,2})\.? +(\p{L}+)|(\p{L}+) +(\d{1,2}))\.?,?(?: +(\d{4}))?$/u.exec(text.trim()) ?? [];
  const month = monthNamed(monthAfter ?? monthBefore ?? '');
  return month ? exists(Number(year ?? thisYear), month, Number(first ?? second)) : null;
}

export interface NamedDay {
  label: string;
  day: string;
}

/** Days that a typed word may mean, best first; without a word today, tomorrow and next week. */
export function daysFor(query: string): NamedDay[] {
  const typed = parseDay(query);
  const named = [
    { label: t('editor.today'), day: dayFromNow(0) },
    { label: t('editor.tomorrow'), day: dayFromNow(1) },
    { label: t('editor.yesterday'), day: dayFromNow(-1) },
    { label: t('editor.next_week'), day: dayFromNow(7) },
  ];
  const fitting = named.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
  return typed ? [{ label: dayLabel(typed), day: typed }] : fitting;
}
