// Points in time as a list shows them: how long ago while it is near, the date when it is not, in the reader's zone.

import { type Ctx, zoneOf } from '../kernel/context.ts';
import { languageTag, momentText } from './date-format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** By language, and language and zone; making one costs more than the rest of a list. */
const relative = new Map<string, Intl.RelativeTimeFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const hours = new Map<string, Intl.DateTimeFormat>();

function kept<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const found = cache.get(key) ?? make();
  cache.set(key, found);
  return found;
}

/** `at` is ISO 8601; e.g. "now", "5 minutes ago", "yesterday", "3 Nov 2026". */
export function agoText(ctx: Ctx, at: string): string {
  const age = Math.max(0, Date.parse(ctx.now()) - Date.parse(at));
  if (age > 7 * DAY) {
    const timeZone = zoneOf(ctx);
    const make = () => new Intl.DateTimeFormat(languageTag(ctx.locale), { dateStyle: 'medium', timeZone });
    return kept(dates, `${ctx.locale} ${timeZone}`, make).format(new Date(at));
  }
  const format = kept(relative, ctx.locale, () => new Intl.RelativeTimeFormat(ctx.locale, { numeric: 'auto' }));
  if (age < MINUTE) return format.format(0, 'second');
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), 'minute');
  return age < DAY ? format.format(-Math.floor(age / HOUR), 'hour') : format.format(-Math.floor(age / DAY), 'day');
}

export interface ShownMoment {
  iso: string;
  /** how long ago, or the date */
  ago: string;
  exact: string;
}

/** What the partial `moment` shows: how long ago, and the moment itself to whoever points at it. */
export const shownMoment = (ctx: Ctx, iso: string): ShownMoment => ({
  ...{ iso, ago: agoText(ctx, iso), exact: momentText(ctx, iso) },
});

/** The part of the day where the reader is. */
export function partOfDay(ctx: Ctx): 'morning' | 'day' | 'evening' | 'night' {
  const timeZone = zoneOf(ctx);
  const make = () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const hour = Number(kept(hours, timeZone, make).format(new Date(ctx.now())));
  if (hour < 5 || hour >= 22) return 'night';
  if (hour < 11) return 'morning';
  return hour < 18 ? 'day' : 'evening';
}
