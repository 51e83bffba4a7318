// What is said of a sprint: its days, how many of them are left, how much of it is done, and which one comes first in a list.
import { readDay } from '../../../core/i18n/calendar-date.ts';
import { languageTag } from '../../../core/i18n/date-format.ts';
import { formatNumber } from '../../../core/i18n/message-format.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { dayInZone } from '../calendar/zoned-dates.ts';
import type { SprintReport } from './report.ts';
import type { Sprint } from './store.ts';

/** From the first day to the last: "23 Nov – 4 Dec 2026". */
export function daysText({ locale }: Ctx, { starts_on, ends_on }: Sprint): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageTag(locale), style).formatRange(new Date(starts_on), new Date(ends_on));
}

/** "4 days left" of one that goes on, "starts in 2 days" of one to come; nothing of what is over. */
export function daysLeftText(ctx: Ctx, { state, starts_on, ends_on }: Sprint): string {
  const today = readDay(dayInZone(ctx.now(), zoneOf(ctx))) as number;
  const [toStart, toEnd] = [starts_on, ends_on].map((day) => (readDay(day) as number) - today) as [number, number];
  const t = ctx.app.messages.in(ctx.locale);
  if (state === 'planned') return toStart > 0 ? t('databases.sprints.starts_in', { count: toStart }) : '';
  if (state === 'completed') return '';
  return toEnd < 0
    ? t('databases.sprints.days_over', { count: -toEnd })
    : t('databases.sprints.days_left', { count: toEnd + 1 });
}

/** How much is done, in points where its rows have some. */
export function sumText(ctx: Ctx, { sprint, done, total }: SprintReport): string {
  const key = sprint.points_property_id === null ? 'databases.sprints.sum_rows' : 'databases.sprints.sum';
  return ctx.app.messages.in(ctx.locale)(key, {
    ...{ count: total, done: formatNumber(ctx.locale, done), total: formatNumber(ctx.locale, total) },
  });
}

const ORDER: Sprint['state'][] = ['active', 'planned', 'completed'];

/** What goes on comes first, then what begins next, then what ended last. */
export const listedSprints = (sprints: Sprint[]): Sprint[] =>
  ORDER.flatMap((state) => {
    const some = sprints.filter((one) => one.state === state);
    return state === 'planned' ? some.reverse() : some;
  });
