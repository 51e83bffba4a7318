// What the extension says, in the language of the browser.
import { browser } from './browser-api.ts';

let lines: string[] | undefined;

/**
 * `translate('clipper.extension.save')`; what stands in braces is put in here. The archive of the extension has all that
 * its scripts say as lines of one message, and the number of a line in place of each key.
 */
export function translate(key: string, values: Record<string, string | number> = {}): string {
  lines ??= browser().i18n.getMessage('words').split('\n');
  return (lines[Number(key)] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
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
