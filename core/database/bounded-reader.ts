// Reading for one request: one connection at a time, each statement with an end, and none for a client that has left.
import type { Knex } from 'knex';
import { clientOf, derived } from './derived-client.ts';
import { type ReadShares, TooExpensive } from './read-limits.ts';
import { endTimeLimit, startTimeLimit, type TimeLimit } from './timeouts.ts';

export interface ReadLimit {
  /** whose share of the connections is used */
  key(): string;
  /** how long one statement may take */
  ms: number;
  /** whether a part of the answer has been sent */
  hasBegun(): boolean;
}

/** How many statements' time a request waits for its turn: before it answers, and in the middle of its answer. */
const WAITS = { before: 2, within: 60 };

/** What reads for one request. */
export interface BoundedReader {
  db: Knex;
  /** Nobody waits for the answer any more: what runs ends, and nothing further is begun. */
  leave(): void;
}

/** Ends the statement that runs on a connection, unless it has not begun yet; then it is called again. */
export type Cancel = (connection: object) => Promise<void>;

/** A statement on its connection. */
class Running implements TimeLimit {
  until: number;
  readonly #cancel: () => Promise<void>;
  #cancelling: Promise<void> | undefined;

  constructor(ms: number, cancel: () => Promise<void>) {
    this.until = performance.now() + ms;
    this.#cancel = cancel;
    startTimeLimit(this);
  }

  end(): void {
    this.#cancelling ??= this.#cancel()
      .catch(() => {})
      .then(() => {
        this.#cancelling = undefined;
      });
  }

  /** The connection may serve somebody else once this resolves. */
  stop(): Promise<void> | undefined {
    endTimeLimit(this);
    return this.#cancelling;
  }
}

/** All of `pool` for one request. Statements that run at the same time wait for each other. */
export function boundedReader(pool: Knex, shares: ReadShares, limit: ReadLimit, cancel: Cancel): BoundedReader {
  const client = clientOf(pool);
  let isLeft = false;
  let running: Running | undefined;
  let giveBack = () => {};
  let last: Promise<void> | undefined;
  let next = () => {};
  const acquire = async (): Promise<object> => {
    if (isLeft) throw new TooExpensive('Nobody waits for the answer any more.');
    const hasBegun = limit.hasBegun();
    giveBack = await shares.enter(limit.key(), WAITS[hasBegun ? 'within' : 'before'] * limit.ms, hasBegun);
    try {
      const connection = await client.acquireConnection();
      running = new Running(limit.ms, () => cancel(connection));
      return connection;
    } catch (error) {
      giveBack();
      throw error;
    }
  };
  const db = derived(pool, {
    async acquireConnection() {
      const before = last;
      let mine = () => {};
      last = new Promise((resolve) => {
        mine = resolve;
      });
      if (before) await before;
      next = mine;
      try {
        return await acquire();
      } catch (error) {
        mine();
        throw error;
      }
    },
    async releaseConnection(connection: object) {
      const cancelling = running?.stop();
      running = undefined;
      if (cancelling) await cancelling;
      await client.releaseConnection(connection);
      giveBack();
      next();
    },
  });
  const leave = () => {
    isLeft = true;
    if (running) running.until = 0;
  };
  return { db, leave };
}
