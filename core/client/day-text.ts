// Days as people read them.
import { locale } from './messages.ts';

/** English dates are British, as the server writes them. */
export const dateLocale = (): string => (locale() === 'en' ? 'en-GB' : locale());

/** A day as the reader's language writes it. */
export const dayLabel = (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string =>
  new Intl.DateTimeFormat(dateLocale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
