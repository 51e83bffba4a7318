// What formulas compute with, and how it comes from and goes back to the values of rows.
import { DAY, isoDay, readDay } from '../../../core/i18n/calendar-date.ts';
import { sortKey } from '../../../core/i18n/text-normalization.ts';
import { instantOf, isZone, shownAt } from '../../../core/i18n/time-zone.ts';
import type { ValueKind } from './kind.ts';

/** A day, a point in time, or a span of either. */
export interface FormulaDate {
  /** milliseconds: of a day its midnight as if in UTC, of a point in time the instant */
  start: number;
  end: number | null;
  isTimed: boolean;
  /** in which the point in time is shown; null is the zone of the reader */
  zone: string | null;
}

export interface PersonValue {
  id: number;
  name: string;
}

export type FormulaValue = null | number | string | boolean | FormulaDate | PersonValue | FormulaValue[];

/** Values as JSON has them, e.g. of a row: dates `{start,end,timezone}`, persons `{id,name}`. */
export type Plain = null | number | string | boolean | PlainDate | PersonValue | Plain[];

export interface PlainDate {
  /** "2026-11-20", or ISO 8601 with a time; without an offset that is the time in `timezone` */
  start: string;
  end: string | null;
  timezone: string | null;
}

export const isDate = (value: unknown): value is FormulaDate =>
  typeof value === 'object' && value !== null && 'isTimed' in value;
const isPerson = (value: unknown): value is PersonValue =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Years 1–9999, which ISO 8601 writes with four digits; a day is left free for what zones add. */
const EARLIEST = Date.parse('0001-01-02T00:00:00Z');
const LATEST = Date.parse('9999-12-30T23:59:59.999Z');
export const isValidTime = (at: number): boolean => at >= EARLIEST && at <= LATEST;

/** What a clock shows at the start or end of a date, as if in UTC. */
export const clockReading = (at: number, { isTimed, zone }: FormulaDate, here: string): number =>
  isTimed ? shownAt(zone ?? here, at) : at;

/** The instant, for comparing; of a day it is its beginning where the reader is. */
export const comparableInstant = (at: number, { isTimed }: FormulaDate, here: string): number =>
  isTimed ? at : instantOf(here, at);

const CLOCK = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?$/;

function readPoint(text: string, zone: string): { at: number; isTimed: boolean } | undefined {
  const day = readDay(text);
  if (day !== undefined) return { at: day * DAY, isTimed: false };
  const [, date = '', hour, minute, second = '0', milli = '0', offset] = CLOCK.exec(text) ?? [];
  const midnight = readDay(date);
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const shownTime = midnight * DAY + seconds * 1000 + Number(milli.padEnd(3, '0'));
  return { at: offset ? shownTime - offsetOf(offset) : instantOf(zone, shownTime), isTimed: true };
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Reads a date from its parts; null when they are none. `here` is the zone of times that name none. */
export function readFormulaDate(
  start: string,
  end: string | null,
  timezone: string | null,
  here: string,
): FormulaDate | null {
  const zone = timezone && isZone(timezone) ? timezone : null;
  const first = readPoint(start.trim(), zone ?? here);
  if (!first || !isValidTime(first.at)) return null;
  const last = end ? readPoint(end.trim(), zone ?? here) : undefined;
  const isSpan = last && last.isTimed === first.isTimed && last.at >= first.at && isValidTime(last.at);
  return { start: first.at, end: isSpan ? last.at : null, isTimed: first.isTimed, zone };
}

const isoOf = (at: number, isTimed: boolean): string => (isTimed ? new Date(at).toISOString() : isoDay(at / DAY));

/** A value of a row as its kind has it; what does not fit is empty, so that evaluation never meets a wrong kind. */
export function toFormulaValue(given: unknown, kind: ValueKind, here: string): FormulaValue {
  if (given === null || given === undefined) return null;
  if (typeof kind === 'object')
    return Array.isArray(given) ? given.map((one) => toFormulaValue(one, kind.list, here)) : null;
  if (kind === 'number') return typeof given === 'number' && Number.isFinite(given) ? given : null;
  if (kind === 'text' || kind === 'boolean')
    return typeof given === (kind === 'text' ? 'string' : kind) ? (given as FormulaValue) : null;
  if (kind === 'person') return isPerson(given) ? { id: given.id, name: given.name } : null;
  if (kind !== 'date') return null;
  if (typeof given === 'string') return readFormulaDate(given, null, null, here);
  const { start, end, timezone } = given as Partial<PlainDate>;
  return typeof start === 'string' ? readFormulaDate(start, end ?? null, timezone ?? null, here) : null;
}

export function plainValue(value: FormulaValue): Plain {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isDate(value)) return value;
  const { start, end, isTimed, zone } = value;
  return { start: isoOf(start, isTimed), end: end === null ? null : isoOf(end, isTimed), timezone: zone };
}

/** Fifteen digits are what a number surely has, so that 0.1 + 0.2 is 0.3. */
export const formulaNumberText = (value: number): string => String(Number(value.toPrecision(15)));

/** As text() and & write it: dates in ISO 8601 without seconds, lists with commas. */
export function formulaText(value: FormulaValue, here: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return formulaNumberText(value);
  if (Array.isArray(value)) return value.map((one) => formulaText(one, here)).join(', ');
  if (!isDate(value)) return isPerson(value) ? value.name : String(value);
  const point = (at: number) => {
    const time = clockReading(at, value, here);
    const day = isoDay(Math.floor(time / DAY));
    return value.isTimed ? `${day} ${new Date(time).toISOString().slice(11, 16)}` : day;
  };
  return value.end === null ? point(value.start) : `${point(value.start)} → ${point(value.end)}`;
}

export const isEmptyFormulaValue = (value: FormulaValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Below zero when the first one comes first. Texts as views sort them, people by name, empty values last. */
export function compared(one: FormulaValue, other: FormulaValue, here: string): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (Array.isArray(one) && Array.isArray(other)) return comparedLists(one, other, here);
  if (isDate(one) && isDate(other))
    return (
      comparableInstant(one.start, one, here) - comparableInstant(other.start, other, here) ||
      comparableInstant(one.end ?? one.start, one, here) - comparableInstant(other.end ?? other.start, other, here)
    );
  if (isPerson(one) && isPerson(other)) return comparedTexts(one.name, other.name) || one.id - other.id;
  if (typeof one === 'string' && typeof other === 'string') return comparedTexts(one, other);
  return Number(one) - Number(other);
}

const byCode = (one: string, other: string): number => Number(one > other) - Number(one < other);
/** What of a text is folded for its order; the sort key that views go by is not longer. */
const SORTED = 300;
const keyOfText = (text: string): string => sortKey(text.slice(0, SORTED));
const comparedTexts = (one: string, other: string): number =>
  byCode(keyOfText(one), keyOfText(other)) || byCode(one, other);

function comparedLists(one: FormulaValue[], other: FormulaValue[], here: string): number {
  for (const [at, value] of one.entries()) {
    if (at >= other.length) break;
    const order = compared(value, other[at] as FormulaValue, here);
    if (order) return order;
  }
  return one.length - other.length;
}

export const equal = (one: FormulaValue, other: FormulaValue, here: string): boolean =>
  (isEmptyFormulaValue(one) && isEmptyFormulaValue(other)) || compared(one, other, here) === 0;

/** A key that equal values share, for finding them among many. */
export function equalityKey(value: FormulaValue, here: string): string {
  if (isEmptyFormulaValue(value)) return '';
  if (isDate(value))
    return `d${comparableInstant(value.start, value, here)}-${comparableInstant(value.end ?? value.start, value, here)}`;
  if (isPerson(value)) return `p${value.id}`;
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(equalityKey(one, here))).join()}]`;
  return `${(typeof value)[0]}${value}`;
}
