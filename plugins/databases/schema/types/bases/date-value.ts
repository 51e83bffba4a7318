// Days and times as properties keep them, and the moments and days that they stand for.
import { dayInZone, localToUtc } from '../../../calendar/zoned-dates.ts';
import { ValueFault, wrongType } from '../property-type.ts';

/** A day `2026-11-20`, a local time `2026-11-20T09:00:00` of `timezone`, or a moment in UTC ending in Z. */
export interface DateValue {
  start: string;
  end: string | null;
  timezone: string | null;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

export function isDay(text: string): boolean {
  const found = DAY.exec(text);
  if (!found || found[1] === '0000') return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const isMoment = (text: string): boolean => {
  const found = TIME.exec(text);
  return found !== null && isDay(found[1] as string);
};

/** One end as it is kept. @throws ValueFault */
export function readMoment(text: unknown, zone: string | null): string {
  if (typeof text !== 'string') throw wrongType('a date such as 2026-11-20 or 2026-11-20T09:00:00');
  if (isDay(text)) return text;
  if (!isMoment(text))
    throw new ValueFault('type', 'must be a date that exists, such as 2026-11-20 or 2026-11-20T09:00:00');
  const [, day, hour, minute, second = '00', offset] = TIME.exec(text) as unknown as string[];
  if (offset) {
    const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
    const year = at.getUTCFullYear();
    if (year < 1 || year > 9999) throw new ValueFault('range', 'must be in a year from 1 to 9999');
    return at.toISOString();
  }
  const local = `${day}T${hour}:${minute}:${second}`;
  return zone ? local : `${local}.000Z`;
}

/** The moment in UTC that one end stands for; a day is its midnight there, so that days stay in order. */
export const dateMoment = (text: string, zone: string | null): string => {
  if (isDay(text)) return `${text}T00:00:00.000Z`;
  return text.endsWith('Z') ? text : localToUtc(text, zone ?? 'UTC');
};

/** The calendar day of one end, in the zone of the value. */
export const dateDay = (text: string, zone: string | null): string => {
  if (isDay(text)) return text;
  return text.endsWith('Z') ? dayInZone(text, zone ?? 'UTC') : text.slice(0, 10);
};
