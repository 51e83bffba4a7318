// Files that were put into pages without a connection: kept here, and sent behind the text that they belong to.

import { t } from '../../../../core/client/messages.ts';
import { type FileKeeper, type HeldFile, tellFiles } from '../../../../core/client/offline-files.ts';
import { RequestError, send } from '../../../../core/client/request.ts';
import { isLocal } from './entries.ts';
import type { HeldFileRecord, Store } from './store.ts';
import { tellTabs } from './tabs.ts';

/** All of them together. */
const BYTES_MAX = 200 * 1024 * 1024;
/** Of what the browser gives; the rest is for text, which must never be short of it. */
const SHARE = 0.8;
const FOLLOWED_MAX = 100;

const noRoom = (name: string): Error => new Error(t('sync.offline.file.no_room', { name }));

async function hasRoom(store: Store, size: number): Promise<boolean> {
  const held = (await store.getAll('held_files')).reduce((sum, { content }) => sum + content.size, 0);
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {};
  return held + size <= BYTES_MAX && usage + size <= quota * SHARE;
}

async function hold(store: Store, file: HeldFile): Promise<void> {
  if (!(await hasRoom(store, file.content.size))) throw noRoom(file.name);
  const after = file.after.slice(0, FOLLOWED_MAX);
  await store
    .put('held_files', { ...file, after, state: 'pending', error: '', file_id: null, at: Date.now() })
    .catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'QuotaExceededError' ? noRoom(file.name) : error;
    });
}

/** In the order in which they came. */
export const heldFiles = async (store: Store): Promise<HeldFileRecord[]> =>
  (await store.getAll('held_files')).sort((one, other) => one.at - other.at);

/** What the editor asks of this device; `changed` hears of each file that came or went. */
export function fileKeeperOf(store: Store, isOffline: () => boolean, changed: () => Promise<void>): FileKeeper {
  const told = async (work: Promise<unknown>) => {
    await work;
    tellOfFiles();
    await changed();
  };
  return {
    isOffline,
    words: (name) => ({
      waiting: t('sync.offline.file.waiting', { name }),
      drop: t('sync.offline.file.drop', { name }),
    }),
    hold: (file) => told(hold(store, file)),
    of: async (pageId) =>
      (await heldFiles(store)).filter(({ page_id, state }) => page_id === pageId && state !== 'failed'),
    drop: (blockId) => told(store.delete('held_files', blockId)),
  };
}

/** Pages show what waits for them, here and in other tabs. */
export function tellOfFiles(): void {
  tellFiles();
  tellTabs({ type: 'files' });
}

/** Sends what may go, one after the other. @throws RequestError offline, or for what is to be tried again later */
export async function sendFiles(store: Store): Promise<void> {
  for (const one of await heldFiles(store)) {
    if (one.state === 'failed') continue;
    const pageId = isLocal(one.page_id) ? (await store.get('made', one.page_id))?.page_id : one.page_id;
    if (pageId === undefined) continue;
    try {
      await sendFile(store, one, pageId);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 0 || error.status === 401) throw error;
      if (isPassing(error)) continue;
      await store.put('held_files', { ...one, state: 'failed', error: error.message });
    }
    tellOfFiles();
  }
}

/** Not the fault of this file: it goes again as it is. */
const isPassing = ({ status }: RequestError): boolean => status >= 500 || status === 408 || status === 429;

async function sendFile(store: Store, one: HeldFileRecord, pageId: number): Promise<void> {
  const file_id = one.file_id ?? (await uploaded(one, pageId));
  const { block_id, after } = one;
  // What was given up meanwhile does not come back.
  if (!(await store.get('held_files', block_id))) return;
  if (one.file_id === null) await store.put('held_files', { ...one, file_id });
  await send('POST', '/api/v2/sync/files', { page_id: pageId, file_id, block_id, after });
  await store.delete('held_files', block_id);
}

async function uploaded({ name, content }: HeldFileRecord, pageId: number): Promise<number> {
  const { LARGE_BYTES, upload } = await import('../../../../core/client/upload/upload.ts');
  const file = new File([content], name, { type: content.type });
  const nobodyWatches = () => undefined;
  if (file.size > LARGE_BYTES) {
    const { sendLarge } = await import('../../../../core/client/upload/chunked-upload.ts');
    const large = await sendLarge<{ file: { id: number } }>(file, { pageId, end: 'file' }, nobodyWatches);
    return large.file.id;
  }
  const form = new FormData();
  form.append('file', file, name);
  const small = await upload<{ file: { id: number } }>(`/api/pages/${pageId}/files`, form, nobodyWatches);
  return small.file.id;
}

/** Sends once more what was not accepted. */
export async function retryFile(store: Store, one: HeldFileRecord): Promise<void> {
  await store.put('held_files', { ...one, state: 'pending', error: '' });
  tellOfFiles();
}

export async function dropFile(store: Store, { block_id }: HeldFileRecord): Promise<void> {
  await store.delete('held_files', block_id);
  tellOfFiles();
}
