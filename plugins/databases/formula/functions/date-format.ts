// Writes dates by a pattern, with the names of months and days of any language.
import { civilOf, DAY, weekdayOf, weekOf } from '../../../../core/i18n/calendar-date.ts';
import { LruCache } from '../../../../core/kernel/lru-cache.ts';
import { FormulaError } from '../errors.ts';
import type { ClockTime } from './units.ts';

const NAMES_MAX = 200;
const names = new LruCache<Intl.DateTimeFormat>(NAMES_MAX);
const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|d|HH|H|hh|h|mm|m|ss|s|A|a|Q|WW|W/g;

/** @throws FormulaError */
export function requireLanguage(language: string): void {
  // Without extensions, by which one could ask for other calendars and digits.
  if (!/^[a-z]{2,3}(-[A-Za-z]{2,4}){0,2}$/.test(language)) throw new FormulaError('language', { found: language });
}

function nameOf(day: number, language: string, part: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(part)}`;
  const make = () => new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC', calendar: 'gregory' });
  return names.getOrCreate(key, make).format(day * DAY);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `[text]` in the pattern stands for itself, as does all that is no part of a date. */
export function formatByPattern(pattern: string, { day, time }: ClockTime, language: string): string {
  const { year, month, day: ofMonth } = civilOf(day);
  const hour = Math.floor(time / 3_600_000);
  const parts: Record<string, () => string> = {
    YYYY: () => String(year).padStart(4, '0'),
    YY: () => two(year % 100),
    MMMM: () => nameOf(day, language, { month: 'long' }),
    MMM: () => nameOf(day, language, { month: 'short' }),
    MM: () => two(month),
    M: () => String(month),
    DD: () => two(ofMonth),
    D: () => String(ofMonth),
    dddd: () => nameOf(day, language, { weekday: 'long' }),
    ddd: () => nameOf(day, language, { weekday: 'short' }),
    d: () => String(weekdayOf(day)),
    HH: () => two(hour),
    H: () => String(hour),
    hh: () => two(hour % 12 || 12),
    h: () => String(hour % 12 || 12),
    mm: () => two(Math.floor(time / 60_000) % 60),
    m: () => String(Math.floor(time / 60_000) % 60),
    ss: () => two(Math.floor(time / 1000) % 60),
    s: () => String(Math.floor(time / 1000) % 60),
    A: () => (hour < 12 ? 'AM' : 'PM'),
    a: () => (hour < 12 ? 'am' : 'pm'),
    Q: () => String(Math.ceil(month / 3)),
    WW: () => two(weekOf(day)),
    W: () => String(weekOf(day)),
  };
  return pattern.replace(TOKEN, (token, literal?: string) => literal ?? parts[token]?.() ?? token);
}
