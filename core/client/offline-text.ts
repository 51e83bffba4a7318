// What was written together and is not stored by the server yet lies in this browser; whoever signs out leaves none of it.

/** Name of the database of it in the browser. */
const KEPT_TEXT = 'commonplace-unsent';
const STORE = 'updates';

/** One change; `page` names the person and what they wrote, as `7:pages/12`, `scope` also which document of it. */
export interface KeptUpdate {
  key?: number;
  scope: string;
  page: string;
  update: Uint8Array;
}

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_TEXT, 1);
  request.onupgradeneeded = () => {
    const rows = request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true });
    rows.createIndex('page', 'page');
  };
  return answered(request).then((database) => {
    // Cleared by the browser or by signing out in another tab: what is written then needs a new one.
    database.onclose = () => {
      opening = undefined;
    };
    database.onversionchange = () => {
      database.close();
      opening = undefined;
    };
    return database;
  });
}

/** The changes of everybody who writes in this browser, with an index `page`. */
export async function keptUpdates(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= open();
  opening.catch(() => {
    opening = undefined;
  });
  return (await opening).transaction(STORE, mode).objectStore(STORE);
}

/** Leaves nothing of anybody's text behind. */
export const forgetKeptText = (): void => void indexedDB.deleteDatabase(KEPT_TEXT);
