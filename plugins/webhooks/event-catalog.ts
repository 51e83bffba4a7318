// What webhooks can be told of: every type with what it is about, the words of the API document, and an example.

/** By whose rights an event is seen: those on the page that it names under this key, or on its workspace. */
type Subject = { page: 'id' | 'page_id' } | 'workspace';

export interface CatalogedEvent {
  subject: Subject;
  /** what happened, for the API document */
  summary: string;
  /** `data` of an example */
  data: Record<string, unknown>;
  changed?: string[];
}

const page = (summary: string, data: object = {}, changed?: string[]): CatalogedEvent => ({
  subject: { page: 'id' },
  summary,
  data: { id: 120, ...data },
  changed,
});
const database = (summary: string, changed?: string[]): CatalogedEvent => ({
  subject: { page: 'page_id' },
  summary,
  data: { id: 7, page_id: 119 },
  changed,
});
const comment = (summary: string, changed?: string[]): CatalogedEvent => ({
  subject: { page: 'page_id' },
  summary,
  data: { id: 34, page_id: 120, parent_id: null },
  changed,
});
const workspace = (summary: string, data: object): CatalogedEvent => ({
  subject: 'workspace',
  summary,
  data: { ...data },
});

/** Types that hooks can ask for, in the order in which people read them. */
export const EVENT_CATALOG: Readonly<Record<string, CatalogedEvent>> = {
  'page.created': page('A page or a row was made', { collection_id: 7 }),
  'page.updated': page('Title, text, looks or values of a page changed', { collection_id: 7 }, ['title', 'values.21']),
  'page.moved': page('A page went to another place'),
  'page.deleted': page('A page went into the trash, or for good'),
  'page.restored': page('A page came back from the trash'),
  'page.locked': page('A page was locked'),
  'page.unlocked': page('A page was unlocked'),
  'page.published': page('A page was published', { slug: 'plans' }, ['slug']),
  'page.shared': page('A page was shared', { grant_id: 5, user_id: 3, group_id: null, role: 'viewer' }),
  'collection.created': database('A database was made'),
  'collection.updated': database('Schema, name or views of a database changed', ['schema']),
  'collection.moved': database('A database went to another place'),
  'collection.deleted': database('A database went into the trash, or for good'),
  'comment.created': comment('Somebody commented'),
  'comment.updated': comment('A comment was changed', ['body']),
  'comment.resolved': comment('A thread was resolved'),
  'comment.deleted': comment('A comment was deleted'),
  'member.added': workspace('Somebody became a member', { id: 3, role: 'editor' }),
  'member.removed': workspace('Somebody is no member any more', { id: 3 }),
  'import.completed': workspace('An import ended', { id: 1, import_id: 9, source: 'notion', status: 'completed' }),
};

/** Sent by `test` only; nobody asks for it. */
export const TEST_EVENT = 'webhook.test';

/** Sent by automations only, through the webhook that they name. */
export const AUTOMATION_EVENT = 'automation.fired';

const families = [...new Set(Object.keys(EVENT_CATALOG).map((type) => `${type.split('.')[0]}.*`))];
const rows = Object.keys(EVENT_CATALOG).flatMap((type) =>
  type.startsWith('page.') && !/published|shared/.test(type) ? [type.replace('page.', 'row.')] : [],
);

/** All that `events` of a hook may hold: types, families, everything, and rows alone, which are pages of a database. */
export const EVENT_NAMES: readonly string[] = ['*', ...families, 'row.*', ...Object.keys(EVENT_CATALOG), ...rows];

/** Types as readers of the stream name them. */
export function streamTypes(events: readonly string[]): string[] {
  const plain = events.map((name) => name.replace(/^row\./, 'page.'));
  return plain.includes('*') ? families : [...new Set(plain)];
}

interface Seen {
  type: string;
  data: { collection_id?: number; kind?: unknown };
}

/** Whether one of these names means the event. */
export function namesEvent(events: readonly string[], { type, data }: Seen): boolean {
  if (!(type in EVENT_CATALOG)) return false;
  const isRow = type.startsWith('page.') && data.collection_id !== undefined && data.kind !== 'collection';
  const called = isRow ? [type, type.replace('page.', 'row.')] : [type];
  return events.some((name) => name === '*' || called.some((one) => one === name || `${one.split('.')[0]}.*` === name));
}
