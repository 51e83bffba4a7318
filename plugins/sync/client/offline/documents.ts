// The texts of kept pages and the files on them, brought to this device and taken away again.
import { FILES, KEPT_LIST } from './cache-names.ts';
import { reasonsNow, sizeOf } from './reasons.ts';
import { askDocuments, askOwnLists } from './service.ts';
import type { KeepReason, Store } from './store.ts';

const PART = 50;
const FILE_BYTES = 10 * 1024 * 1024;
const BYTES_MAX = 500 * 1024 * 1024;
const SHARE = 0.2;

async function room(): Promise<number> {
  const { quota = BYTES_MAX } = (await navigator.storage?.estimate?.()) ?? {};
  return Math.min(BYTES_MAX, quota * SHARE);
}

/** Brings what is to be kept and is not here, or is another version by now; what has no reason goes. @throws RequestError */
export async function pullDocuments(store: Store, userId: number): Promise<void> {
  const lists = await askOwnLists();
  await store.put('meta', lists.favorites, 'favorites');
  const reasons = await withinRoom(store, await reasonsNow(store, lists));
  await keepReasons(store, reasons);
  const wanted: number[] = [];
  for (const id of reasons.keys()) {
    const [page, known] = await Promise.all([store.get('pages', id), store.get('documents', id)]);
    if (page && known?.version !== page.sync_version) wanted.push(id);
  }
  for (let at = 0; at < wanted.length; at += PART) {
    const brought = await askDocuments(wanted.slice(at, at + PART));
    for (const document of brought) await store.put('documents', { ...document, seen_at: Date.now() });
  }
  await keepFiles(store, userId);
}

/** Without the pages that were seen longest ago, where all would be too much; what somebody chose or changed stays. */
async function withinRoom(store: Store, reasons: Map<number, KeepReason[]>): Promise<Map<number, KeepReason[]>> {
  const most = await room();
  let sum = 0;
  const kept = new Map<number, KeepReason[]>();
  for (const [id, why] of reasons) {
    const document = await store.get('documents', id);
    sum += document ? sizeOf(document) : 0;
    if (sum <= most || why.some((one) => one !== 'recent')) kept.set(id, why);
  }
  return kept;
}

async function keepReasons(store: Store, reasons: Map<number, KeepReason[]>): Promise<void> {
  const gone = (await store.getAllKeys('documents')).filter((id) => !reasons.has(id));
  const work = store.transaction(['reasons', 'documents'], 'readwrite');
  void work.objectStore('reasons').clear();
  for (const [id, why] of reasons) void work.objectStore('reasons').put({ id, reasons: why });
  for (const id of gone) void work.objectStore('documents').delete(id);
  await work.done;
}

async function keepFiles(store: Store, userId: number): Promise<void> {
  const cache = await globalThis.caches?.open(FILES + userId);
  if (!cache) return;
  const documents = await store.getAll('documents');
  const wanted = new Set(
    documents.flatMap(({ files }) => files.filter(({ size }) => size <= FILE_BYTES).map(({ url }) => url)),
  );
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of known) if (!wanted.has(path) && path !== KEPT_LIST) await cache.delete(path);
  // A file that cannot be had now is tried again the next time.
  for (const path of wanted) if (!known.has(path)) await cache.add(path).catch(() => undefined);
  await cache.put(KEPT_LIST, Response.json(documents.map(({ id }) => id)));
}
