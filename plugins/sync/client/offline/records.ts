// The records of this device, brought up to what the service tells of changes.
import { isLocal, waitingByTarget, withWaiting } from './entries.ts';
import { askDelta, askHeld, type DeltaAnswer, type DeltaChange, type DeviceIdentity } from './service.ts';
import { readMeta, type Store, type WaitingEntry, withStoreLock } from './store.ts';

const HELD_PART = 5000;

/** Reads to the end what changed since the last time; all of it the first time. @throws RequestError */
export async function pullRecords(store: Store, own: DeviceIdentity): Promise<void> {
  let isNarrowed = false;
  for (;;) {
    const delta = await askDelta(await readMeta<string>(store, 'cursor'));
    await withStoreLock(store, () => take(store, delta));
    isNarrowed ||= delta.recheck || delta.resync_required;
    if (!delta.has_more) break;
  }
  if (isNarrowed) await recheck(store, own);
}

/** What is not for this device any more goes, and what came into sight comes. */
async function recheck(store: Store, own: DeviceIdentity): Promise<void> {
  const held = (await store.getAll('pages')).filter(({ id }) => !isLocal(id));
  for (let at = 0; at < held.length || at === 0; at += HELD_PART) {
    const part = held.slice(at, at + HELD_PART).map(({ id, sync_version }) => ({ id, version: sync_version }));
    for (const id of (await askHeld(own, part)).gone) await dropPage(store, id);
  }
  await store.delete('meta', 'cursor');
  for (;;) {
    const delta = await askDelta(await readMeta<string>(store, 'cursor'));
    await withStoreLock(store, () => take(store, delta));
    if (!delta.has_more) return;
  }
}

async function take(store: Store, delta: DeltaAnswer): Promise<void> {
  const waiting = await waitingByTarget(store);
  if (delta.resync_required)
    for (const { id } of await store.getAll('pages')) if (!isLocal(id)) await store.delete('pages', id);
  for (const change of delta.changes) if (change.op !== 'upsert') await takeAway(store, change);
  const work = store.transaction(['pages', 'collections', 'workspaces', 'meta'], 'readwrite');
  for (const change of delta.changes) {
    if (change.op !== 'upsert') continue;
    if (change.type === 'workspace') void work.objectStore('workspaces').put(change.data);
    else if (change.type === 'collection') void work.objectStore('collections').put(change.data);
    else {
      const shown = withWaiting(change.data, waiting.get(change.id) ?? []);
      if (shown) void work.objectStore('pages').put(shown);
    }
  }
  void work.objectStore('meta').put(delta.cursor, 'cursor');
  await work.done;
  await rebase(store, delta.changes, waiting);
}

/** What a change that waits is undone to is what the service says by now. */
async function rebase(store: Store, changes: DeltaChange[], waiting: Map<number, WaitingEntry[]>): Promise<void> {
  for (const change of changes)
    if (change.op === 'upsert' && (change.type === 'page' || change.type === 'row'))
      for (const entry of waiting.get(change.id) ?? []) await store.put('queue', { ...entry, before: change.data });
}

async function takeAway(store: Store, { type, id }: DeltaChange): Promise<void> {
  if (type === 'page' || type === 'row') await dropPage(store, id);
  else if (type === 'collection') await store.delete('collections', id);
  else await store.delete('workspaces', id);
}

/** Everything of a page that this device has, but for what was written here and is not sent. */
export async function dropPage(store: Store, id: number): Promise<void> {
  const work = store.transaction(['pages', 'documents', 'reasons'], 'readwrite');
  for (const name of ['pages', 'documents', 'reasons'] as const) void work.objectStore(name).delete(id);
  await work.done;
}
