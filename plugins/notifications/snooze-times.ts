// The moments that people put a notification aside until: later today, tomorrow morning, and the morning of next Monday.
import { DAY, weekdayOf } from '../../core/i18n/calendar-date.ts';
import { momentText } from '../../core/i18n/date-format.ts';
import { instantOf, shownAt } from '../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../core/kernel/context.ts';

const HOUR = 3_600_000;
const LATER = 3 * HOUR;
const MORNING = 9 * HOUR;

export interface SnoozeTime {
  key: 'later' | 'tomorrow' | 'week';
  /** ISO 8601 */
  until: string;
  /** as the reader writes it */
  text: string;
}

export function snoozeTimes(ctx: Ctx): SnoozeTime[] {
  const now = Date.parse(ctx.now());
  const zone = zoneOf(ctx);
  const today = Math.floor(shownAt(zone, now) / DAY);
  const monday = today + 8 - weekdayOf(today);
  const times = [
    ['later', now + LATER],
    ['tomorrow', instantOf(zone, (today + 1) * DAY + MORNING)],
    ['week', instantOf(zone, monday * DAY + MORNING)],
  ] as const;
  return times.map(([key, at]) => {
    const until = new Date(at).toISOString();
    return { key, until, text: momentText(ctx, until) };
  });
}
