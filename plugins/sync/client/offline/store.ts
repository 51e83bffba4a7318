// What a device keeps of what one person sees, in one database of the browser that is named after them.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { HeldFile } from '../../../../core/client/offline-files.ts';
import type { Mutation } from '../../model.ts';

/** A page or a row as the service describes it, without its text. */
export interface PageRecord {
  id: number;
  workspace_id: number;
  parent_id: number | null;
  kind: string;
  title: string;
  page_icon: string;
  cover_url: string;
  position: number;
  full_width: number;
  font_small: number;
  is_locked: number;
  sync_version: number;
  updated_at: string;
  /** of a row */
  collection_id?: number;
  values?: Record<string, unknown>;
}

/** A tag of who keeps pages here. */
export interface TagRecord {
  id: number;
  name: string;
  color: string;
}

export interface PropertyRecord {
  id: number;
  name: string;
  type: string;
  config: Record<string, unknown>;
  storage?: number;
}

export interface CollectionRecord {
  id: number;
  page_id: number;
  name: string;
  properties: PropertyRecord[];
  views: { id: number; name: string; kind: string }[];
}

export interface WorkspaceRecord {
  id: number;
  name: string;
  icon: string;
  role: string;
}

export interface KeptFile {
  id: number;
  name: string;
  size: number;
  url: string;
}

/** The text of a page: as it reads, and as it is written in. */
export interface LocalDocument {
  id: number;
  version: number;
  epoch: string | null;
  schema_version: number | null;
  /** in base64 */
  state: string | null;
  html: string;
  files: KeptFile[];
  can_edit: boolean;
  /** when this device brought or showed it last */
  seen_at: number;
}

/** For whom this device keeps pages. */
export interface DeviceUser {
  name: string;
  /** where they were last */
  workspaceId: number;
}

export type EntryState = 'pending' | 'syncing' | 'failed';

/** A change that waits to be sent. */
export interface WaitingEntry extends Mutation {
  /** their order */
  seq?: number;
  state: EntryState;
  retries: number;
  /** not before, in milliseconds since 1970 */
  next_at: number;
  error: string;
  /** what people call the thing that it changes */
  name: string;
  /** number of that thing on this device */
  target: number;
  /** of a new page: keys of the text that goes along */
  texts?: number[];
  /** the record as it was before, to be shown again when the change is not taken */
  before: PageRecord | null;
}

/** A file that waits to be sent into its page. */
export interface HeldFileRecord extends HeldFile {
  state: 'pending' | 'failed';
  error: string;
  /** once it is stored by the service, but not in its page yet */
  file_id: number | null;
  at: number;
}

export type KeepReason = 'pinned' | 'below' | 'favorite' | 'recent' | 'edited';

interface Schema extends DBSchema {
  pages: { key: number; value: PageRecord; indexes: { parent: number; collection: number } };
  collections: { key: number; value: CollectionRecord; indexes: { page: number } };
  workspaces: { key: number; value: WorkspaceRecord };
  documents: { key: number; value: LocalDocument };
  queue: { key: number; value: WaitingEntry };
  reasons: { key: number; value: { id: number; reasons: KeepReason[] } };
  /** numbers that this device gave, with what the service calls those things */
  made: { key: number; value: { local: number; client_id: string; id: number; page_id: number } };
  /** names of the tags that pages carry, as the service said last */
  page_tags: { key: number; value: { id: number; tags: string[] } };
  held_files: { key: string; value: HeldFileRecord };
  meta: { key: string; value: unknown };
}

export type Store = IDBPDatabase<Schema>;

const VERSION = 2;
export const storeName = (userId: number | ''): string => `commonplace-${userId}`;
/** Held by whoever sends, a page or the worker beside pages. */
export const senderLock = (userId: number): string => `commonplace-sync-${userId}`;

let opening: { userId: number; store: Promise<Store> } | undefined;
const forget = (): void => {
  opening = undefined;
};

function make(database: Store, before: number): void {
  if (before < 1) makeFirst(database);
  database.createObjectStore('page_tags', { keyPath: 'id' });
  database.createObjectStore('held_files', { keyPath: 'block_id' });
}

function makeFirst(database: Store): void {
  const pages = database.createObjectStore('pages', { keyPath: 'id' });
  pages.createIndex('parent', 'parent_id');
  pages.createIndex('collection', 'collection_id');
  database.createObjectStore('collections', { keyPath: 'id' }).createIndex('page', 'page_id');
  database.createObjectStore('workspaces', { keyPath: 'id' });
  database.createObjectStore('documents', { keyPath: 'id' });
  database.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true });
  database.createObjectStore('reasons', { keyPath: 'id' });
  database.createObjectStore('made', { keyPath: 'local' });
  database.createObjectStore('meta');
}

export function openStore(userId: number): Promise<Store> {
  if (opening?.userId === userId) return opening.store;
  const store = openDB<Schema>(storeName(userId), VERSION, {
    upgrade: make,
    // Signing out, here or in another tab, takes all of it away.
    blocking: (_now, _next, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening = { userId, store };
  store.catch(forget);
  return store;
}

/** Whoever is done lets go of it, so that signing out can take it away. */
export function closeStore(): void {
  void opening?.store.then((store) => store.close());
  forget();
}

export const readMeta = async <T>(store: Store, name: string): Promise<T | undefined> =>
  (await store.get('meta', name)) as T | undefined;

/** One change after another, in whatever tab: what it has read still stands when it writes. None may wait for another. */
export const withStoreLock = <T>(store: Store, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`${store.name}-changes`, work);
