// When a rule of the clock is due, in words, as far as its five fields are simple ones.
import { languageTag } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule } from '../model.ts';
import { clockFields } from './schedule.ts';

/** A Sunday, which is day 0 of a week. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
const WORKDAYS = '1-5';

function fieldList(expression: string): string[] {
  try {
    return clockFields(expression).split(' ');
  } catch {
    return [];
  }
}

const isNumber = (field: string): boolean => /^\d{1,2}$/.test(field);

function daysText(tag: string, days: string): string {
  const name = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const names = days.split(',').map((day) => name.format(SUNDAY + (Number(day) % 7) * DAY_MS));
  return new Intl.ListFormat(tag).format(names);
}

/** "Every Monday at 09:00"; undefined for what has no short name. */
export function scheduleWords(
  { app, locale }: Ctx,
  { cron_expression }: Pick<Rule, 'cron_expression'>,
): string | undefined {
  const [minute = '', hour = '', date = '', month = '', days = ''] = fieldList(cron_expression ?? '');
  const t = app.messages.in(locale);
  const isAnyDay = date === '*' && month === '*' && days === '*';
  const steps = Number(minute === '*' ? 1 : /^\*\/(\d+)$/.exec(minute)?.[1]);
  // Steps that do not end with the hour are shorter at its end.
  if (hour === '*' && isAnyDay && 60 % steps === 0) return t('automations.every.minutes', { count: steps });
  if (!isNumber(minute) || (hour !== '*' && !isNumber(hour))) return undefined;
  if (hour === '*') return isAnyDay ? t('automations.every.hour', { minute: Number(minute) }) : undefined;
  const tag = languageTag(locale);
  const at = new Date(SUNDAY + (Number(hour) * 60 + Number(minute)) * 60_000);
  const time = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(at);
  if (isAnyDay) return t('automations.every.day', { time });
  if (month !== '*') return undefined;
  if (days === '*') return isNumber(date) ? t('automations.every.month', { day: Number(date), time }) : undefined;
  if (date !== '*') return undefined;
  if (days === WORKDAYS) return t('automations.every.workday', { time });
  return /^[0-7](,[0-7])*$/.test(days) ? t('automations.every.days', { days: daysText(tag, days), time }) : undefined;
}
