// An event and its occurrences within a window, whatever the clocks of its zone do there.
import { DAY, isoDay } from '../../../../core/i18n/calendar-date.ts';
import { instantOf, shownAt } from '../../../../core/i18n/time-zone.ts';
import { RuleDays } from './days.ts';
import type { RecurrenceRule } from './rule.ts';

/** One start of a series; a day means whatever starts on it. */
export interface OccurrenceStart {
  /** what a clock of the series shows, in milliseconds as if in UTC */
  at: number;
  isDay: boolean;
}

export interface EventSeries {
  /** what a clock of the zone shows, in milliseconds as if in UTC; of a whole day its midnight */
  start: number;
  /** milliseconds; whole days when it has no time */
  length: number;
  isAllDay: boolean;
  /** IANA name; of no meaning for whole days, which are the same everywhere */
  zone: string;
  rules: RecurrenceRule[];
  /** further starts (RDATE), with a length of their own where they have one */
  extra: { start: number; length: number | null }[];
  /** starts that are left out (EXDATE) */
  except: OccurrenceStart[];
  /** starts that take place at another time (RECURRENCE-ID) */
  moved: { from: OccurrenceStart; start: number; length: number }[];
}

export interface Occurrence {
  /** the day on which it would start if it were not moved, e.g. "2026-11-20" */
  occurrence: string;
  /** "2026-11-20" of whole days, else ISO 8601 in UTC */
  start: string;
  /** exclusive, of the same form */
  end: string;
  /** the instant of the start; of whole days midnight in the zone of the window */
  at: number;
  isAllDay: boolean;
  isMoved: boolean;
}

export interface OccurrenceWindow {
  /** instants in milliseconds, the end exclusive */
  start: number;
  end: number;
  /** of the reader, in which whole days begin */
  zone: string;
  /** only what starts in the window, e.g. for reminders; else all that is not over at its start */
  isStart?: boolean;
}

export const OCCURRENCES_MAX = 1000;

/** In order of their start; `isCut` when there are more than `most`. */
export function occurrences(
  series: EventSeries,
  window: OccurrenceWindow,
  most = OCCURRENCES_MAX,
): { occurrences: Occurrence[]; isCut: boolean } {
  const zone = series.isAllDay ? window.zone : series.zone;
  // A day more on either side, because of moved clocks; what does not belong is left out by its instants below.
  const longest = Math.max(series.length, ...series.extra.map(({ length }) => length ?? 0));
  const from = Math.floor((shownAt(zone, window.start) - longest) / DAY) - 1;
  const to = Math.floor(shownAt(zone, window.end) / DAY) + 1;
  const found: Occurrence[] = [];
  const take = (start: number, length: number, day: number, isMoved: boolean) => {
    const made = occurrenceOf(series, zone, start, length);
    if (isWithin(made, window)) found.push({ ...made.shown, occurrence: isoDay(day), isMoved });
    return found.length <= most;
  };
  const rules = series.rules.map((rule) => ({ rule, days: new RuleDays(rule, Math.floor(series.start / DAY)) }));
  for (const { start, length } of startsBetween(series, rules, from, to)) {
    if (isMovedAway(series, start)) continue;
    if (!take(start, length, Math.floor(start / DAY), false)) break;
  }
  // In the order of what they replace, by which counting goes on where it was.
  for (const { from: original, start, length } of series.moved.toSorted((one, other) => one.from.at - other.from.at)) {
    const day = Math.floor(original.at / DAY);
    if (!isWithin(occurrenceOf(series, zone, start, length), window)) continue;
    const isStart = startsBetween(series, rules, day, day).some((one) => matches(original, one.start));
    if (isStart && !take(start, length, day, true)) break;
  }
  found.sort((one, other) => one.at - other.at);
  return { occurrences: found.slice(0, most), isCut: found.length > most };
}

const matches = (point: OccurrenceStart, start: number): boolean =>
  point.isDay ? Math.floor(point.at / DAY) === Math.floor(start / DAY) : point.at === start;

const isMovedAway = ({ moved }: EventSeries, start: number): boolean => moved.some(({ from }) => matches(from, start));

interface Prepared {
  rule: RecurrenceRule;
  days: RuleDays;
}

interface Start {
  start: number;
  length: number;
}

/** All starts on these days, each once and in order. Lazy, so that an endless rule in a long window is left early. */
function* startsBetween(series: EventSeries, rules: Prepared[], from: number, to: number): Generator<Start> {
  const { start, length, extra, except } = series;
  const time = start - Math.floor(start / DAY) * DAY;
  const single = extra
    .map((one) => ({ start: one.start, length: one.length ?? length }))
    .concat(rules.length ? [] : [{ start, length }])
    .filter((one) => Math.floor(one.start / DAY) >= from && Math.floor(one.start / DAY) <= to)
    .sort((one, other) => one.start - other.start);
  const sources = [
    single.values(),
    ...rules.map(({ rule, days }) =>
      days
        .between(from, to)
        .map((day) => ({ start: day * DAY + time, length }))
        .filter(until(series, rule)),
    ),
  ];
  const left = new Set(except.flatMap(({ at, isDay }) => (isDay ? [`${Math.floor(at / DAY)}`] : [`@${at}`])));
  let last: number | undefined;
  for (const one of merged(sources)) {
    if (one.start === last) continue;
    last = one.start;
    if (!left.has(`${Math.floor(one.start / DAY)}`) && !left.has(`@${one.start}`)) yield one;
  }
}

/** Whether a start is not later than UNTIL. */
function until({ zone, isAllDay }: EventSeries, { until: limit }: RecurrenceRule): (one: Start) => boolean {
  if (!limit) return () => true;
  if (limit.isDay || isAllDay) {
    const at = limit.isUtc ? shownAt(zone, limit.at) : limit.at;
    return ({ start }) => Math.floor(start / DAY) <= Math.floor(at / DAY);
  }
  return ({ start }) => (limit.isUtc ? instantOf(zone, start) : start) <= limit.at;
}

function* merged(sources: Iterator<Start>[]): Generator<Start> {
  const heads = sources.map((source) => ({ source, next: source.next() }));
  while (true) {
    const open = heads.filter(({ next }) => !next.done);
    if (!open.length) return;
    const first = open.reduce((best, one) => (one.next.value!.start < best.next.value!.start ? one : best));
    yield first.next.value as Start;
    first.next = first.source.next();
  }
}

function occurrenceOf({ isAllDay }: EventSeries, zone: string, start: number, length: number) {
  const at = instantOf(zone, start);
  const end = isAllDay ? instantOf(zone, start + length) : at + length;
  const text = (shown: number, instant: number) => (isAllDay ? isoDay(shown / DAY) : new Date(instant).toISOString());
  return { at, end, shown: { at, isAllDay, start: text(start, at), end: text(start + length, end) } };
}

function isWithin({ at, end }: { at: number; end: number }, window: OccurrenceWindow): boolean {
  if (at >= window.end) return false;
  return at >= window.start || (!window.isStart && end > window.start);
}
