// Who may read at the same time: nobody takes all reading connections, and whoever asks for much takes one.

/** What is asked for takes longer than it may, or waits behind what the same person asked for before. */
export class TooExpensive extends Error {
  override name = 'TooExpensive';
}

/** So many statements of one reader run at once, however many connections there are: each has a processor to itself. */
const AT_ONCE = 3;
/** From here on a statement counts as slow. */
const SLOW_MS = 1_000;
/** For so long after a slow statement whoever asked for it has one connection. */
const MEMORY_MS = 5_000;
/** Readers that are remembered without reading at the moment. */
const IDLE_MAX = 1_000;

interface Share {
  /** when each statement that runs began */
  running: Set<{ since: number }>;
  /** those whose answer has begun come first: it is to be whole */
  waiting: { hasBegun: boolean; go(): void }[];
  slowUntil: number;
}

export class ReadShares {
  readonly #most: number;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();

  /**
   * @param connections how many there are
   * @param now milliseconds of a clock that only goes forward
   */
  constructor(connections: number, now = () => performance.now()) {
    this.#most = Math.max(1, Math.min(connections - 1, AT_ONCE));
    this.#now = now;
  }

  /**
   * Waits until the reader of this key may use one more connection; returns the function that gives it back.
   * @param hasBegun whether a part of the answer has been sent
   * @throws TooExpensive after `waitMs` behind the reader's own statements
   */
  async enter(key: string, waitMs: number, hasBegun = false): Promise<() => void> {
    const share = this.#shareOf(key);
    if (share.waiting.length > 0 || share.running.size >= this.#mostOf(share))
      await this.#wait(share, waitMs, hasBegun);
    const mine = { since: this.#now() };
    share.running.add(mine);
    return () => this.#leave(share, mine);
  }

  #shareOf(key: string): Share {
    const known = this.#shares.get(key);
    if (known) return known;
    if (this.#shares.size >= IDLE_MAX) this.#forget();
    const share = { running: new Set<{ since: number }>(), waiting: [], slowUntil: 0 };
    this.#shares.set(key, share);
    return share;
  }

  #forget(): void {
    const now = this.#now();
    for (const [key, { running, waiting, slowUntil }] of this.#shares)
      if (!running.size && !waiting.length && slowUntil < now) this.#shares.delete(key);
  }

  #mostOf({ running, slowUntil }: Share): number {
    const now = this.#now();
    if (slowUntil > now) return 1;
    for (const { since } of running) if (now - since > SLOW_MS) return 1;
    return this.#most;
  }

  #wait(share: Share, waitMs: number, hasBegun: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        share.waiting = share.waiting.filter((one) => one.go !== go);
        reject(
          new TooExpensive(
            'Your other requests take all the time that one person may have. Wait for them, or ask for less.',
          ),
        );
      }, waitMs);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const behind = hasBegun ? share.waiting.findIndex((one) => !one.hasBegun) : -1;
      share.waiting.splice(behind < 0 ? share.waiting.length : behind, 0, { hasBegun, go });
    });
  }

  #leave(share: Share, mine: { since: number }): void {
    const now = this.#now();
    share.running.delete(mine);
    if (now - mine.since > SLOW_MS) share.slowUntil = now + MEMORY_MS;
    // Each that goes on counts itself only in a moment, so no more are let in than there is room for now.
    const room = this.#mostOf(share) - share.running.size;
    for (const { go } of share.waiting.splice(0, Math.max(0, room))) go();
  }
}
