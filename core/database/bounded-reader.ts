// Reading for one request: one connection at a time, each statement with an end, and none for a client that has left.
import type { Knex } from 'knex';
import { clientOf, derived } from './derived-client.ts';
import { type ReadShares, TooExpensive } from './read-limits.ts';
import { type Followers, ReadSource } from './read-source.ts';
import { endTimeLimit, startTimeLimit, type TimeLimit } from './timeouts.ts';

export interface ReadLimit {
  /** whose share of the connections is used */
  key(): string;
  /** how long one statement may take */
  ms: number;
  /** whether a part of the answer has been sent */
  hasBegun(): boolean;
  /** a server that follows the one that takes writes may answer, if it has all that was committed when it is asked */
  mayFollow?: boolean;
}

/** How many statements' time a request waits for its turn: before it answers, and in the middle of its answer. */
const WAITS = { before: 2, within: 60 };

/** What reads for one request. */
export interface BoundedReader {
  db: Knex;
  /** Nobody waits for the answer any more: what runs ends, and nothing further is begun. */
  leave(): void;
  /** Something was written for the request: what is read from now on has it. */
  written(): void;
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

export interface ReadSources {
  pool: Knex;
  replicas: Followers | null;
  shares: ReadShares;
  cancel: Cancel;
}

/** The statement of one request that runs, on its connection, with its share of the connections and its end. */
class Turn {
  readonly #source: ReadSource;
  readonly #sources: ReadSources;
  readonly #limit: ReadLimit;
  #running: Running | undefined;
  #giveBack = () => {};
  #isLeft = false;
  /** to the primary, on which a statement went on that a replica had failed */
  #instead: object | undefined;

  constructor(sources: ReadSources, source: ReadSource, limit: ReadLimit) {
    this.#sources = sources;
    this.#source = source;
    this.#limit = limit;
  }

  async begin(): Promise<object> {
    if (this.#isLeft) throw new TooExpensive('Nobody waits for the answer any more.');
    const { key, ms, hasBegun } = this.#limit;
    const begun = hasBegun();
    this.#giveBack = await this.#sources.shares.enter(key(), WAITS[begun ? 'within' : 'before'] * ms, begun);
    try {
      return await this.#connect();
    } catch (error) {
      this.#giveBack();
      throw error;
    }
  }

  /** A connection on which a statement goes on that failed on this one; undefined when it has failed for good. */
  async other(connection: object, error: unknown): Promise<object | undefined> {
    if (this.#isLeft || !this.#source.isOfReplica(connection, error)) return undefined;
    await this.#stop();
    this.#instead = await this.#connect();
    return this.#instead;
  }

  async end(connection: object): Promise<void> {
    await this.#stop();
    const other = this.#instead;
    this.#instead = undefined;
    if (other) await this.#source.release(other);
    await this.#source.release(connection);
    this.#giveBack();
  }

  leave(): void {
    this.#isLeft = true;
    if (this.#running) this.#running.until = 0;
  }

  async #connect(): Promise<object> {
    const connection = await this.#source.acquire();
    this.#running = new Running(this.#limit.ms, () => this.#sources.cancel(connection));
    return connection;
  }

  async #stop(): Promise<void> {
    const cancelling = this.#running?.stop();
    this.#running = undefined;
    if (cancelling) await cancelling;
  }
}

/** Sends a statement that a replica fails once more, to the primary. */
function withSecondTry(pool: Knex, turn: Turn) {
  const { query } = clientOf(pool);
  return {
    async query(this: object, connection: object, statement: string | object) {
      // What is sent is changed on its way.
      const copy = typeof statement === 'string' ? statement : { ...statement };
      try {
        return await query.call(this, connection, copy);
      } catch (error) {
        const other = await turn.other(connection, error);
        if (!other) throw error;
        return query.call(this, other, statement);
      }
    },
  };
}

/** All of the primary's pool for one request. Statements that run at the same time wait for each other. */
export function boundedReader(sources: ReadSources, limit: ReadLimit): BoundedReader {
  const { pool } = sources;
  const replicas = limit.mayFollow ? sources.replicas : null;
  const source = new ReadSource(pool, replicas);
  const turn = new Turn(sources, source, limit);
  let last: Promise<void> | undefined;
  let next = () => {};
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
        return await turn.begin();
      } catch (error) {
        mine();
        throw error;
      }
    },
    async releaseConnection(connection: object) {
      await turn.end(connection);
      next();
    },
    ...(replicas && withSecondTry(pool, turn)),
  });
  return { db, leave: () => turn.leave(), written: () => source.forget() };
}
