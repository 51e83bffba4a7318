// When a rule of the clock is due: the forms of the specification, and five fields as everybody writes them.
import { Cron } from 'croner';
import type { Rule } from '../model.ts';

const NAMED: Record<string, string> = { '@hourly': '0 * * * *', '@daily': '0 0 * * *' };

// Every N minutes, a minute of each hour, @hourly, @daily, or all five fields. Throws an Error that names the rule.
function fieldsOf(expression: string): string {
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

/**
 * The first time after `now` at which an expression is due, ISO 8601.
 * @throws Error for an expression that cannot be read or is never due
 */
export function nextTime(expression: string, timezone: string, now: string): string {
  const fields = fieldsOf(expression);
  let next: Date | null;
  try {
    next = new Cron(fields, { timezone }).nextRun(new Date(now));
  } catch {
    throw new Error('must be */N, a minute, @hourly, @daily, or five fields such as 30 8 * * 1-5');
  }
  if (!next) throw new Error('is never due');
  return next.toISOString();
}

/** Null for a rule that the clock does not start. */
export const nextSlot = (
  { trigger_type, cron_expression, timezone }: Pick<Rule, 'trigger_type' | 'cron_expression' | 'timezone'>,
  now: string,
): string | null => (trigger_type === 'cron' ? nextTime(cron_expression, timezone, now) : null);
