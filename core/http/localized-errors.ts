// Reasons why something was refused, in the reader's language: code states them in English, the catalogue says them again.
import { DEFAULT_LOCALE, type Messages } from '../i18n/messages.ts';

/** What joi says by itself, which is no sentence for people. */
const plain: [RegExp, string][] = [
  [/^(is required|is not allowed to be empty|Field required)$/, 'core.fault.missing'],
  [/^must be a valid email$/, 'core.fault.email'],
  [/^length must be less than or equal to (?<most>\d+)/, 'core.fault.too_long'],
  [/^length must be at least (?<least>\d+)/, 'core.fault.too_short'],
  [/^must be one of /, 'core.fault.choice'],
  [/^with value .* fails to match the required pattern/s, 'core.fault.pattern'],
  [/^must be greater than or equal to (?<least>[-\d.]+)/, 'core.fault.least'],
  [/^must be less than or equal to (?<most>[-\d.]+)/, 'core.fault.most'],
  [/^must be (a number|an integer|a safe number)$/, 'core.fault.number'],
];

/**
 * `reason` as code wrote it, e.g. `must be an IANA time zone name`: a message `<plugin>.fault.<name>` with this English text is
 * said in the language of the reader, anything else stays as it is.
 */
export function faultText(messages: Messages, locale: string, reason: string): string {
  for (const [pattern, key] of plain) {
    const found = pattern.exec(reason);
    if (found) return messages.text(locale, key, { ...found.groups });
  }
  return locale === DEFAULT_LOCALE ? reason : messages.again(locale, reason);
}
