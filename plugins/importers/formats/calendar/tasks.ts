// Tasks and journals of calendars: a database of each, with what has no column below the title.
import type { CalendarTask } from '../../../databases/contract.ts';
import type { DatabaseItem, Item, PropertyItem, RowItem } from '../../contract.ts';
import { calendarText, remarkLines } from './words.ts';

const STATUSES: PropertyItem['options'] = [
  { name: 'needs-action', group: 'todo' },
  { name: 'in-process', group: 'doing' },
  { name: 'completed', group: 'done' },
  { name: 'cancelled', group: 'done' },
];

const COLUMNS: PropertyItem[] = [
  { id: 'start', name: 'Start', type: 'date' },
  { id: 'due', name: 'Due', type: 'date' },
  { id: 'completed', name: 'Completed', type: 'date' },
  { id: 'priority', name: 'Priority', type: 'number' },
  { id: 'percent', name: 'Percent', type: 'number' },
  { id: 'location', name: 'Location', type: 'text' },
  { id: 'categories', name: 'Categories', type: 'multi_select' },
  { id: 'url', name: 'Link', type: 'url' },
  { id: 'organizer', name: 'Organizer', type: 'select' },
  { id: 'attendees', name: 'Attendees', type: 'multi_select' },
];

const KINDS = {
  VTODO: { title: 'Task', called: 'tasks', status: { type: 'status', options: STATUSES } },
  VJOURNAL: { title: 'Entry', called: 'journal', status: { type: 'select' } },
} as const;

/** @param titles of what has an id in the calendar, by that id */
export function* taskItems(
  tasks: CalendarTask[],
  { id, title, description }: Pick<DatabaseItem, 'id' | 'title' | 'description'>,
  titles: ReadonlyMap<string, string>,
): Generator<Item> {
  for (const [kind, some] of Map.groupBy(tasks, (task) => task.kind)) {
    const { title: first, called, status } = KINDS[kind];
    const rows = some.map((task, at) => taskRow(task, `${id}#${called} ${task.uid || at}`, titles));
    const used = COLUMNS.filter((column) => rows.some(({ values }) => isFilled(values[column.id ?? ''])));
    const properties = [
      { id: 'title', name: first, type: 'title' },
      { id: 'status', name: 'Status', ...status, ...('options' in status && { options: [...(status.options ?? [])] }) },
      ...used,
    ] as DatabaseItem['properties'];
    const database = `${id}#${called}`;
    yield {
      ...{ type: 'database', id: database, title: `${title}: ${called}`, properties },
      ...(description && { description }),
    };
    const known = new Map<string, number>();
    for (const row of rows) {
      const time = known.get(row.id) ?? 0;
      known.set(row.id, time + 1);
      yield { ...row, database, id: time ? `${row.id} ${time}` : row.id };
    }
  }
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && !value.length);

function taskRow(task: CalendarTask, id: string, titles: ReadonlyMap<string, string>): Omit<RowItem, 'database'> {
  const { kind, remarks, priority, percent, location, categories, url, organizer, attendees } = task;
  const done = task.completed || percent === 100 ? 'completed' : 'needs-action';
  return {
    ...{ type: 'row', id, title: task.title },
    values: {
      status: task.status.toLowerCase() || (kind === 'VTODO' ? done : ''),
      ...{ start: dateIn(task.start), due: dateIn(task.due), completed: dateIn(task.completed) },
      ...{ priority, percent, location, categories, url, organizer, attendees },
    },
    markdown: [calendarText(task), remarkLines(remarks, titles)].filter(Boolean).join('\n\n'),
    unsupported: Object.fromEntries(
      [...Map.groupBy(remarks, (one) => one.kind)].map(([one, all]) => [one, all.length]),
    ),
  };
}

function dateIn(time: CalendarTask['start']): object | null {
  if (!time) return null;
  const text = new Date(time.shown).toISOString();
  return { start: text.slice(0, time.isDay ? 10 : 19), end: null, timezone: time.isDay ? null : time.zone };
}
