// A tab of somebody who keeps pages on this device: one of all tabs brings and sends, and every one shows how it stands.

import { keepFiles, tellFiles } from '../../../../core/client/offline-files.ts';
import { KEPT_TEXT } from '../../../../core/client/offline-text.ts';
import { onPageChange, onPageEvent } from '../../../../core/client/page-events.ts';
import { answerOffline, RequestError } from '../../../../core/client/request.ts';
import { answersOf } from './answers/answers.ts';
import { showBadge } from './badge.ts';
import { QUEUE_TAG } from './cache-names.ts';
import { device } from './device.ts';
import { pullDocuments } from './documents.ts';
import { isLocal } from './entries.ts';
import { fileKeeperOf, sendFiles } from './files.ts';
import { wipe } from './keeper.ts';
import { offerPins } from './pin-dialog.ts';
import { pullRecords } from './records.ts';
import { sendQueue } from './sending.ts';
import { askHeld, askStatus, tellEmptied } from './service.ts';
import { askBeforeSignOut } from './sign-out.ts';
import { type DeviceState, waitingNow } from './state.ts';
import { openStore, readMeta, type Store, senderLock, withStoreLock } from './store.ts';
import { onWord, tellTabs } from './tabs.ts';
import { pullTags } from './tags.ts';
import { sendTexts } from './texts.ts';
import { loadWords } from './words.ts';

/** While something waits, or nobody answers: at first soon, then less and less often. */
const AGAIN_FIRST_MS = 1_000;
const AGAIN_MOST_MS = 60_000;
/** What happens at once elsewhere is asked for once. */
const GATHER_MS = 1_000;
const WIPE_AFTER_MS = 24 * 3_600_000;

let state: DeviceState = {
  isOffline: !navigator.onLine,
  waiting: 0,
  failed: 0,
  conflicts: 0,
  progress: null,
  isSignedOut: false,
  isFull: false,
};
const listeners: ((state: DeviceState) => void)[] = [];

export const onState = (hear: (state: DeviceState) => void): void => {
  listeners.push(hear);
  hear(state);
};

function show(change: Partial<DeviceState>): void {
  state = { ...state, ...change };
  for (const hear of listeners) hear(state);
}

const isOfNetwork = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status >= 500);

/** Brings and sends everything, one run at a time; a run that is asked for meanwhile follows. */
class Leader {
  readonly #store: Store;
  readonly #userId: number;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, userId: number) {
    this.#store = store;
    this.#userId = userId;
  }

  run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** There is a network again: what failed before says nothing about it. */
  runAnew(): void {
    this.#failures = 0;
    void this.run();
  }

  async #work(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      const change = await this.#once();
      await tellState(this.#store, this.#userId, change);
    }
    this.#later();
  }

  /** A server that comes back says nothing, and a network that does may have done so a moment too early. */
  #later(): void {
    clearTimeout(this.#again);
    this.#failures = state.isOffline ? this.#failures + 1 : 0;
    const wait = state.isOffline ? Math.min(AGAIN_MOST_MS, AGAIN_FIRST_MS * 2 ** this.#failures) : AGAIN_MOST_MS;
    if (state.isOffline || state.waiting > 0) this.#again = setTimeout(() => void this.run(), wait);
  }

  async #once(): Promise<Partial<DeviceState>> {
    const store = this.#store;
    try {
      const own = await device(store);
      // Nothing is on its way before there is somebody to take it: it goes each time as it went first.
      const { devices } = await askStatus();
      const isForgotten =
        (await readMeta(store, 'synced_at')) !== undefined &&
        !devices.some(({ device_id }) => device_id === own.device_id);
      await sendQueue(store, own, this.#userId, (done, total) => share({ progress: { done, total } }));
      await sendTexts(store, this.#userId);
      // Text that its page does not take has become a change.
      await sendQueue(store, own, this.#userId, () => undefined);
      await sendFiles(store);
      await pullRecords(store, own);
      await pullDocuments(store, this.#userId);
      await pullTags(store);
      // By this it is known, too.
      await askHeld(own, []);
      if (isForgotten) await this.#empty(own.device_id);
      await store.put('meta', Date.now(), 'synced_at');
      await store.delete('meta', 'refused_at');
      const { conflicts } = await askStatus();
      return { isOffline: false, isSignedOut: false, isFull: false, conflicts, progress: null };
    } catch (error) {
      return this.#faultOf(error);
    }
  }

  /** From afar: what waited has been sent before. */
  async #empty(deviceId: string): Promise<void> {
    await tellEmptied(deviceId);
    await wipe(this.#userId);
    location.reload();
  }

  async #faultOf(error: unknown): Promise<Partial<DeviceState>> {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return { isFull: true, progress: null };
    if (error instanceof RequestError && error.status === 401) {
      await noteRefusal(this.#store);
      return { isSignedOut: true, progress: null };
    }
    return { progress: null, ...(isOfNetwork(error) ? { isOffline: true } : {}) };
  }
}

/** The session of who keeps pages here has ended; when that was first seen counts. */
export async function noteRefusal(store: Store): Promise<void> {
  await store.put('meta', (await readMeta<number>(store, 'refused_at')) ?? Date.now(), 'refused_at');
}

/** Whether the session of who keeps pages here ended so long ago that nothing stays. */
export async function isOverdue(store: Store): Promise<boolean> {
  const since = await readMeta<number>(store, 'refused_at');
  return since !== undefined && Date.now() - since > WIPE_AFTER_MS;
}

function share(change: Partial<DeviceState>): void {
  show(change);
  tellTabs({ type: 'state', state });
}

async function tellState(store: Store, userId: number, change: Partial<DeviceState>): Promise<void> {
  share({ ...change, ...(await waitingNow(store, userId)) });
  if (state.isOffline && state.waiting) void askWorker().catch(() => undefined);
}

interface Waking {
  sync?: { register(tag: string): Promise<void> };
}

/** Also where all pages are closed before there is a connection; not all browsers can. */
async function askWorker(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration()) as Waking | undefined;
  await worker?.sync?.register(QUEUE_TAG);
}

/** Wakes whoever leads, here or in another tab. */
let wake = (): void => tellTabs({ type: 'waiting' });

/** Something waits now; the badge says so at once. */
export async function entryAdded(store: Store, userId: number): Promise<void> {
  await tellState(store, userId, {});
  wake();
}

/** A title that is written on its page is in its text; that of a page that was made here is also what it is made with. */
const rename = (store: Store, id: number, title: string): Promise<void> =>
  withStoreLock(store, async () => {
    const page = isLocal(id) ? await store.get('pages', id) : undefined;
    if (page && page.title !== title) await store.put('pages', { ...page, title });
  });

/** What is asked for while it is being done is done once more afterwards. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
}

export const syncNow = (): void => wake();

function lead(store: Store, userId: number): void {
  const leader = new Leader(store, userId);
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    if (gathering) return;
    gathering = setTimeout(() => {
      gathering = undefined;
      void leader.run();
    }, GATHER_MS);
  };
  wake = () => void leader.run();
  addEventListener('online', () => leader.runAnew());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon());
  onPageEvent(soon);
  onWord(({ type }) => (type === 'waiting' || type === 'now') && wake());
  wake();
}

export async function startSession(userId: number): Promise<Store> {
  const [store] = await Promise.all([openStore(userId), loadWords()]);
  // The bar says how things stand; nothing else need.
  document.documentElement.dataset.keeps = '';
  const added = () => entryAdded(store, userId);
  answerOffline(answersOf({ store, userId, added }));
  keepFiles(fileKeeperOf(store, () => state.isOffline, added));
  onWord((word) => word.type === 'state' && show(word.state));
  onWord(({ type }) => type === 'files' && tellFiles());
  addEventListener('offline', () => show({ isOffline: true }));
  onState(showBadge);
  askBeforeSignOut(userId);
  onPageChange(({ id, title }) => title !== undefined && void rename(store, id, title));
  document.addEventListener(
    KEPT_TEXT,
    inTurn(() => tellState(store, userId, {})),
  );
  offerPins(store, syncNow);
  show(await waitingNow(store, userId));
  // Held as long as this tab lives; another one leads from then on.
  void navigator.locks.request(senderLock(userId), () => {
    lead(store, userId);
    return new Promise(() => undefined);
  });
  return store;
}
