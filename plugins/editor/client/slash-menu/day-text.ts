// Calendar days as people read them.
import { locale } from '../../../../core/client/messages.ts';

export const languageOf = (): string => (locale() === 'en' ? 'en-GB' : locale());

/** A day as the reader's language writes it; English ones are British, as on all pages. */
export function dayText(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(languageOf(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at);
}
