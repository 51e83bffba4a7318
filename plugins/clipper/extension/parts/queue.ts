// Clips that wait to be sent, in a database of the extension: nothing is lost without a connection.
import type { ClipBody } from './draft.ts';

export interface QueuedClip {
  client_id: string;
  body: ClipBody;
  /** epoch milliseconds */
  added: number;
  /** who clipped it: it is sent for nobody else that this browser is connected for later */
  owner?: string | undefined;
  /** how often the service failed at it */
  tries?: number;
  /** the service said no; it stays until somebody sends it elsewhere or gives it up */
  refused?: string;
}

const STORE = 'clips';

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open('commonplace-clips', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'client_id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((done, failed) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const enqueue = (one: QueuedClip): Promise<unknown> => within('readwrite', (store) => store.put(one));
export const removeQueuedClip = (id: string): Promise<unknown> => within('readwrite', (store) => store.delete(id));

/** In the order in which they were clipped. */
export async function waiting(): Promise<QueuedClip[]> {
  const all = await within('readonly', (store) => store.getAll() as IDBRequest<QueuedClip[]>);
  return all.sort((a, b) => a.added - b.added);
}
