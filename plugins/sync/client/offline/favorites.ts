// Favorites: as the service said last, with those that wait to become some and to be some no more.
import { entryFields } from './entries.ts';
import { readMeta, type Store, type WaitingEntry } from './store.ts';

const changed = (ids: number[], { target }: WaitingEntry, isFavorite: boolean): number[] => {
  const others = ids.filter((one) => one !== target);
  if (!isFavorite) return others;
  return ids.includes(target) ? ids : [...others, target];
};

const favoriteOf = (entry: WaitingEntry): boolean | undefined => entryFields(entry).favorite;

const keptFavorites = async (store: Store): Promise<number[]> => (await readMeta<number[]>(store, 'favorites')) ?? [];

/** Ids in their order, as they are to be shown. */
export async function favoritesShown(store: Store): Promise<number[]> {
  const waiting = (await store.getAll('queue')).filter(({ state }) => state !== 'failed');
  return waiting.reduce(
    (ids, entry) => {
      const isFavorite = favoriteOf(entry);
      return isFavorite === undefined ? ids : changed(ids, entry, isFavorite);
    },
    await keptFavorites(store),
  );
}

/** A change was taken: it is known to be so, until the service says more. */
export async function noteFavorite(store: Store, entry: WaitingEntry): Promise<void> {
  const isFavorite = favoriteOf(entry);
  if (isFavorite !== undefined)
    await store.put('meta', changed(await keptFavorites(store), entry, isFavorite), 'favorites');
}
