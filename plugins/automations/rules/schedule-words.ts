// When a rule of the clock is due, in words, as far as its five fields are simple ones.
import { languageTag } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule } from '../model.ts';
import { fieldsOfClock, rhythmOf } from './rhythm.ts';

/** A Sunday, which is day 0 of a week. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** Every how many minutes; undefined for anything else, and for steps that are shorter at the end of an hour. */
function stepsOf(expression: string): number | undefined {
  const [minute = '', ...rest] = fieldsOfClock(expression);
  const steps = Number(minute === '*' ? 1 : /^\*\/(\d+)$/.exec(minute)?.[1]);
  return 60 % steps === 0 && rest.every((field) => field === '*') ? steps : undefined;
}

/** The days of a week as a form offers them, from Monday on. */
export function weekdayNames(locale: string, weekday: 'long' | 'short'): { value: number; name: string }[] {
  const name = new Intl.DateTimeFormat(languageTag(locale), { weekday, timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, name: name.format(SUNDAY + value * DAY_MS) }));
}

function daysText(locale: string, days: number[]): string {
  const named = new Map(weekdayNames(locale, 'long').map(({ value, name }) => [value, name]));
  return new Intl.ListFormat(languageTag(locale)).format(days.map((day) => named.get(day) ?? ''));
}

/** "Every Monday at 09:00"; undefined for what has no short name. */
export function scheduleWords(
  { app, locale }: Ctx,
  { cron_expression }: Pick<Rule, 'cron_expression'>,
): string | undefined {
  const t = app.messages.in(locale);
  const expression = cron_expression ?? '';
  const steps = stepsOf(expression);
  if (steps) return t('automations.every.minutes', { count: steps });
  const { name, hour, minute, weekdays, date } = rhythmOf(expression);
  if (!name || name === 'cron') return undefined;
  if (name === 'hour') return minute ? t('automations.every.hour', { minute }) : t('automations.rhythm.hour');
  const at = new Date(SUNDAY + (hour * 60 + minute) * 60_000);
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  const time = new Intl.DateTimeFormat(languageTag(locale), clock).format(at);
  if (name === 'month') return t('automations.every.month', { day: date, time });
  if (name === 'week') return t('automations.every.days', { days: daysText(locale, weekdays), time });
  return t(`automations.every.${name}`, { time });
}

/** "Berlin" of "Europe/Berlin": what people call the zone. */
export const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
