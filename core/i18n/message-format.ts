// Turns one message of a catalogue into text; the same function runs on the server and in the browser.

/** A text, or one text for each plural category of `count`, e.g. `{ "one": "{count} page", "other": "{count} pages" }`. */
export type MessageTemplate = string | Partial<Record<Intl.LDMLPluralRule, string>>;

export type MessageValues = Record<string, string | number>;

/** By locale; making either costs more than all else that a page does. */
const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(cache: Map<string, T>, locale: string, make: () => T): T {
  const known = cache.get(locale);
  if (known) return known;
  const made = make();
  cache.set(locale, made);
  return made;
}

export const formatNumber = (locale: string, value: number): string =>
  kept(numbers, locale, () => new Intl.NumberFormat(locale)).format(value);

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** e.g. `1.2 MB` in the reader's language */
export function bytesText(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3) - 1);
  const options = { style: 'unit', unit: UNITS[step], unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** (step + 1));
}

/** `{name}` becomes the value of that name; numbers are written as the locale writes them. */
export function formatMessage(locale: string, message: MessageTemplate, values: MessageValues = {}): string {
  const text = typeof message === 'string' ? message : pluralForm(locale, message, Number(values.count));
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatNumber(locale, value) : value;
  });
}

function pluralForm(locale: string, forms: Exclude<MessageTemplate, string>, count: number): string {
  const rule = kept(plurals, locale, () => new Intl.PluralRules(locale)).select(count);
  return forms[rule] ?? forms.other ?? '';
}
