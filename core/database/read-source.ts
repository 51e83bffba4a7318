// Where one request reads: from a server that follows the one that takes writes, or from that one itself.
import type { Knex } from 'knex';
import { type Client, clientOf } from './derived-client.ts';
import { errorField, isUnavailable } from './engine-errors.ts';

/** Servers that may answer in place of the primary. */
export interface Followers {
  /** one that has all that was committed when this was called */
  current(): Promise<Knex | undefined>;
  /** it failed for a reason of its own */
  leaveOut(pool: Knex): void;
}

/** A replica ends what is in the way of the changes that it follows. */
const CONFLICT = '40001';

/** Connections for one request: to one replica for as long as that answers, and else to the primary. */
export class ReadSource {
  readonly #pool: Knex;
  readonly #replicas: Followers | null;
  #chosen: Promise<Knex | undefined> | undefined;
  /** of connections to replicas */
  readonly #homes = new Map<object, Knex>();

  constructor(pool: Knex, replicas: Followers | null) {
    this.#pool = pool;
    this.#replicas = replicas;
  }

  async acquire(): Promise<object> {
    this.#chosen ??= this.#replicas?.current();
    const replica = await this.#chosen;
    if (!replica) return this.#client.acquireConnection();
    try {
      const connection = await clientOf(replica).acquireConnection();
      this.#homes.set(connection, replica);
      return connection;
    } catch {
      this.#leave(replica);
      return this.#client.acquireConnection();
    }
  }

  async release(connection: object): Promise<void> {
    const home = this.#homes.get(connection);
    this.#homes.delete(connection);
    await (home ? clientOf(home) : this.#client).releaseConnection(connection);
  }

  /** Whether this is the fault of the replica that the connection leads to, and the primary is to be asked. */
  isOfReplica(connection: object, error: unknown): boolean {
    const replica = this.#homes.get(connection);
    const isFault = isUnavailable(error) || errorField(error, 'code') === CONFLICT;
    if (!replica || !isFault) return false;
    this.#leave(replica);
    return true;
  }

  forget(): void {
    this.#chosen = undefined;
  }

  get #client(): Client {
    return clientOf(this.#pool);
  }

  #leave(replica: Knex): void {
    this.#chosen = Promise.resolve(undefined);
    this.#replicas?.leaveOut(replica);
  }
}
