// Dates, times, durations and periods as iCalendar writes them.
import { DAY } from '../../../../core/i18n/calendar-date.ts';
import { instantOf, shownAt } from '../../../../core/i18n/time-zone.ts';
import { readUntil, untilText } from '../recurrence/rule.ts';
import type { ContentLine } from './line.ts';

export interface Time {
  /** what a clock of the zone shows, as if in UTC */
  shown: number;
  isDay: boolean;
  zone: string;
}

export type ZoneOf = (id: string, line: number) => string;

/** One value of a line; a time that names no zone is one of `floating`. Undefined when it is none. */
export function readTime(
  value: string,
  { parameters, number }: ContentLine,
  zoneOf: ZoneOf,
  floating: string,
): Time | undefined {
  const read = readUntil(value.trim().toUpperCase());
  if (!read) return undefined;
  const { at, isUtc, isDay } = read;
  if (isUtc) return { shown: at, isDay, zone: 'UTC' };
  const id = parameters.TZID;
  return { shown: at, isDay, zone: id ? zoneOf(id, number) : floating };
}

/** What clocks of another zone show at that time. */
export const inZone = (time: Time, zone: string): number =>
  time.isDay || time.zone === zone ? time.shown : shownAt(zone, instantOf(time.zone, time.shown));

export const instantOfTime = ({ zone, shown }: Time): number => instantOf(zone, shown);

/** "P1W", "-PT15M", "P1DT2H" in milliseconds; undefined when it is none. */
export function readDuration(text: string): number | undefined {
  const [, sign, weeks, days, time, hours, minutes, seconds] =
    /^([+-])?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/i.exec(text.trim()) ??
    [];
  const parts = [weeks, days, hours, minutes, seconds];
  if (parts.every((part) => part === undefined) || time?.toUpperCase() === 'T') return undefined;
  const [w = 0, d = 0, h = 0, m = 0, s = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === '-' ? -1 : 1) * ((w * 7 + d) * DAY + (h * 3600 + m * 60 + s) * 1000);
}

/** Whole days as days, all else as hours, minutes and seconds, which are what passes. */
export function durationText(length: number, isDays: boolean): string {
  const sign = length < 0 ? '-' : '';
  if (isDays) return `${sign}P${Math.round(Math.abs(length) / DAY)}D`;
  const all = Math.round(Math.abs(length) / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const parts = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].filter(Boolean);
  return `${sign}PT${parts.join('') || '0S'}`;
}

/** The name, parameters and value of a line with times, e.g. `DTSTART;TZID=Europe/Berlin:20261120T090000`. */
export function timeLine(name: string, times: number[], isDay: boolean, zone: string): string {
  const isUtc = !isDay && zone === 'UTC';
  const parameter = isDay ? ';VALUE=DATE' : isUtc ? '' : `;TZID=${zone}`;
  return `${name}${parameter}:${times.map((at) => untilText({ at, isDay, isUtc })).join()}`;
}
