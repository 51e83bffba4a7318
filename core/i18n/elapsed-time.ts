// How long ago something was, in words: the same on the server and in the browser, where a page stays open.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** By language: making one costs more than the rest of a list. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

/** What the partial `moment` shows. */
export interface ShownMoment {
  iso: string;
  /** how long ago, or the date */
  ago: string;
  exact: string;
}

/**
 * E.g. "5 minutes ago", "yesterday"; undefined after a week, when the date says more.
 * @param age milliseconds
 * @param justNow what is said of less than a minute
 */
export function elapsedText(locale: string, age: number, justNow: string): string | undefined {
  if (age > 7 * DAY) return undefined;
  if (age < MINUTE) return justNow;
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  formats.set(locale, format);
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), 'minute');
  return age < DAY ? format.format(-Math.floor(age / HOUR), 'hour') : format.format(-Math.floor(age / DAY), 'day');
}
