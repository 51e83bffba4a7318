// Calendar days as people read them.
import { locale } from '../../../../core/client/messages.ts';

export const dateLanguage = (): string => (locale() === 'en' ? 'en-GB' : locale());

/** A day as the reader's language writes it; English ones are British, as on all pages. */
export function dayLabel(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(dateLanguage(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at);
}
