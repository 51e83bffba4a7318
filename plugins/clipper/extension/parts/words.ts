// What the extension says, in the language of the browser.
import { browser } from './browser-api.ts';

/** `t('clipper.extension.save')`; what stands in braces is put in here. */
export function translate(key: string, values: Record<string, string | number> = {}): string {
  const text = browser().i18n.getMessage(key.slice('clipper.extension.'.length));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** "3 weeks ago", as the browser says it. */
export function since(moment: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1000);
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ...([
      ['year', 31_536_000],
      ['month', 2_592_000],
      ['week', 604_800],
    ] as [Intl.RelativeTimeFormatUnit, number][]),
    ...([
      ['day', 86_400],
      ['hour', 3600],
      ['minute', 60],
    ] as [Intl.RelativeTimeFormatUnit, number][]),
  ];
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(browser().i18n.getUILanguage(), { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  );
}
