// Reads iCalendar files (RFC 5545) into events with their series; what is wrong is reported and never stops the rest.
import { isZone } from '../../../../core/i18n/time-zone.ts';
import type { EventSeries } from '../recurrence/series.ts';
import { type CalendarProblem, type Component, componentLine, componentsNamed, readComponents } from './component.ts';
import { type CalendarEvent, type EventReadContext, occurrenceStart, type ReadEvent, readEvent, WEB } from './event.ts';
import { unescaped } from './line.ts';
import { type CalendarTask, readCalendarTask } from './task.ts';
import { inZone } from './times.ts';
import { type ZoneDefinition, zoneNamed } from './zones.ts';

export interface ReadCalendar {
  /** X-WR-CALNAME or NAME; empty when there is none */
  name: string;
  /** X-WR-CALDESC or DESCRIPTION of the calendar itself, and where on the web it is from; empty when there is none */
  description: string;
  events: CalendarEvent[];
  /** tasks, and entries of a journal */
  tasks: CalendarTask[];
  /** components of other kinds, by their names, e.g. `{ VFREEBUSY: 2 }` */
  others: Record<string, number>;
  problems: CalendarProblem[];
}

const OTHERS = ['VFREEBUSY', 'VAVAILABILITY'];
const TASKS = ['VTODO', 'VJOURNAL'];

/** @param zone of times that name none, where the file does not say it either */
export function readCalendar(text: string, zone = 'UTC'): ReadCalendar {
  const { root, problems } = readComponents(text);
  const calendars = componentsNamed(root, 'VCALENDAR');
  const named = (name: string) =>
    calendars.map((calendar) => unescaped(componentLine(calendar, name)?.value ?? '').trim()).find(Boolean) ?? '';
  const stated = named('X-WR-TIMEZONE');
  const reading: EventReadContext = {
    problems,
    floating: isZone(stated) ? stated : zone,
    zoneOf: zonesOf(root, zone, problems),
  };
  const read = componentsNamed(root, 'VEVENT').map((component) => readEvent(component, reading));
  const counts = OTHERS.map((name): [string, number] => [name, componentsNamed(root, name).length]);
  return {
    name: named('X-WR-CALNAME') || named('NAME'),
    description: [named('X-WR-CALDESC') || named('DESCRIPTION'), ...calendars.flatMap(addressesOf)]
      .filter(Boolean)
      .join('\n'),
    events: together(read),
    tasks: TASKS.flatMap((name) => componentsNamed(root, name)).map((one) => readCalendarTask(one, reading)),
    others: Object.fromEntries(counts.filter(([, count]) => count)),
    problems: problems.sort((one, other) => one.line - other.line),
  };
}

/** Where it is from, and what programs say of it that leads to the web. */
const addressesOf = ({ lines }: Component): string[] =>
  lines.map(({ value }) => value.trim()).filter((value) => WEB.test(value));

/** Reads what `seriesText` wrote; undefined for any other text. */
export const readSeries = (text: string): EventSeries | undefined => readCalendar(text).events[0]?.series ?? undefined;

/** Finds zones by their names in the file; one that nobody knows is reported once, and `otherwise` stands for it. */
function zonesOf(root: Component, otherwise: string, problems: CalendarProblem[]): EventReadContext['zoneOf'] {
  const definitions = new Map(
    componentsNamed(root, 'VTIMEZONE').map((component) => [
      componentLine(component, 'TZID')?.value.trim(),
      definitionOf(component),
    ]),
  );
  const known = new Map<string, string>();
  return (id, line) => {
    const before = known.get(id);
    if (before) return before;
    const { zone, isGuess } = zoneNamed(id, definitions.get(id.trim())) ?? { zone: otherwise, isGuess: true };
    if (isGuess) problems.push({ line, item: 'TZID', reason: `${id} is no time zone that is known; read as ${zone}` });
    known.set(id, zone);
    return zone;
  };
}

function definitionOf(component: Component): ZoneDefinition {
  const last = (name: string) => component.parts.findLast((part) => part.name === name);
  const offset = (part: Component | undefined) => {
    const text = part && componentLine(part, 'TZOFFSETTO')?.value.trim();
    const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(text ?? '') ?? [];
    return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : null;
  };
  const summer = last('DAYLIGHT');
  return {
    location: componentLine(component, 'X-LIC-LOCATION')?.value.trim() ?? null,
    standard: offset(last('STANDARD')),
    daylight: offset(summer),
    summer: Number((summer && componentLine(summer, 'DTSTART')?.value.slice(4, 6)) ?? 0),
  };
}

/** What one time of a series may say in other words than the rest. */
const WORDS = ['title', 'location', 'description', 'url'] as const;

/** Events that replace a start of another one become part of its series; one whose series is absent stands alone. */
function together(read: ReadEvent[]): CalendarEvent[] {
  const masters = new Map(read.filter(({ replaces, uid }) => !replaces && uid).map((event) => [event.uid, event]));
  const alone = read.filter((event) => {
    const master = masters.get(event.uid);
    const whole = master?.series;
    if (!master || !whole || !event.replaces) return true;
    const from = occurrenceStart(event.replaces, whole.zone);
    if (event.status === 'CANCELLED') whole.except.push(from);
    else if (event.series)
      whole.moved.push({ from, start: startIn(event.series, whole.zone), length: event.series.length });
    const said = event.status === 'CANCELLED' ? '' : otherWords(event, master);
    if (said) {
      const on = `on ${new Date(from.at)
        .toISOString()
        .slice(0, from.isDay ? 10 : 16)
        .replace('T', ' ')}`;
      master.remarks.push({ kind: on, text: said });
      master.unread.push('moved_words');
    }
    return false;
  });
  return alone.map(({ replaces: _replaces, ...event }) => event);
}

/** What one time of a series says otherwise than the rest, behind its title. */
function otherWords(event: ReadEvent, master: ReadEvent): string {
  const words = WORDS.map((name) => event[name]).filter((said, at) => said !== master[WORDS[at] ?? 'uid']);
  const known = new Set([...master.attendees, ...master.remarks.map(({ text }) => text)]);
  const more = [...event.attendees, ...event.remarks.map(({ text }) => text)].filter((said) => !known.has(said));
  const others = [...words, ...more].filter((said) => said && said !== event.title);
  return others.length || event.title !== master.title ? [event.title, ...new Set(others)].join(', ') : '';
}

/** On the clocks of another series. */
const startIn = ({ start, isAllDay, zone }: EventSeries, other: string): number =>
  inZone({ shown: start, isDay: isAllDay, zone }, other);
