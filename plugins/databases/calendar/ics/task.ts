// One VTODO or VJOURNAL: what it says, and all further lines in their own words.
import { type Component, componentLine } from './component.ts';
import { attachedTo, type CalendarEvent, calendarPeople, type EventReadContext, textIn, timeIn, WEB } from './event.ts';
import { type ContentLine, splitTexts, unescaped } from './line.ts';
import type { Time } from './times.ts';

/** A task of a calendar, or an entry of a journal, which says less of the same. */
export interface CalendarTask
  extends Pick<
    CalendarEvent,
    | 'uid'
    | 'title'
    | 'description'
    | 'location'
    | 'url'
    | 'status'
    | 'categories'
    | 'organizer'
    | 'attendees'
    | 'attachments'
    | 'remarks'
  > {
  kind: 'VTODO' | 'VJOURNAL';
  start: Time | null;
  due: Time | null;
  completed: Time | null;
  /** 1 to 9, the first is the highest; null when it has none */
  priority: number | null;
  /** how much of it is done, of 100 */
  percent: number | null;
}

/** Lines that have a place of their own, or that only programs need. */
const PLACED = new Set(
  (
    'UID DTSTAMP CREATED LAST-MODIFIED SEQUENCE SUMMARY DESCRIPTION LOCATION URL STATUS CATEGORIES ORGANIZER ATTENDEE ' +
    'ATTACH DTSTART DUE COMPLETED PRIORITY PERCENT-COMPLETE'
  ).split(' '),
);

const remarkOf = ({ name, parameters, value }: ContentLine): CalendarTask['remarks'] => {
  const text = unescaped(value).trim();
  const isSaid = name.startsWith('X-') ? WEB.test(text) : !PLACED.has(name) && !(name === 'CLASS' && text === 'PUBLIC');
  if (!text || !isSaid) return [];
  return [
    { kind: name.toLowerCase().replace(/^x-/, ''), text: parameters.LABEL ? `${parameters.LABEL}: ${text}` : text },
  ];
};

/** When it rings, and with which words. */
const alarmOf = (alarm: Component): string =>
  ['TRIGGER', 'SUMMARY', 'DESCRIPTION', 'ATTENDEE']
    .map((name) => textIn(alarm, name))
    .filter(Boolean)
    .join(', ');

const addressOf = ({ parameters, value }: ContentLine): string =>
  parameters.CN && value.includes('@') ? `${parameters.CN}, ${value.trim().replace(/^mailto:/i, '')}` : '';

function remarksOf({ lines, parts }: Component): CalendarTask['remarks'] {
  const people = lines.filter(({ name }) => name === 'ORGANIZER' || name === 'ATTENDEE');
  return [
    ...people.map((line) => ({ kind: line.name.toLowerCase(), text: addressOf(line) })),
    ...lines.flatMap(remarkOf),
    ...parts.map((part) => ({ kind: part.name === 'VALARM' ? 'alarm' : part.name.toLowerCase(), text: alarmOf(part) })),
  ].filter(({ text }) => text);
}

function numberIn(component: Component, name: string): number | null {
  const number = Number.parseInt(textIn(component, name), 10);
  return Number.isNaN(number) ? null : number;
}

export function readCalendarTask(component: Component, reading: EventReadContext): CalendarTask {
  const time = (name: string): Time | null => timeIn(component, name, reading) ?? null;
  const descriptions = component.lines.filter(({ name }) => name === 'DESCRIPTION');
  return {
    kind: component.name as CalendarTask['kind'],
    uid: textIn(component, 'UID'),
    title: textIn(component, 'SUMMARY'),
    // A journal may have several.
    description: descriptions
      .map(({ value }) => unescaped(value).trim())
      .filter(Boolean)
      .join('\n\n'),
    location: textIn(component, 'LOCATION'),
    url: componentLine(component, 'URL')?.value.trim() ?? '',
    status: textIn(component, 'STATUS').toUpperCase(),
    categories: component.lines.flatMap(({ name, value }) => (name === 'CATEGORIES' ? splitTexts(value) : [])),
    ...calendarPeople(component),
    attachments: attachedTo(component),
    remarks: remarksOf(component),
    ...{ start: time('DTSTART'), due: time('DUE'), completed: time('COMPLETED') },
    priority: numberIn(component, 'PRIORITY') || null,
    percent: numberIn(component, 'PERCENT-COMPLETE'),
  };
}
