// Whether pages are kept on this device, and for whom: said where it can be read before anything is opened.
import { forgetKeptText } from '../../../../core/client/offline-text.ts';
import { FILES } from './cache-names.ts';
import { storeName } from './store.ts';

const KEY = 'commonplace-offline';

/** Id of the person for whom pages are kept here. */
export const keeperId = (): number | null => Number(localStorage.getItem(KEY)) || null;

export const setKeeper = (userId: number): void => localStorage.setItem(KEY, String(userId));

const deleted = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    // One that another tab holds goes when that lets it go.
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve());
  });

/** Leaves nothing of that person's in this browser. */
export async function wipe(userId: number): Promise<void> {
  localStorage.removeItem(KEY);
  forgetKeptText();
  await deleted(storeName(userId));
  await globalThis.caches?.delete(FILES + userId);
}
