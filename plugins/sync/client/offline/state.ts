// How this device stands, told to all its tabs.

import { isLocal } from './entries.ts';
import { heldFiles } from './files.ts';
import { queued } from './sending.ts';
import type { Store } from './store.ts';
import { textsByPage } from './texts.ts';

export interface DeviceState {
  isOffline: boolean;
  /** changes that wait, and pages with text that does */
  waiting: number;
  failed: number;
  conflicts: number;
  /** while something is on its way */
  progress: { done: number; total: number } | null;
  isSignedOut: boolean;
  isFull: boolean;
}

/** What waits: each change, each file, and each page with text that is not sent and is not made by one of them. */
export async function waitingNow(store: Store, userId: number): Promise<Pick<DeviceState, 'waiting' | 'failed'>> {
  const entries = await queued(store);
  const texts = await textsByPage(userId).catch(() => new Map<number, unknown>());
  const made = new Set(entries.filter(({ type }) => type === 'page_create').map(({ target }) => target));
  const pages = [...texts.keys()].filter((id) => !(isLocal(id) && made.has(id)));
  const all = [...entries, ...(await heldFiles(store))];
  const failed = all.filter(({ state }) => state === 'failed').length;
  return { waiting: all.length - failed + pages.length, failed };
}
