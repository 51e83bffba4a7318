// When a rule of the clock is due: the forms of the specification, and five fields as everybody writes them.
import { Cron } from 'croner';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { instantOf, offsetAt, shownAt } from '../../../core/i18n/time-zone.ts';
import type { Rule } from '../model.ts';

const NAMED: Record<string, string> = { '@hourly': '0 * * * *', '@daily': '0 0 * * *' };

// Every N minutes, a minute of each hour, @hourly, @daily, or all five fields. Throws an Error that names the rule.
export function clockFields(expression: string): string {
  const text = expression.trim().replace(/\s+/g, ' ');
  const named = NAMED[text];
  if (named) return named;
  const every = /^\*\/(\d{1,2})$/.exec(text)?.[1];
  if (every) {
    if (Number(every) < 1 || Number(every) > 59) throw new Error('must be */N with N from 1 to 59');
    return `*/${Number(every)} * * * *`;
  }
  if (/^\d{1,2}$/.test(text)) {
    if (Number(text) > 59) throw new Error('must be a minute from 0 to 59');
    return `${Number(text)} * * * *`;
  }
  if (text.split(' ').length !== 5)
    throw new Error('must be */N, a minute, @hourly, @daily, or five fields such as 30 8 * * 1-5');
  return text;
}

/** Of every hour, by whatever name clocks call it: such times are as many as the hours that pass. */
const isOfEveryHour = (fields: string): boolean => /^\S+ (\*|\*\/1) /.test(fields);

/** When clocks first show a time, given as if it were UTC; one that is left out comes when the next does that is not. */
function firstInstant(zone: string, shown: number): number {
  let late = instantOf(zone, shown);
  if (shownAt(zone, late) === shown) return late;
  // Between this and `late` the clocks are put forward.
  let early = late - DAY;
  const after = offsetAt(zone, late);
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (offsetAt(zone, middle) === after) late = middle;
    else early = middle;
  }
  return late;
}

/** By what clocks show: a time that comes twice is due once. Undefined: never. */
function nextShown(fields: string, zone: string, now: number): number | undefined {
  const cron = new Cron(fields, { timezone: 'UTC' });
  for (let shown = shownAt(zone, now); ; ) {
    const next = cron.nextRun(new Date(shown));
    if (!next) return undefined;
    const instant = firstInstant(zone, next.getTime());
    if (instant > now) return instant;
    shown = next.getTime();
  }
}

/**
 * The first time after `now` at which an expression is due, ISO 8601.
 * @throws Error for an expression that cannot be read or is never due
 */
export function nextTime(expression: string, timezone: string, now: string): string {
  const fields = clockFields(expression);
  let next: number | undefined;
  try {
    next = isOfEveryHour(fields)
      ? new Cron(fields, { timezone }).nextRun(new Date(now))?.getTime()
      : nextShown(fields, timezone, Date.parse(now));
  } catch {
    throw new Error('must be */N, a minute, @hourly, @daily, or five fields such as 30 8 * * 1-5');
  }
  if (next === undefined) throw new Error('is never due');
  return new Date(next).toISOString();
}

/** Null for a rule that the clock does not start. */
export const nextSlot = (
  { trigger_type, cron_expression, timezone }: Pick<Rule, 'trigger_type' | 'cron_expression' | 'timezone'>,
  now: string,
): string | null => (trigger_type === 'cron' ? nextTime(cron_expression, timezone, now) : null);
