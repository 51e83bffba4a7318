// Drafts: what was written and not saved yet, kept in this browser for its writer only, until the server has it.
import type { NodeJson } from '../../../blocks/schema/prosemirror-json.ts';

export interface LocalDraft {
  /** one for each tab that writes */
  key: string;
  userId: number;
  pageId: number;
  title: string;
  doc: NodeJson;
  /** version of the page that it is based on */
  version: number;
  /** when it was written, in milliseconds */
  at: number;
}

const STORE = 'drafts';
const KEEP_MS = 90 * 86_400_000;

let opening: Promise<IDBDatabase> | undefined;

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function forget(): void {
  opening = undefined;
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('commonplace-drafts', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('page', ['userId', 'pageId']);
    };
    request.onsuccess = () => {
      // The browser may clear its storage while the page is open; what is written then needs a new one.
      request.result.onclose = forget;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(forget);
  return opening;
}

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE);

/** Where one tab keeps its draft of one page. */
export class DraftPlace {
  readonly #userId: number;
  readonly #pageId: number;
  readonly #key: string;

  constructor(userId: number, pageId: number) {
    this.#userId = userId;
    this.#pageId = pageId;
    this.#key = `${userId}:${pageId}:${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    // Held as long as this tab lives, so that other tabs do not take its draft for a lost one.
    navigator.locks?.request(this.#key, () => new Promise(() => undefined)).catch(() => undefined);
  }

  async write(draft: Pick<LocalDraft, 'title' | 'doc' | 'version'>): Promise<void> {
    const whole: LocalDraft = { ...draft, key: this.#key, userId: this.#userId, pageId: this.#pageId, at: Date.now() };
    await answered((await store('readwrite')).put(whole));
  }

  async remove(key = this.#key): Promise<void> {
    await answered((await store('readwrite')).delete(key));
  }

  /** Drafts that this person left behind on this page, newest first; none that another tab is writing. */
  async leftBehind(): Promise<LocalDraft[]> {
    const index = (await store('readonly')).index('page');
    const drafts = (await answered(index.getAll([this.#userId, this.#pageId]))) as LocalDraft[];
    const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
    const isLive = ({ key }: LocalDraft) => key === this.#key || held.has(key);
    for (const { key, at } of drafts) if (Date.now() - at > KEEP_MS) await this.remove(key);
    return drafts.filter((draft) => !isLive(draft) && Date.now() - draft.at <= KEEP_MS).sort((a, b) => b.at - a.at);
  }
}
