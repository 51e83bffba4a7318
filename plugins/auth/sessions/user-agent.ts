// Says in words which browser and system a session belongs to, from the little that User-Agent reliably tells.
import type { Translate } from '../../../core/i18n/messages.ts';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

const deviceParts = (userAgent: string): { browser?: string; system?: string } => ({
  browser: first(browsers, userAgent),
  system: first(systems, userAgent),
});

export function describeUserAgent(userAgent: string): string {
  const { browser, system } = deviceParts(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** The same in the language of whoever reads it. */
export function deviceText(t: Translate, userAgent: string): string {
  const { browser, system } = deviceParts(userAgent);
  if (browser && system) return t('auth.device.both', { browser, system });
  return browser ?? system ?? t('auth.device.unknown');
}
