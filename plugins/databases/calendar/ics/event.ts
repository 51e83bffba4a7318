// One VEVENT: its words, its series, and what of it could not be understood.
import { DAY } from '../../../../core/i18n/calendar-date.ts';
import { isTimeOfCalendar } from '../recurrence/limits.ts';
import { type RecurrenceRule, RuleError, readRule } from '../recurrence/rule.ts';
import type { EventSeries, OccurrenceStart } from '../recurrence/series.ts';
import { type CalendarProblem, type Component, componentLine } from './component.ts';
import { type ContentLine, splitTexts, unescaped } from './line.ts';
import { instantOfTime, inZone, readDuration, readTime, type Time, type ZoneOf } from './times.ts';

export interface CalendarEvent {
  uid: string;
  title: string;
  description: string;
  location: string;
  url: string;
  /** e.g. "CONFIRMED"; empty when there is none */
  status: string;
  categories: string[];
  /** names, else addresses, of who invited and who was invited */
  organizer: string;
  attendees: string[];
  /** addresses on the web, with the names of the files where they are said */
  attachments: { name: string; url: string }[];
  /** names of its lines that nothing here reads, in small letters; a file in the line itself is `missing_file` */
  unread: string[];
  /** what people wrote in such lines, and addresses beside the names of people, with what each is */
  remarks: { kind: string; text: string }[];
  /** null when the file does not say when it takes place */
  series: EventSeries | null;
  /** minutes before the start, or after it below zero; one for each alarm that depends on the start */
  remind: number[];
  /** rules that are not known here, as they stand in the file */
  unknownRules: string[];
  /** of its first line */
  line: number;
}

/** An event of the file, and which start of another one it replaces. */
export interface ReadEvent extends CalendarEvent {
  replaces: Time | null;
}

export interface EventReadContext {
  zoneOf: ZoneOf;
  /** IANA name of the zone of times that name none */
  floating: string;
  problems: CalendarProblem[];
}

export const textIn = (component: Component, name: string): string =>
  unescaped(componentLine(component, name)?.value ?? '').trim();

/** The words of a description that a program has written as HTML only. */
const plainText = (markup: string): string =>
  markup
    .replace(/<(?:style|title)\b.*?<\/(?:style|title)>/gis, '')
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

/** What has no start is an event all the same, and said as a problem. */
export function readEvent(component: Component, reading: EventReadContext): ReadEvent {
  const start = timeIn(component, 'DTSTART', reading);
  if (!start && !componentLine(component, 'DTSTART'))
    reading.problems.push({ line: component.number, item: 'VEVENT', reason: 'has no start' });
  const { rules, unknownRules } = rulesIn(component, reading);
  return {
    uid: textIn(component, 'UID'),
    title: textIn(component, 'SUMMARY'),
    description: textIn(component, 'DESCRIPTION') || plainText(textIn(component, 'X-ALT-DESC')),
    location: textIn(component, 'LOCATION'),
    url: componentLine(component, 'URL')?.value.trim() ?? '',
    status: textIn(component, 'STATUS').toUpperCase(),
    categories: component.lines.flatMap(({ name, value }) => (name === 'CATEGORIES' ? splitTexts(value) : [])),
    ...calendarPeople(component),
    attachments: attachedTo(component).filter(({ url }) => WEB.test(url)),
    unread: unreadIn(component),
    remarks: remarksIn(component),
    series: start ? seriesOf(component, start, rules, reading) : null,
    remind: component.parts.flatMap(remindOf),
    unknownRules,
    line: component.number,
    replaces: timeIn(component, 'RECURRENCE-ID', reading) ?? null,
  };
}

const named = (component: Component, name: string): ContentLine[] =>
  component.lines.filter((line) => line.name === name);

const personIn = ({ parameters, value }: ContentLine): string =>
  unescaped(parameters.CN ?? '').trim() || value.trim().replace(/^mailto:/i, '');

export function calendarPeople(component: Component): Pick<CalendarEvent, 'organizer' | 'attendees'> {
  const [organizer = ''] = named(component, 'ORGANIZER').map(personIn);
  return { organizer, attendees: [...new Set(named(component, 'ATTENDEE').map(personIn).filter(Boolean))] };
}

export const WEB = /^https?:\/\//i;

export const attachedTo = (component: Component): CalendarEvent['attachments'] =>
  named(component, 'ATTACH').map(({ parameters: { FILENAME, 'X-FILENAME': other }, value }) => ({
    name: FILENAME ?? other ?? '',
    url: value.trim(),
  }));

/** What people wrote, or look for, in lines that become nothing here; what they hold where that says nothing. */
const UNREAD: Record<string, RegExp | undefined> = {
  COMMENT: undefined,
  CONTACT: undefined,
  GEO: undefined,
  RESOURCES: undefined,
  CONFERENCE: undefined,
  IMAGE: undefined,
  'RELATED-TO': undefined,
  LINK: undefined,
  CONCEPT: undefined,
  PRIORITY: /^0$/,
  CLASS: /^PUBLIC$/i,
};

/** Lines of UNREAD, and those that programs have added where they lead to the web, such as to a video call. */
const isRemark = ({ name, value }: ContentLine): boolean =>
  Object.hasOwn(UNREAD, name)
    ? value.trim() !== '' && !UNREAD[name]?.test(value.trim())
    : name.startsWith('X-') && WEB.test(value.trim());

const kindOf = ({ name }: ContentLine): string => name.toLowerCase().replace(/^x-/, '');

const unreadIn = (component: Component): string[] => [
  ...attachedTo(component).flatMap(({ url }) => (WEB.test(url) ? [] : ['missing_file'])),
  ...component.lines.flatMap((line) => (isRemark(line) ? [kindOf(line)] : [])),
];

const PEOPLE = ['ORGANIZER', 'ATTENDEE'];

/** What programs write into an alarm where nobody has written anything. */
const ALARM_WORDS =
  /^(?:this is an event reminder|reminder|event reminder|alarm|alarm notification|default mozilla description|mozilla standard description)?$/i;

/** Those that are sent have a subject, people who get them, and what they bring along. */
const alarmTexts = (alarm: Component): string[] => [
  ...['SUMMARY', 'DESCRIPTION'].map((name) => textIn(alarm, name)),
  ...named(alarm, 'ATTENDEE').map(personIn),
  ...attachedTo(alarm).flatMap(({ url }) => (WEB.test(url) ? [url] : [])),
];

/** What alarms say, but for what the event says anyway. */
function alarmRemarks(component: Component): CalendarEvent['remarks'] {
  const { organizer, attendees } = calendarPeople(component);
  const said = new Set(['SUMMARY', 'DESCRIPTION'].map((name) => textIn(component, name)));
  for (const person of [organizer, ...attendees, ...PEOPLE.flatMap((name) => addressesOf(component, name))])
    said.add(person);
  const alarms = component.parts.filter(({ name }) => name === 'VALARM');
  return alarms.flatMap(alarmTexts).flatMap((text) => {
    if (ALARM_WORDS.test(text) || said.has(text)) return [];
    said.add(text);
    return [{ kind: 'alarm', text }];
  });
}

const addressesOf = (component: Component, name: string): string[] =>
  named(component, name).map(({ value }) => value.trim().replace(/^mailto:/i, ''));

const remarksIn = (component: Component): CalendarEvent['remarks'] => [
  ...component.lines.flatMap((line) => {
    const isAddress = PEOPLE.includes(line.name) && line.parameters.CN && line.value.includes('@');
    if (!isAddress && !isRemark(line)) return [];
    const words = [line.parameters.LABEL, unescaped(line.value).trim()].filter(Boolean).join(': ');
    const text = isAddress ? `${personIn(line)}, ${words.replace(/^mailto:/i, '')}` : words;
    return [{ kind: kindOf(line), text }];
  }),
  ...alarmRemarks(component),
];

function seriesOf(component: Component, start: Time, rules: RecurrenceRule[], reading: EventReadContext): EventSeries {
  const { shown, zone, isDay } = start;
  return {
    start: shown,
    length: lengthOf(component, start, reading),
    isAllDay: isDay,
    zone,
    rules,
    extra: extraIn(component, start, reading),
    except: timesIn(component, 'EXDATE', reading).map((time) => occurrenceStart(time, zone)),
    moved: [],
  };
}

export const occurrenceStart = (time: Time, zone: string): OccurrenceStart => ({
  at: inZone(time, zone),
  isDay: time.isDay,
});

function problem({ problems }: EventReadContext, { number, name }: ContentLine, reason: string): undefined {
  problems.push({ line: number, item: name, reason });
}

export function timeIn(component: Component, name: string, reading: EventReadContext): Time | undefined {
  const line = componentLine(component, name);
  return line && timeOf(line.value, line, reading);
}

function timeOf(value: string, line: ContentLine, reading: EventReadContext): Time | undefined {
  const time = readTime(value, line, reading.zoneOf, reading.floating);
  if (time && isTimeOfCalendar(time.shown)) return time;
  return problem(reading, line, 'is no date');
}

function timesIn(component: Component, name: string, reading: EventReadContext): Time[] {
  return named(component, name).flatMap((line) => values(line).flatMap((value) => timeOf(value, line, reading) ?? []));
}

const values = ({ value }: ContentLine): string[] => value.split(',').filter((one) => one.trim());

function extraIn(component: Component, start: Time, reading: EventReadContext): EventSeries['extra'] {
  return named(component, 'RDATE').flatMap((line) =>
    values(line).flatMap((value) => {
      const [from = '', to] = value.split('/');
      const time = timeOf(from, line, reading);
      if (!time) return [];
      // A day among times starts when the others do.
      const ofDay = time.isDay && !start.isDay ? start.shown - Math.floor(start.shown / DAY) * DAY : 0;
      const length = to === undefined ? null : (periodOf(time, to, line, reading) ?? null);
      return [{ start: inZone(time, start.zone) + ofDay, length }];
    }),
  );
}

function periodOf(from: Time, to: string, line: ContentLine, reading: EventReadContext): number | undefined {
  const duration = readDuration(to);
  if (duration !== undefined) return Math.max(0, duration);
  const end = timeOf(to, line, reading);
  return end && Math.max(0, instantOfTime(end) - instantOfTime(from));
}

/** From DTEND or DURATION; without either a day lasts a day, and a time no time at all. */
function lengthOf(component: Component, start: Time, reading: EventReadContext): number {
  const usual = start.isDay ? DAY : 0;
  const line = componentLine(component, 'DURATION');
  const duration = line && (readDuration(line.value) ?? problem(reading, line, 'is no duration'));
  const end = timeIn(component, 'DTEND', reading);
  if (end && end.isDay !== start.isDay) {
    problem(reading, componentLine(component, 'DTEND') as ContentLine, 'is not of the kind of the start');
    return usual;
  }
  const length = end
    ? start.isDay
      ? end.shown - start.shown
      : instantOfTime(end) - instantOfTime(start)
    : (duration ?? usual);
  return Math.max(start.isDay ? DAY : 0, start.isDay ? Math.ceil(length / DAY) * DAY : length);
}

function rulesIn(component: Component, reading: EventReadContext): { rules: RecurrenceRule[]; unknownRules: string[] } {
  const rules: RecurrenceRule[] = [];
  const unknownRules: string[] = [];
  for (const line of component.lines) {
    if (line.name !== 'RRULE' && line.name !== 'EXRULE') continue;
    try {
      if (line.name === 'EXRULE') throw new RuleError('EXRULE', 'is not known here');
      rules.push(readRule(line.value));
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      unknownRules.push(line.value);
      problem(reading, line, `${error.part} ${error.message}`);
    }
  }
  return { rules, unknownRules };
}

/** Alarms at a fixed time, or before the end, say nothing about a start. */
function remindOf(alarm: Component): number[] {
  const trigger = alarm.name === 'VALARM' ? componentLine(alarm, 'TRIGGER') : undefined;
  if (!trigger || trigger.parameters.RELATED?.toUpperCase() === 'END') return [];
  const duration = readDuration(trigger.value);
  return duration === undefined ? [] : [Math.round(-duration / 60_000) + 0];
}
