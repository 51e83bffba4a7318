// What was written together and is not stored by the server yet lies in this browser; whoever signs out leaves none of it.

/** Name of the database of it in the browser, and of what the document is told when something of it came or went. */
export const KEPT_TEXT = 'commonplace-unsent';
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
const forget = (): void => {
  opening = undefined;
};

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_TEXT, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true }).createIndex('page', 'page');
  const database = await answered(request);
  // Cleared by the browser or by signing out in another tab: what is written then needs a new one.
  database.onclose = forget;
  database.onversionchange = () => {
    database.close();
    forget();
  };
  return database;
}

/** The changes of everybody who writes in this browser, with an index `page`. */
export async function keptUpdates(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= open();
  opening.catch(forget);
  return (await opening).transaction(STORE, mode).objectStore(STORE);
}

/** Leaves nothing of anybody's text behind. */
export const forgetKeptText = (): void => void indexedDB.deleteDatabase(KEPT_TEXT);
