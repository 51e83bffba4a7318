// Why a page is kept on this device; it goes with its last reason.
import { isLocal } from './entries.ts';
import { type KeepReason, type LocalDocument, readMeta, type Store } from './store.ts';

/** A page that somebody wants here, with all below it or alone. */
export interface Pin {
  id: number;
  isWithAll: boolean;
}

export const pins = async (store: Store): Promise<Pin[]> => (await readMeta<Pin[]>(store, 'pins')) ?? [];

export async function setPin(store: Store, id: number, pin: Omit<Pin, 'id'> | null): Promise<void> {
  const others = (await pins(store)).filter((one) => one.id !== id);
  await store.put('meta', pin ? [...others, { id, ...pin }] : others, 'pins');
}

const OPENED_MAX = 20;
const opened = async (store: Store): Promise<number[]> => (await readMeta<number[]>(store, 'opened')) ?? [];

/** The service notes what was opened a moment later, and in a time without a connection not at all. */
export async function recordOpened(store: Store, id: number): Promise<void> {
  const others = (await opened(store)).filter((one) => one !== id);
  await store.put('meta', [id, ...others].slice(0, OPENED_MAX), 'opened');
}

async function below(store: Store, id: number): Promise<number[]> {
  const found = new Set([id]);
  // What is added meanwhile is gone through, too.
  for (const one of found)
    for (const inside of await store.getAllKeysFromIndex('pages', 'parent', one)) found.add(inside);
  found.delete(id);
  return [...found];
}

/** In the order in which they are given up last when room is short. */
export async function reasonsNow(
  store: Store,
  { favorites, recents }: { favorites: number[]; recents: number[] },
): Promise<Map<number, KeepReason[]>> {
  const found = new Map<number, KeepReason[]>();
  const add = (reason: KeepReason, ids: number[]) => {
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), reason]);
  };
  const [queue, held] = await Promise.all([store.getAll('queue'), store.getAll('held_files')]);
  add('edited', [...queue.map(({ target }) => target), ...held.map(({ page_id }) => page_id)]);
  for (const { id, isWithAll } of await pins(store)) {
    add('pinned', [id]);
    if (isWithAll) add('below', await below(store, id));
  }
  add('favorite', favorites);
  add('recent', [...(await opened(store)), ...recents]);
  for (const id of found.keys()) if (isLocal(id)) found.delete(id);
  const there = new Set(await store.getAllKeys('pages'));
  return new Map([...found].flatMap(([id, all]) => (there.has(id) ? [[id, [...new Set(all)]]] : [])));
}

export const sizeOf = ({ html, state, files }: Pick<LocalDocument, 'html' | 'state' | 'files'>): number =>
  html.length + (state?.length ?? 0) + files.reduce((sum, { size }) => sum + size, 0);
