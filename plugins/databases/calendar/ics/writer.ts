// Writes events as an iCalendar file (RFC 5545), for feeds and exports.
import { setImmediate as breath } from 'node:timers/promises';
import { portions } from '../../../../core/database/chunks.ts';
import { DAY } from '../../../../core/i18n/calendar-date.ts';
import { ruleText } from '../recurrence/rule.ts';
import type { EventSeries, OccurrenceStart } from '../recurrence/series.ts';
import type { CalendarEvent } from './event.ts';
import { escaped, foldLine } from './line.ts';
import { durationText, timeLine } from './times.ts';
import { zoneLines } from './zone-lines.ts';

export interface CalendarExportEvent
  extends Pick<CalendarEvent, 'uid' | 'title'>,
    Partial<Pick<CalendarEvent, 'description' | 'location' | 'url' | 'status' | 'categories' | 'remind'>> {
  series: EventSeries;
  /** milliseconds */
  changed: number;
}

const YEARS_AHEAD = 10;
const ROW = 'row';

/** Events that are written before other requests have their turn. */
const AT_ONCE = 250;

/** Milliseconds → "20261120T090000Z". */
const stamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** The whole file, with lines of at most 75 bytes and CRLF. */
export async function writeCalendar(name: string, product: string, events: CalendarExportEvent[]): Promise<string> {
  const timed = events.filter(({ series }) => !series.isAllDay && series.zone !== 'UTC');
  const zones = [...new Set(timed.map(({ series }) => series.zone))].sort();
  const years = zones.length ? yearsOf(events) : undefined;
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//EN`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(years ? zones.flatMap((zone) => zoneLines(zone, ...years)) : []),
  ];
  const parts = [folded(head)];
  for (const some of portions(events, AT_ONCE)) {
    await breath();
    parts.push(folded(some.flatMap(eventLines)));
  }
  return [...parts, folded(['END:VCALENDAR'])].join('');
}

const folded = (lines: string[]): string => lines.map(foldLine).join('');

/** Years of which the changes of clocks are written: all that begins, and some more for what repeats. */
function yearsOf(events: CalendarExportEvent[]): [number, number] {
  // Each once: of all events they would be more than a function takes.
  const years = (times: number[]) => [...new Set(times.map((at) => new Date(at).getUTCFullYear()))];
  const starts = years(events.map(({ series }) => series.start));
  const last = Math.max(...starts, ...years(events.map(({ changed }) => changed)));
  return [Math.max(1970, Math.min(...starts)), Math.min(2100, last + YEARS_AHEAD)];
}

function eventLines(event: CalendarExportEvent): string[] {
  const { series } = event;
  return [
    ...component(event, { ...series, moved: [] }, null),
    // Each replacement is an event of its own that names the start which it replaces.
    ...series.moved.flatMap(({ from, start, length }) =>
      component(event, single(series, start, length), { from, series }),
    ),
  ];
}

const single = (series: EventSeries, start: number, length: number): EventSeries => ({
  ...series,
  ...{ start, length, rules: [], extra: [], except: [], moved: [] },
});

function component(
  event: CalendarExportEvent,
  series: EventSeries,
  replaces: { from: OccurrenceStart; series: EventSeries } | null,
): string[] {
  const { uid, title, description, location, url, status, categories, remind, changed } = event;
  const texts: [string, string | undefined][] = [
    ['SUMMARY', title],
    ['DESCRIPTION', description],
    ['LOCATION', location],
    ['STATUS', status],
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp(changed)}`,
    ...(replaces ? [timeLine('RECURRENCE-ID', [startOf(replaces)], series.isAllDay, series.zone)] : []),
    ...seriesLines(series),
    ...texts.flatMap(([name, text]) => (text ? [`${name}:${escaped(text)}`] : [])),
    ...(url ? [`URL:${url.replace(/[\s\0-\x1f]/g, '')}`] : []),
    ...(categories?.length ? [`CATEGORIES:${categories.map(escaped).join()}`] : []),
    ...(remind ?? []).flatMap((minutes) => alarm(minutes, title)),
    'END:VEVENT',
  ];
}

/** The start that a point names: a day among times stands for the time at which the series starts on it. */
function startOf({ from, series }: { from: OccurrenceStart; series: EventSeries }): number {
  if (!from.isDay || series.isAllDay) return from.at;
  return Math.floor(from.at / DAY) * DAY + (series.start - Math.floor(series.start / DAY) * DAY);
}

/** The series alone, as it is kept beside the settings of a row; `readSeries` reads it again. */
export const seriesText = (series: EventSeries): string =>
  [
    ...['BEGIN:VEVENT', `UID:${ROW}`, ...seriesLines({ ...series, moved: [] }), 'END:VEVENT'],
    ...series.moved.flatMap(({ from, start, length }) => [
      ...['BEGIN:VEVENT', `UID:${ROW}`],
      timeLine('RECURRENCE-ID', [startOf({ from, series })], series.isAllDay, series.zone),
      ...seriesLines(single(series, start, length)),
      'END:VEVENT',
    ]),
  ].join('\n');

/** What tells when a series takes place: its lines, which `readCalendar` reads again. */
function seriesLines(series: EventSeries): string[] {
  const { start, length, isAllDay, zone, rules, extra, except } = series;
  // Periods are of times only.
  const periods = extra.filter((one) => one.length !== null && !isAllDay);
  const usual = extra.filter((one) => !periods.includes(one)).map((one) => one.start);
  const left = except.map((from) => startOf({ from, series }));
  return [
    timeLine('DTSTART', [start], isAllDay, zone),
    `DURATION:${durationText(length, isAllDay)}`,
    ...rules.map((rule) => `RRULE:${ruleText(rule)}`),
    ...(usual.length ? [timeLine('RDATE', usual, isAllDay, zone)] : []),
    ...periods.map((one) => periodLine(one.start, one.length ?? length, zone)),
    ...(left.length ? [timeLine('EXDATE', left, isAllDay, zone)] : []),
  ];
}

const periodLine = (start: number, length: number, zone: string): string =>
  `${timeLine('RDATE', [start], false, zone)}/${durationText(length, false)}`.replace('RDATE', 'RDATE;VALUE=PERIOD');

const alarm = (minutes: number, title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  `TRIGGER:${durationText(-minutes * 60_000, false)}`,
  'END:VALARM',
];
