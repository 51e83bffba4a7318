// Servers that follow the one that takes writes, and answer readers once they have all that was committed before.
import type { Knex } from 'knex';

export interface Replica {
  /** host and port, without user and password */
  name: string;
  pool: Knex;
  /** a connection of its own that asks how far it is, also while all of the pool are taken */
  probe: Knex;
}

/** What is known of a replica: whether it answers, whether it keeps up, and how many requests it was given. */
export interface ReplicaState {
  name: string;
  state: 'current' | 'late' | 'away';
  requests: number;
}

/** How long a replica is waited for that has not replayed a moment's changes yet, and how often it is asked. */
const CATCH_UP_MS = 10;
const ASK_AGAIN_MS = 2;
/** How long one is left alone that was late. */
const LATE_MS = 250;
/** How often one is asked that did not answer: beside all requests, none of which waits for it. */
const AWAY_MS = 2_000;
/** A server that says nothing for so long does not answer. */
const ANSWER_MS = 500;

/**
 * Where the log of changes ends that everybody has been told of. A change is told of before it is on the disk only where
 * the server was set to that.
 */
const COMMITTED = `select case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as position`;
/** A replica that was made the primary of others follows nobody, and has a log of its own. */
const REPLAYED = 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position';

/** A place in the log of changes, `16/B374D848`, as a number. */
const placeOf = (position: string): bigint => {
  const [file = '', offset = ''] = position.split('/');
  return (BigInt(`0x${file}`) << 32n) | BigInt(`0x${offset}`);
};

/** Answers of one question for all who ask at the same time: each is of a moment after it was asked for. */
class SharedAnswer<T> {
  readonly #ask: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      const answer = this.#ask();
      this.#next = undefined;
      this.#running = answer.catch(() => {});
      return answer;
    });
    return this.#next;
  }
}

async function positionOn(probe: Knex, statement: string): Promise<bigint | undefined> {
  const answer = await probe.raw(statement).timeout(ANSWER_MS);
  const { position } = answer.rows[0];
  return position === null ? undefined : placeOf(position);
}

class Follower {
  readonly name: string;
  readonly pool: Knex;
  readonly #replayed: SharedAnswer<bigint | undefined>;
  #known = 0n;
  #restsUntil = 0;
  #state: ReplicaState['state'] = 'current';
  #requests = 0;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #log: Knex.Logger;

  constructor({ name, pool, probe }: Replica, log: Knex.Logger) {
    this.name = name;
    this.pool = pool;
    this.#log = log;
    this.#replayed = new SharedAnswer(() => positionOn(probe, REPLAYED));
  }

  get state(): ReplicaState {
    return { name: this.name, state: this.#state, requests: this.#requests };
  }

  get isResting(): boolean {
    return this.#state === 'away' || performance.now() < this.#restsUntil;
  }

  /** Whether it has replayed the log up to there, or does within a moment. */
  async has(wanted: bigint): Promise<boolean> {
    try {
      for (const end = performance.now() + CATCH_UP_MS; this.#known < wanted; ) {
        const position = await this.#replayed.get();
        if (position === undefined) return this.rest('away');
        if (position > this.#known) this.#known = position;
        if (this.#known >= wanted) break;
        if (performance.now() > end) return this.rest('late');
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    } catch {
      return this.rest('away');
    }
    this.#change('current');
    this.#requests += 1;
    return true;
  }

  /** Nobody is sent there for a while. What it has replayed is asked for again, since it may be another server by then. */
  rest(state: 'late' | 'away'): false {
    this.#known = 0n;
    this.#change(state);
    if (state === 'late') this.#restsUntil = performance.now() + LATE_MS;
    else if (!this.#isClosed) this.#again ??= setTimeout(() => void this.#askAgain(), AWAY_MS).unref();
    return false;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  async #askAgain(): Promise<void> {
    const position = await this.#replayed.get().catch(() => undefined);
    this.#again = undefined;
    if (position === undefined) this.rest('away');
    else this.#change('current');
  }

  #change(state: ReplicaState['state']): void {
    if (state === this.#state) return;
    if (state === 'away') this.#log.warn?.(`the replica ${this.name} does not answer, or follows nobody`);
    else if (this.#state === 'away') this.#log.warn?.(`the replica ${this.name} answers again`);
    this.#state = state;
  }
}

/** All servers that follow. */
export class Replicas {
  readonly #followers: Follower[];
  readonly #committed: SharedAnswer<bigint | undefined>;
  #turn = 0;

  /** @param primary a connection of its own to the server that takes writes */
  constructor(primary: Knex, replicas: Replica[], log: Knex.Logger) {
    this.#followers = replicas.map((one) => new Follower(one, log));
    this.#committed = new SharedAnswer(() => positionOn(primary, COMMITTED));
  }

  close(): void {
    for (const one of this.#followers) one.close();
  }

  get states(): ReplicaState[] {
    return this.#followers.map(({ state }) => state);
  }

  /** A server that has all that was committed when this was asked, by turns; undefined while only the primary has. */
  async current(): Promise<Knex | undefined> {
    const open = this.#followers.filter(({ isResting }) => !isResting);
    if (!open.length) return undefined;
    const wanted = await this.#committed.get();
    if (wanted === undefined) return undefined;
    this.#turn += 1;
    for (const index of open.keys()) {
      const one = open[(index + this.#turn) % open.length] as Follower;
      if (await one.has(wanted)) return one.pool;
    }
    return undefined;
  }

  /** A statement failed there for a reason of the server's own. */
  leaveOut(pool: Knex): void {
    this.#followers.find((one) => one.pool === pool)?.rest('away');
  }
}
