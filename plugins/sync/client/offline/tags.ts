// Tags of kept pages: as the service said last, with those that wait to be put on and taken off.
import { uniqueKey } from '../../../../core/i18n/text-normalization.ts';
import { renumberTags } from '../../../tags/client/contract.ts';
import { entryFields, isLocal } from './entries.ts';
import { askTags } from './service.ts';
import { readMeta, type Store, type TagRecord, type WaitingEntry } from './store.ts';

const PART = 500;

/** All tags of who keeps pages here, with those that were made on this device. */
export const deviceTags = async (store: Store): Promise<TagRecord[]> =>
  (await readMeta<TagRecord[]>(store, 'tags')) ?? [];

export async function tagNamed(store: Store, name: string): Promise<TagRecord | undefined> {
  const key = uniqueKey(name);
  return (await deviceTags(store)).find((one) => uniqueKey(one.name) === key);
}

/** Names after a change, whichever case they are written in. */
function changed(names: string[], entry: Pick<WaitingEntry, 'payload'>): string[] {
  const { add_tags: add = [], remove_tags: remove = [] } = entryFields(entry);
  const gone = new Set([...add, ...remove].map(uniqueKey));
  return [...names.filter((name) => !gone.has(uniqueKey(name))), ...add];
}

const keptNames = async (store: Store, id: number): Promise<string[]> => (await store.get('page_tags', id))?.tags ?? [];

/** What a page carries as it is to be shown, by name. */
export async function tagsShown(store: Store, id: number): Promise<TagRecord[]> {
  const waiting = (await store.getAll('queue')).filter(({ target, state }) => target === id && state !== 'failed');
  const names = waiting.reduce(changed, await keptNames(store, id));
  const known = new Map((await deviceTags(store)).map((one) => [uniqueKey(one.name), one]));
  const shown = names.flatMap((name) => known.get(uniqueKey(name)) ?? []);
  return shown.sort((one, other) => one.name.localeCompare(other.name));
}

/** A change was taken: the page is known to be so, until the service says more. */
export async function noteTags(store: Store, entry: WaitingEntry): Promise<void> {
  const { add_tags, remove_tags } = entryFields(entry);
  if (!add_tags && !remove_tags) return;
  await store.put('page_tags', { id: entry.target, tags: changed(await keptNames(store, entry.target), entry) });
}

/** Brings the tags of all kept pages, and takes the numbers that the service gave to new ones. @throws RequestError */
export async function pullTags(store: Store): Promise<void> {
  const ids = await store.getAllKeys('documents');
  const found = new Map<number, string[]>();
  let tags: TagRecord[] = [];
  for (let at = 0; at < ids.length || at === 0; at += PART) {
    const part = await askTags(ids.slice(at, at + PART));
    tags = part.tags;
    for (const page of part.pages) found.set(page.id, page.tags);
  }
  const known = new Set(tags.map(({ name }) => uniqueKey(name)));
  const wanted = new Set((await store.getAll('queue')).flatMap((entry) => entryFields(entry).add_tags ?? []));
  const own = (await deviceTags(store)).filter(
    ({ id, name }) => isLocal(id) && wanted.has(name) && !known.has(uniqueKey(name)),
  );
  const work = store.transaction(['page_tags', 'meta'], 'readwrite');
  void work.objectStore('page_tags').clear();
  for (const [id, names] of found) void work.objectStore('page_tags').put({ id, tags: names });
  void work.objectStore('meta').put([...tags, ...own], 'tags');
  await work.done;
  renumberTags(tags);
}
