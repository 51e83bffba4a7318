// What people read, in the browser: the server sends its share of the catalogue as a script before all others.
import { formatMessage, formatNumber, type MessageTemplate, type MessageValues } from '../i18n/message-format.ts';

declare global {
  var commonplaceMessages: Record<string, MessageTemplate> | undefined;
  /** set while the server renders an island, where there is no document */
  var commonplaceTranslate: ((key: string, values?: MessageValues) => string) | undefined;
}

/** Language of the page, e.g. `de`. */
export const locale = (): string => (typeof document === 'undefined' ? 'en' : document.documentElement.lang) || 'en';

/** Text of a key `<plugin>.client.<name>`; an unknown key is returned as it is. */
export function t(key: string, values?: MessageValues): string {
  if (globalThis.commonplaceTranslate) return globalThis.commonplaceTranslate(key, values);
  const message = globalThis.commonplaceMessages?.[key];
  return message === undefined ? key : formatMessage(locale(), message, values);
}

export const number = (value: number): string => formatNumber(locale(), value);
