// What waits for somebody, as the start page shows it first: rows that they have to do, and what they were told.
import { readDay } from '../../core/i18n/calendar-date.ts';
import { dateText, languageTag } from '../../core/i18n/date-format.ts';
import { shownMoment } from '../../core/i18n/relative-time.ts';
import { shownAt } from '../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../core/kernel/context.ts';
import { databases } from '../databases/contract.ts';
import { notifications } from '../notifications/contract.ts';

/** More is found where it lies. */
const [DUTIES, NOTICES] = [6, 4];

/** The day of a row in words, and how it stands to today. */
function dueOf(ctx: Ctx, due: string | null) {
  if (due === null) return null;
  const here = (at: number) => new Date(shownAt(zoneOf(ctx), at)).toISOString().slice(0, 10);
  const day = due.endsWith('Z') ? here(Date.parse(due)) : due.slice(0, 10);
  const away = (readDay(day) ?? 0) - (readDay(here(Date.parse(ctx.now()))) ?? 0);
  const near = new Intl.RelativeTimeFormat(languageTag(ctx.locale), { numeric: 'auto' });
  const words = Math.abs(away) <= 1 ? near.format(away, 'day') : dateText(ctx.locale, day);
  return { day, words, tone: away < 0 ? 'late' : away === 0 ? 'today' : '' };
}

export async function homeDuties(ctx: Ctx) {
  const [rows, told] = await Promise.all([
    ctx.use(databases).assigned(ctx, DUTIES),
    ctx.use(notifications).unread(ctx, NOTICES),
  ]);
  return {
    duties: rows.map((row) => ({ ...row, due: dueOf(ctx, row.due) })),
    unread: told.total,
    notices: told.items.map((one) => ({ ...one, moment: shownMoment(ctx, one.created_at) })),
  };
}
