// Points in time as a list shows them: how long ago while it is near, the date when it is not, in the reader's zone.

import { type Ctx, zoneOf } from '../kernel/context.ts';
import { languageTag, momentText } from './date-format.ts';
import { elapsedText, type ShownMoment } from './elapsed-time.ts';

/** By language and zone; making one costs more than the rest of a list. */
const dates = new Map<string, Intl.DateTimeFormat>();
const hours = new Map<string, Intl.DateTimeFormat>();

function kept(cache: typeof dates, key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const found = cache.get(key) ?? make();
  cache.set(key, found);
  return found;
}

/** `at` is ISO 8601; e.g. "just now", "5 minutes ago", "yesterday", "3 Nov 2026". */
export function agoText(ctx: Ctx, at: string): string {
  const justNow = ctx.app.messages.text(ctx.locale, 'core.client.just_now');
  const elapsed = elapsedText(ctx.locale, Math.max(0, Date.parse(ctx.now()) - Date.parse(at)), justNow);
  if (elapsed !== undefined) return elapsed;
  const timeZone = zoneOf(ctx);
  const make = () => new Intl.DateTimeFormat(languageTag(ctx.locale), { dateStyle: 'medium', timeZone });
  return kept(dates, `${ctx.locale} ${timeZone}`, make).format(new Date(at));
}

/** How long ago, and the moment itself to whoever points at it. */
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
