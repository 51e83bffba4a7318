// Properties that hold a day or a time, with an end and a time zone of its own.

import { isZone } from '../../../../core/i18n/time-zone.ts';
import { dayIn, instantOf } from '../../calendar/zoned-dates.ts';
import type { Value } from '../../model.ts';
import { type Cell, only, type PropertyType, ValueFault, wrongType } from './property-type.ts';

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
function momentOf(text: unknown, zone: string | null): string {
  if (typeof text !== 'string') throw wrongType('a date such as 2026-11-20 or 2026-11-20T09:00:00');
  if (isDay(text)) return text;
  if (!isMoment(text))
    throw new ValueFault('type', 'takes a date that exists, such as 2026-11-20 or 2026-11-20T09:00:00');
  const [, day, hour, minute, second = '00', offset] = TIME.exec(text) as unknown as string[];
  if (offset) {
    const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
    const year = at.getUTCFullYear();
    if (year < 1 || year > 9999) throw new ValueFault('range', 'takes years from 1 to 9999');
    return at.toISOString();
  }
  const local = `${day}T${hour}:${minute}:${second}`;
  return zone ? local : `${local}.000Z`;
}

/** The moment in UTC that one end stands for; a day is its midnight there, so that days stay in order. */
export const momentIn = (text: string, zone: string | null): string => {
  if (isDay(text)) return `${text}T00:00:00.000Z`;
  return text.endsWith('Z') ? text : instantOf(text, zone ?? 'UTC');
};

/** The calendar day of one end, in the zone of the value. */
export const dayOf = (text: string, zone: string | null): string => {
  if (isDay(text)) return text;
  return text.endsWith('Z') ? dayIn(text, zone ?? 'UTC') : text.slice(0, 10);
};

function read(value: unknown): Value {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return { start: momentOf(value, null), end: null, timezone: null };
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType('a date, or an object with start');
  only(value, ['start', 'end', 'timezone']);
  const { start, end = null, timezone = null } = value as Record<string, unknown>;
  if (timezone !== null && (typeof timezone !== 'string' || !isZone(timezone)))
    throw new ValueFault('timezone', 'names no time zone that is known');
  const found = {
    start: momentOf(start, timezone),
    end: end === null ? null : momentOf(end, timezone),
    timezone,
  };
  if (found.end !== null) {
    if (isDay(found.start) !== isDay(found.end))
      throw new ValueFault('type', 'takes a start and an end that both have a time or both have none');
    if (momentIn(found.end, timezone) < momentIn(found.start, timezone))
      throw new ValueFault('range', 'takes an end that is not before its start');
  }
  return found;
}

function cells(value: Value): Cell[] {
  const { start, end, timezone } = value as unknown as DateValue;
  const cell: Cell = { text_key: dayOf(start, timezone), at_start: momentIn(start, timezone) };
  if (end) cell.at_end = momentIn(end, timezone);
  return [cell];
}

const said = (text: string): string => text.replace('T', ' ').replace(/(:\d{2}):00(\.000)?/, '$1');

export const dateType: PropertyType = {
  name: 'date',
  compares: 'date',
  sorts: 'at_start',
  config: {},
  rules: ['required', 'unique', 'min', 'max'],
  read,
  cells,
  words(value) {
    const { start, end, timezone } = value as unknown as DateValue;
    const text = end ? `${said(start)} – ${said(end)}` : said(start);
    return timezone ? `${text} (${timezone})` : text;
  },
};
