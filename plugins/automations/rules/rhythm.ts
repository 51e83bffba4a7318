// The schedules that people know by name, and the five fields of a clock that they stand for.
import { clockFields } from './schedule.ts';

export const RHYTHMS = ['hour', 'day', 'workday', 'week', 'month', 'cron'] as const;
export type RhythmName = (typeof RHYTHMS)[number];

export interface Rhythm {
  /** `cron` for all that the others do not say; empty where nothing is chosen yet */
  name: RhythmName | '';
  hour: number;
  minute: number;
  /** of a week, 0 is Sunday */
  weekdays: number[];
  /** of a month */
  date: number;
}

const WORKDAYS = '1-5';
/** What the fields of a form begin with. */
const START: Rhythm = { name: '', hour: 9, minute: 0, weekdays: [1], date: 1 };

const isNumber = (field: string): boolean => /^\d{1,2}$/.test(field);

/** The five fields; empty for what cannot be read. */
export function fieldsOfClock(expression: string): string[] {
  try {
    return clockFields(expression).split(' ');
  } catch {
    return [];
  }
}

export function rhythmOf(expression: string): Rhythm {
  const [minute = '', hour = '', date = '', month = '', days = ''] = fieldsOfClock(expression);
  const other: Rhythm = { ...START, name: expression.trim() ? 'cron' : '' };
  const isHourly = hour === '*';
  if (month !== '*' || !isNumber(minute) || !(isHourly || isNumber(hour))) return other;
  const at = { ...START, minute: Number(minute), ...(isHourly ? {} : { hour: Number(hour) }) };
  const isAnyDay = date === '*' && days === '*';
  if (isHourly) return isAnyDay ? { ...at, name: 'hour' } : other;
  if (isAnyDay) return { ...at, name: 'day' };
  if (days === '*') return isNumber(date) ? { ...at, name: 'month', date: Number(date) } : other;
  if (date !== '*') return other;
  if (days === WORKDAYS) return { ...at, name: 'workday' };
  if (!/^[0-7](,[0-7])*$/.test(days)) return other;
  return { ...at, name: 'week', weekdays: days.split(',').map((day) => Number(day) % 7) };
}

/** What a rule has of it; empty while it says nothing yet. Own expressions are written by people. */
export function cronOfRhythm({ name, hour, minute, weekdays, date }: Rhythm): string {
  if (name === 'hour') return `${minute} * * * *`;
  if (name === 'day') return `${minute} ${hour} * * *`;
  if (name === 'workday') return `${minute} ${hour} * * ${WORKDAYS}`;
  if (name === 'month') return `${minute} ${hour} ${date} * *`;
  return name === 'week' && weekdays.length ? `${minute} ${hour} * * ${weekdays.join(',')}` : '';
}
