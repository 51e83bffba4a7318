// What was written and is not stored by the server yet, kept in this browser: a reload or a closed tab loses none of it.
import { mergeUpdates } from 'yjs';
import { answered, KEPT_TEXT, type KeptUpdate, keptUpdates } from '../../../../core/client/offline-text.ts';

async function add(row: KeptUpdate): Promise<number> {
  const rows = await keptUpdates('readwrite');
  const key = answered(rows.add(row));
  // A page that is left would take along what it has not committed.
  rows.transaction.commit();
  return (await key) as number;
}

/** So many changes are put together. */
const MANY = 50;

/** Text of who keeps pages on this device is sent, or becomes a page, also where its document is no more. */
const isKeeping = (): boolean => localStorage.getItem('commonplace-offline') !== null;

export class UnsentUpdates {
  readonly #page: string;
  readonly #scope: string;
  /** keys of changes that this tab keeps, with how many changes there were up to each */
  #kept: { key: number; count: number }[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  #isKept = true;
  /** changes that are being kept */
  #coming = 0;

  /** `place`: what is written, e.g. `pages/7` */
  constructor(userId: number, place: string, epoch: string) {
    this.#page = `${userId}:${place}`;
    this.#scope = `${this.#page}:${epoch}`;
  }

  /** Whether everything so far is kept; a browser without room or in private mode may keep nothing. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** What an earlier visit left; of a document that is no more, it is forgotten, unless it becomes a page of its own. */
  async left(): Promise<Uint8Array[]> {
    const store = await keptUpdates('readwrite');
    const found = (await answered(store.index('page').getAll(this.#page))) as Required<KeptUpdate>[];
    for (const { key, scope } of found) if (scope !== this.#scope && !isKeeping()) store.delete(key);
    const own = found.filter(({ scope }) => scope === this.#scope);
    this.#kept.push(...own.map(({ key }) => ({ key, count: Number.POSITIVE_INFINITY })));
    return own.map(({ update }) => update);
  }

  /** What an earlier visit left is in the document now, as of the change with this number. */
  adopt(count: number): void {
    this.#kept = this.#kept.map((one) => (Number.isFinite(one.count) ? one : { ...one, count }));
  }

  /**
   * Whether the next change is to be kept with all before it: who keeps pages opens them without the server, which alone
   * may have what the change builds on.
   */
  get wantsWhole(): boolean {
    return isKeeping() && !this.#kept.length && !this.#coming;
  }

  /** Keeps the change with this number until it is stored. */
  keep(update: Uint8Array, count: number): void {
    const row: KeptUpdate = { scope: this.#scope, page: this.#page, update };
    const before = this.#writing;
    // At once, without waiting for the letter before: the page may be left with the next key.
    const adding = add(row);
    this.#coming += 1;
    this.#run(async () => {
      const key = await adding;
      await before;
      this.#coming -= 1;
      this.#kept.push({ key, count });
      if (this.#kept.length >= MANY) await this.#gather();
    });
  }

  /** All that is kept as one change: whoever sends it later would have to ask for each letter. */
  async #gather(): Promise<void> {
    const rows = await keptUpdates('readwrite');
    const found = (await Promise.all(this.#kept.map(({ key }) => answered(rows.get(key))))) as (
      | KeptUpdate
      | undefined
    )[];
    const update = mergeUpdates(found.flatMap((row) => (row ? [row.update] : [])));
    for (const { key } of this.#kept) rows.delete(key);
    const key = (await answered(rows.add({ scope: this.#scope, page: this.#page, update }))) as number;
    this.#kept = [{ key, count: Math.max(...this.#kept.map(({ count }) => count)) }];
  }

  /** The server has stored the changes up to this number. */
  stored(count: number): void {
    this.#run(async () => {
      const gone = this.#kept.filter((one) => one.count <= count);
      if (!gone.length) return;
      this.#kept = this.#kept.filter((one) => one.count > count);
      const store = await keptUpdates('readwrite');
      for (const { key } of gone) store.delete(key);
    });
  }

  #run(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).then(
      () => {
        this.#isKept = true;
        document.dispatchEvent(new Event(KEPT_TEXT));
      },
      () => {
        this.#isKept = false;
      },
    );
  }
}
