// The six databases that are always there to begin with, in the words of whoever makes one.
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Option, PropertyTypeName, ViewConfig, ViewKind } from '../contract.ts';

export interface BuiltInProperty {
  /** of a message, `databases.built_in.<word>` */
  word: string;
  type: PropertyTypeName;
  /** words of its options with their colours; of a status with their groups */
  options?: [word: string, color: string, group?: Option['group']][];
  config?: object;
  validation?: object;
}

export interface BuiltInView {
  word: string;
  kind: ViewKind;
  groupBy?: string;
  dateBy?: string;
  sortBy?: string;
}

export interface BuiltInDatabase {
  key: string;
  /** the name of the specification, by which requests may ask, too */
  name: string;
  icon: string;
  properties: BuiltInProperty[];
  views: BuiltInView[];
}

export const progress: BuiltInProperty['options'] = [
  ['not_started', 'gray', 'todo'],
  ['in_progress', 'blue', 'doing'],
  ['done', 'green', 'done'],
];
const priority: BuiltInProperty = {
  word: 'priority',
  type: 'select',
  options: [
    ['high', 'red'],
    ['medium', 'yellow'],
    ['low', 'gray'],
  ],
};
const table: BuiltInView = { word: 'all', kind: 'table' };
const boardBy = (groupBy: string): BuiltInView => ({ word: 'board', kind: 'board', groupBy });
const calendarBy = (dateBy: string): BuiltInView => ({ word: 'calendar', kind: 'calendar', dateBy });

export const BUILT_IN_DATABASES: BuiltInDatabase[] = [
  {
    key: 'crm',
    name: 'CRM',
    icon: '🤝',
    properties: [
      { word: 'contact', type: 'title' },
      { word: 'company', type: 'text' },
      { word: 'email', type: 'email' },
      { word: 'phone', type: 'phone' },
      {
        word: 'stage',
        type: 'status',
        options: [
          ['lead', 'gray', 'todo'],
          ['contacted', 'blue', 'doing'],
          ['proposal', 'yellow', 'doing'],
          ['won', 'green', 'done'],
          ['lost', 'red', 'done'],
        ],
      },
      { word: 'value', type: 'number', config: { format: 'currency', currency: 'EUR', decimals: 2 } },
      { word: 'owner', type: 'person' },
      { word: 'next_step', type: 'date' },
      { word: 'notes', type: 'long_text' },
    ],
    views: [table, boardBy('stage'), calendarBy('next_step')],
  },
  {
    key: 'project-tracker',
    name: 'Project tracker',
    icon: '🚀',
    properties: [
      { word: 'project', type: 'title' },
      { word: 'status', type: 'status', options: progress },
      { word: 'owner', type: 'person' },
      priority,
      { word: 'dates', type: 'date' },
      { word: 'progress', type: 'number', config: { format: 'progress', max: 100 }, validation: { min: 0, max: 100 } },
      { word: 'budget', type: 'number', config: { format: 'currency', currency: 'EUR', decimals: 2 } },
    ],
    views: [table, boardBy('status'), { word: 'timeline', kind: 'timeline', dateBy: 'dates' }],
  },
  {
    key: 'task-list',
    name: 'Task list',
    icon: '✅',
    properties: [
      { word: 'task', type: 'title' },
      { word: 'status', type: 'status', options: progress },
      { word: 'assignee', type: 'person' },
      { word: 'due', type: 'date' },
      priority,
      { word: 'number', type: 'unique_id', config: { prefix: 'TASK' } },
    ],
    views: [{ ...table, sortBy: 'due' }, boardBy('status'), calendarBy('due')],
  },
  {
    key: 'content-calendar',
    name: 'Content calendar',
    icon: '🗓️',
    properties: [
      { word: 'title', type: 'title' },
      {
        word: 'status',
        type: 'status',
        options: [
          ['idea', 'gray', 'todo'],
          ['draft', 'yellow', 'doing'],
          ['review', 'blue', 'doing'],
          ['published', 'green', 'done'],
        ],
      },
      { word: 'publish_on', type: 'date' },
      {
        word: 'channel',
        type: 'multi_select',
        options: [
          ['blog', 'blue'],
          ['newsletter', 'purple'],
          ['social', 'pink'],
          ['video', 'red'],
        ],
      },
      { word: 'author', type: 'person' },
      { word: 'link', type: 'url' },
    ],
    views: [calendarBy('publish_on'), table, boardBy('status')],
  },
  {
    key: 'meeting-notes',
    name: 'Meeting notes',
    icon: '📝',
    properties: [
      { word: 'title', type: 'title' },
      { word: 'date', type: 'date' },
      { word: 'attendees', type: 'person' },
      {
        word: 'status',
        type: 'status',
        options: [
          ['planned', 'gray', 'todo'],
          ['held', 'green', 'done'],
        ],
      },
      { word: 'agenda', type: 'long_text' },
      { word: 'notes', type: 'long_text' },
      { word: 'action_items', type: 'long_text' },
    ],
    views: [{ ...table, sortBy: 'date' }, calendarBy('date')],
  },
  {
    key: 'reading-list',
    name: 'Reading list',
    icon: '📚',
    properties: [
      { word: 'title', type: 'title' },
      { word: 'author', type: 'text' },
      {
        word: 'status',
        type: 'status',
        options: [
          ['to_read', 'gray', 'todo'],
          ['reading', 'blue', 'doing'],
          ['read', 'green', 'done'],
        ],
      },
      { word: 'rating', type: 'rating', config: { max: 5 } },
      { word: 'link', type: 'url' },
      { word: 'finished', type: 'date' },
    ],
    views: [table, { word: 'gallery', kind: 'gallery' }, boardBy('status')],
  },
];

/** By key or by name, whatever the case. */
export const builtInNamed = (wanted: string): BuiltInDatabase | undefined =>
  BUILT_IN_DATABASES.find(
    ({ key, name }) => key === wanted.toLowerCase() || name.toLowerCase() === wanted.toLowerCase(),
  );

export const builtInWord = (t: Translate, word: string): string => t(`databases.built_in.${word}`);

/** A property as a request would ask for it. */
export const builtInProperty = (t: Translate, { word, type, options, config, validation }: BuiltInProperty) => ({
  name: builtInWord(t, word),
  type,
  config: {
    ...config,
    ...(options
      ? {
          options: options.map(([name, color, group]) => ({
            name: builtInWord(t, name),
            color,
            ...(group ? { group } : {}),
          })),
        }
      : {}),
  },
  validation,
});

/** A view of them; `idOf` gives the property of a word. */
export function builtInView(view: BuiltInView, idOf: (word: string) => number | undefined): ViewConfig {
  return {
    ...(view.groupBy ? { group_by: idOf(view.groupBy) } : {}),
    ...(view.dateBy ? { date_property_id: idOf(view.dateBy) } : {}),
    ...(view.sortBy ? { sorts: [{ property_id: idOf(view.sortBy) as number, direction: 'asc' }] } : {}),
  };
}
