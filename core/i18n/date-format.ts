// Points in time as pages show them to a person: in their language and time zone, UTC for those who chose none.
import { type Ctx, zoneOf } from '../kernel/context.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { spanBetween } from './date-span.ts';
import { instantOf } from './time-zone.ts';

/** By language and time zone; kept, because making one costs more than all queries of a page. */
const FORMATS_MAX = 1000;
const formats = new LruCache<Intl.DateTimeFormat>(FORMATS_MAX);

/** Texts by language, time zone and moment: writing one takes as long as a query. */
const texts = new LruCache<string>(1_000_000, () => 100);

/** English dates are British: day before month, and no comma game with AM and PM. */
export const languageTag = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

/** `at` is ISO 8601; e.g. "20 Nov 2026, 10:04" in English. */
export function momentText(ctx: Ctx, at: string): string {
  const timeZone = zoneOf(ctx);
  const key = `${ctx.locale} ${timeZone} ${at}`;
  return texts.getOrCreate(key, () => formatOf(ctx.locale, timeZone).format(new Date(at)));
}

/** The day alone, e.g. "Friday, 20 November 2026". */
export const dayText = (ctx: Ctx, at: string): string =>
  formatOf(ctx.locale, zoneOf(ctx), { dateStyle: 'full' }).format(new Date(at));

/** The same, short: "20 Nov 2026". */
export const shortDayText = (ctx: Ctx, at: string): string =>
  formatOf(ctx.locale, zoneOf(ctx), { dateStyle: 'medium' }).format(new Date(at));

/** The time of day alone, e.g. "10:04". */
export const clockText = (ctx: Ctx, at: string): string =>
  formatOf(ctx.locale, zoneOf(ctx), { timeStyle: 'short' }).format(new Date(at));

/** A day, or a time that names no zone, as it is: `2026-11-20` is "20 Nov 2026" for everybody. */
export function plainText(ctx: Ctx, text: string): string {
  const hasTime = text.includes('T');
  const style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', ...(hasTime && { timeStyle: 'short' }) };
  return formatOf(ctx.locale, 'UTC', style).format(new Date(hasTime ? `${text}Z` : `${text}T00:00:00Z`));
}

/** From one to the other, each as `momentText` or `plainText` write it: "4 – 16 Nov 2026". */
export function momentRangeText(ctx: Ctx, from: string, to: string): string {
  const kindOf = (text: string) => (text.endsWith('Z') ? 'moment' : text.includes('T') ? 'time' : 'day');
  const kind = kindOf(from);
  const said = (text: string) => (kindOf(text) === 'moment' ? momentText(ctx, text) : plainText(ctx, text));
  if (kind !== kindOf(to)) return `${said(from)} – ${said(to)}`;
  const timeZone = kind === 'moment' ? zoneOf(ctx) : 'UTC';
  const style = kind === 'day' ? ({ dateStyle: 'medium' } as const) : undefined;
  const pointOf = (text: string) =>
    new Date(kind === 'day' ? `${text}T00:00:00Z` : kind === 'time' ? `${text}Z` : text);
  return spanBetween(formatOf(ctx.locale, timeZone, style), pointOf(from), pointOf(to));
}

/** A day that has no time, such as `2026-11-20`: "20 Nov 2026" in English. */
export const dateText = (locale: string, day: string): string =>
  texts.getOrCreate(`${locale} ${day}`, () => formatOf(locale, 'UTC', { dateStyle: 'medium' }).format(new Date(day)));

function formatOf(
  locale: string,
  timeZone: string,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style.dateStyle} ${style.timeStyle}`;
  return formats.getOrCreate(key, () => new Intl.DateTimeFormat(languageTag(locale), { ...style, timeZone }));
}

/** When a day such as `2026-11-20` begins where the reader is, or that day so many milliseconds `later`. */
export const beginOf = (ctx: Ctx, day: string, later = 0): string =>
  new Date(instantOf(zoneOf(ctx), Date.parse(day) + later)).toISOString();
