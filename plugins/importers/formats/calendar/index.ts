// Calendars (.ics): events as rows of a database, with what repeats as settings of the row.
import { DAY } from '../../../../core/i18n/calendar-date.ts';
import { type CalendarEvent, type Recurrence, recurrence } from '../../../databases/contract.ts';
import type { DatabaseItem, Importer, Item, RowItem, SourceEntry } from '../../contract.ts';
import { fileItems } from '../../items/note-item.ts';
import { pathEnding, stemOf } from '../../reading/entry-path.ts';
import { taskItems } from './tasks.ts';
import { calendarText, remarkLines } from './words.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'calendar',
  title: 'Calendars (.ics)',
  accepts: ['.ics', '.ical', '.zip', 'folder'],
  async *read(source) {
    const others: SourceEntry[] = [];
    for await (const entry of source.entries())
      if (/^\.(ics|ical|ifb)$/.test(pathEnding(entry.path)) || entry.path === source.name) yield* calendarItems(entry);
      else others.push(entry);
    yield* fileItems(others);
  },
};

export default importer;

const PROPERTIES = [
  { id: 'title', name: 'Event', type: 'title' },
  { id: 'when', name: 'When', type: 'date' },
  { id: 'location', name: 'Location', type: 'text' },
  { id: 'status', name: 'Status', type: 'select' },
  { id: 'categories', name: 'Categories', type: 'multi_select' },
  { id: 'url', name: 'Link', type: 'url' },
  { id: 'organizer', name: 'Organizer', type: 'select' },
  { id: 'attendees', name: 'Attendees', type: 'multi_select' },
  { id: 'rule', name: 'Repeats', type: 'text' },
] as const;
/** Not every calendar invites people. */
const OF_PEOPLE = ['organizer', 'attendees'] as const;

async function* calendarItems(entry: SourceEntry): AsyncGenerator<Item> {
  const tools = await recurrence();
  const { name, description, events, tasks, others, problems } = tools.readCalendar(await entry.text());
  for (const { line, item, reason } of problems)
    yield { type: 'problem', at: `${entry.path}:${line}`, kind: 'calendar', because: `${item} ${reason}.` };
  const unsupported = Object.fromEntries(Object.entries(others).map(([kind, times]) => [kind.toLowerCase(), times]));
  const titles = new Map([...events, ...tasks].map(({ uid, title }) => [uid, title]));
  titles.delete('');
  const title = name || stemOf(entry.path);
  // Times that are taken have no rows here: the file itself is kept for them.
  const isKept = Object.keys(others).length > 0;
  if (isKept) yield { type: 'file', id: `${entry.path}#file`, entry };
  const about = { id: entry.path, title, ...(description && { description }) };
  if (!events.length && !tasks.length && !isKept) {
    // What it says of itself has no page then: the file is kept with it.
    yield { type: 'problem', at: entry.path, kind: 'empty', because: 'There are no events or tasks in it.' };
    yield { type: 'file', id: `${entry.path}#file`, entry };
    return;
  }
  const hasEvents = events.length > 0 || isKept;
  if (hasEvents) yield* eventItems(events, { ...about, unsupported }, { database: entry.path, tools, titles });
  yield* taskItems(tasks, hasEvents ? { id: entry.path, title } : about, titles);
}

function* eventItems(
  events: CalendarEvent[],
  about: Pick<DatabaseItem, 'id' | 'title' | 'description' | 'unsupported'>,
  around: Around,
): Generator<Item> {
  const absent: string[] = OF_PEOPLE.filter((id) => !events.some((event) => event[id].length));
  yield {
    ...{ type: 'database', ...about, properties: PROPERTIES.filter(({ id }) => !absent.includes(id)) },
    views: [
      { name: 'Calendar', kind: 'calendar', date: 'when' },
      { name: 'Table', kind: 'table' },
    ],
  };
  const known = new Map<string, number>();
  for (const event of events) {
    const id = event.uid || `${event.title}@${event.series?.start ?? event.line}`;
    const time = known.get(id) ?? 0;
    known.set(id, time + 1);
    yield rowOf(`${about.id}#${id}${time ? ` ${time}` : ''}`, event, around);
  }
}

interface Around {
  database: string;
  tools: Recurrence;
  /** of what has an id in the calendar, by that id */
  titles: ReadonlyMap<string, string>;
}

function rowOf(id: string, event: CalendarEvent, { database, tools, titles }: Around): RowItem {
  const { series, remind, unknownRules } = event;
  const [first, ...more] = remind;
  const said = series && tools.seriesCalendar(series, first ?? null);
  const day = series && dayOf(series.start);
  const calendar = said && day && !tools.calendarFaults(said, day).length ? said : undefined;
  // Settings of a row say less than a calendar can: then its own lines are kept below the text.
  const isMore = series && (!calendar || series.extra.length > 0);
  const hasExceptions = calendar?.repeat && series && series.except.length + series.moved.length > 0;
  const lines = isMore && (series.rules.length || series.extra.length) ? tools.seriesText(series) : '';
  return {
    ...{ type: 'row', id, database, title: event.title },
    values: {
      when: series ? dateOf(series) : null,
      location: event.location,
      status: event.status.toLowerCase(),
      categories: event.categories,
      ...{ url: event.url, organizer: event.organizer, attendees: event.attendees },
      rule: series?.rules.map(tools.ruleText).join(', ') || unknownRules.join(', '),
    },
    ...(calendar && { calendar }),
    ...(hasExceptions && { exceptions: tools.seriesText(series) }),
    markdown: [calendarText(event), remarkLines(event.remarks, titles), lines && `\`\`\`ics\n${lines}\n\`\`\``]
      .filter(Boolean)
      .join('\n\n'),
    unsupported: {
      ...Object.fromEntries([...Map.groupBy(event.unread, (kind) => kind)].map(([kind, all]) => [kind, all.length])),
      ...{ ...(lines && { repeat: 1 }), ...(more.length && { reminder: more.length }) },
    },
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Days with the last one; times on the clock of the event. */
function dateOf({ start, length, isAllDay, zone }: NonNullable<CalendarEvent['series']>) {
  const end = start + (isAllDay ? length - DAY : length);
  const text = (at: number) => (isAllDay ? dayOf(at) : new Date(at).toISOString().slice(0, 19));
  return { start: text(start), end: end > start ? text(end) : null, timezone: isAllDay ? null : zone };
}
