// The queue on its way: in order, each change once, and again after a while where the service could not take it.

import { SCHEMA_VERSION } from '../../../blocks/ydoc/version.ts';
import type { ChangeOutcome, Mutation } from '../../model.ts';
import { isLocal } from './entries.ts';
import { noteFavorite } from './favorites.ts';
import { type DeviceIdentity, sendBatch } from './service.ts';
import type { PageRecord, Store, WaitingEntry } from './store.ts';
import { tellAllTabs } from './tabs.ts';
import { noteTags } from './tags.ts';
import { base64Of, dropTexts, textsByPage } from './texts.ts';

const BATCH = 500;
const AGAIN_MS = [5, 15, 60, 300, 900].map((seconds) => seconds * 1000);

type Queued = Required<Pick<WaitingEntry, 'seq'>> & WaitingEntry;

export const queued = async (store: Store): Promise<Queued[]> => (await store.getAll('queue')) as Queued[];

/** What may go now: later changes build on earlier ones, and wait with them. */
function due(all: Queued[]): Queued[] {
  const open = all.filter(({ state }) => state !== 'failed');
  const first = open.findIndex(({ next_at }) => next_at > Date.now());
  return (first < 0 ? open : open.slice(0, first)).slice(0, BATCH);
}

/** Sends until nothing is left that may go; `tell` hears how many of how many are through. @throws RequestError */
export async function sendQueue(
  store: Store,
  own: DeviceIdentity,
  userId: number,
  tell: (done: number, total: number) => void,
): Promise<void> {
  const total = due(await queued(store)).length;
  for (let done = 0; ; ) {
    const wanted = await Promise.all(due(await queued(store)).map((entry) => withText(store, entry, userId)));
    const part: Queued[] = [];
    for (const entry of wanted) if (await note(store, { ...entry, state: 'syncing' })) part.push(entry);
    if (!part.length) return;
    tell(done, Math.max(total, done + part.length));
    const names = await namesGiven(store);
    const outcomes = await sendBatch(
      own,
      part.map((entry) => mutationOf(entry, names)),
    ).catch(async (error: unknown) => {
      // Nothing is known of what came of them: they go again as they are, and are made once.
      for (const entry of part) await note(store, { ...entry, state: 'pending' });
      throw error;
    });
    for (const [index, entry] of part.entries()) await settle(store, entry, outcomes[index] as ChangeOutcome);
    done += part.length;
  }
}

/** How a change stands now; false: it was given up meanwhile, and does not come back. */
async function note(store: Store, entry: Queued): Promise<boolean> {
  const queue = store.transaction('queue', 'readwrite').store;
  const isThere = (await queue.getKey(entry.seq)) !== undefined;
  if (isThere) await queue.put(entry);
  return isThere;
}

/** A page as it is shown here, or as it was before it was put into the trash. */
const lastSeen = async (store: Store, id: number): Promise<PageRecord | null | undefined> =>
  (await store.get('pages', id)) ?? (await queued(store)).findLast(({ target }) => target === id)?.before;

/** A change goes each time as it went first; what is written after that goes by the page itself. */
async function withText(store: Store, entry: Queued, userId: number): Promise<Queued> {
  if (entry.type !== 'page_create' || entry.texts) return entry;
  const texts = (await textsByPage(userId)).get(entry.target) ?? [];
  const title = (await lastSeen(store, entry.target))?.title || entry.payload.title;
  const update = texts.map((one) => base64Of(one.update));
  const text = texts.length ? { update, schema_version: SCHEMA_VERSION } : {};
  const payload = { ...entry.payload, title, ...text };
  const whole = { ...entry, payload, texts: texts.map(({ key }) => key) };
  await note(store, whole);
  return whole;
}

const REFERENCES = ['id', 'parent_id', 'collection_id'];

/** Things that were made on this device are named by the changes that make them. */
async function namesGiven(store: Store): Promise<Map<number, string>> {
  const creates = (await queued(store)).filter(({ type }) => type.endsWith('_create'));
  const waiting = creates.map(({ target, client_id }) => [target, client_id] as const);
  return new Map([
    ...(await store.getAll('made')).map(({ local, client_id }) => [local, client_id] as const),
    ...waiting,
  ]);
}

function mutationOf(entry: WaitingEntry, names: Map<number, string>): Mutation {
  const { client_id, type, payload, base_version, client_timestamp } = entry;
  const named = Object.entries(payload).map(([key, value]) =>
    REFERENCES.includes(key) && typeof value === 'number' && isLocal(value)
      ? [key, names.get(value) ?? String(value)]
      : [key, value],
  );
  return {
    ...{ client_id, type, payload: Object.fromEntries(named), client_timestamp },
    ...(base_version === undefined ? {} : { base_version }),
  };
}

async function settle(store: Store, entry: Queued, outcome: ChangeOutcome): Promise<void> {
  if (outcome.status === 'rejected') return refuse(store, entry, outcome);
  if (outcome.status === 'conflict') await showBefore(store, entry.before);
  await noteTags(store, entry);
  await noteFavorite(store, entry);
  if (entry.type !== 'page_create' || outcome.id === undefined) return store.delete('queue', entry.seq);
  const made = { local: entry.target, client_id: entry.client_id, id: outcome.id };
  const work = store.transaction(['made', 'pages', 'queue'], 'readwrite');
  void work.objectStore('made').put({ ...made, page_id: outcome.page_id ?? outcome.id });
  void work.objectStore('pages').delete(entry.target);
  void work.objectStore('queue').delete(entry.seq);
  await work.done;
  await dropTexts(entry.texts ?? []);
  tellAllTabs({ type: 'made' });
}

async function refuse(store: Store, entry: Queued, { retry, detail = '', code = '' }: ChangeOutcome): Promise<void> {
  const retries = entry.retries + 1;
  const wait = retry ? AGAIN_MS[retries - 1] : undefined;
  const error = detail || code;
  if (wait !== undefined) await note(store, { ...entry, state: 'pending', retries, next_at: Date.now() + wait, error });
  else if (await note(store, { ...entry, state: 'failed', retries, error })) await showBefore(store, entry.before);
}

const showBefore = async (store: Store, before: PageRecord | null): Promise<void> => {
  if (before) await store.put('pages', before);
};

/** Sends what failed once more, as a change of its own: what came of the first one is settled. */
export async function retryEntry(store: Store, entry: Queued): Promise<void> {
  await store.put('queue', {
    ...entry,
    client_id: crypto.randomUUID(),
    state: 'pending',
    retries: 0,
    next_at: 0,
    error: '',
  });
}

/** Takes a change out of the queue, and shows what was there before it. */
export async function dismiss(store: Store, entry: Queued): Promise<void> {
  await store.delete('queue', entry.seq);
  if (entry.type === 'page_create') await store.delete('pages', entry.target);
  else if (entry.state !== 'failed') await showBefore(store, entry.before);
}
