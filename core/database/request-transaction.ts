/**
 * One transaction for everything that a request writes. It stays open until the answer of the request stands beside its
 * work, so that a crash leaves both or neither (contract 2, Idempotency-Key).
 */
import type { Knex } from 'knex';
import type { Database } from './database.ts';

interface Open {
  trx: Knex.Transaction;
  commit(): void;
  rollback(reason: unknown): void;
  /** settles once the transaction is over; rejects when it was rolled back */
  over: Promise<void>;
}

export class HeldTransaction {
  readonly #database: Database;
  #open: Open | undefined;
  /** Works come one after the other: what one of them rolls back must not be the half of another. */
  #last: Promise<unknown> = Promise.resolve();
  #works = 0;
  #lost: unknown;
  #deferred: (() => Promise<void>)[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** What reads and writes, once something was written. */
  get trx(): Knex.Transaction | undefined {
    return this.#open?.trx;
  }

  /** Runs `work` in the transaction, which it begins if need be. A failure rolls back all that was done before it, too. */
  run<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
    const running = this.#last.then(() => this.#run(work));
    this.#last = running.catch(() => {});
    return running;
  }

  /** Runs `step` once the transaction has committed. */
  afterCommit(step: () => Promise<void>): void {
    this.#deferred.push(step);
  }

  /**
   * Runs `last` as the last statement and commits; without any work before, only `last`.
   * @throws Error when work whose failure was passed over has taken other work along
   */
  async commit(last: (db: Knex) => Promise<void>): Promise<void> {
    await this.#last;
    if (this.#lost) throw new Error('Work that was rolled back cannot be answered', { cause: this.#lost });
    const open = this.#open;
    if (!open) return last(this.#database.writer);
    try {
      await last(open.trx);
    } catch (error) {
      await this.#rollback(error);
      throw error;
    }
    this.#open = undefined;
    open.commit();
    await open.over;
    for (const step of this.#deferred) await step();
  }

  /** Rolls back what was done; nothing happens when nothing was, or when it was committed. */
  async abandon(): Promise<void> {
    await this.#last;
    await this.#rollback(new Error('The request failed'));
  }

  async #run<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
    if (this.#lost) throw new Error('The transaction of this request was rolled back', { cause: this.#lost });
    this.#open ??= await this.#begin();
    try {
      const result = await work(this.#open.trx);
      this.#works += 1;
      return result;
    } catch (error) {
      if (this.#works) this.#lost = error;
      await this.#rollback(error);
      throw error;
    }
  }

  #begin(): Promise<Open> {
    return new Promise((resolve, reject) => {
      const over = this.#database.transaction(
        (trx) => new Promise<void>((commit, rollback) => resolve({ trx, commit, rollback, over })),
      );
      over.catch(reject);
    });
  }

  async #rollback(reason: unknown): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    this.#deferred = [];
    if (!open) return;
    open.rollback(reason);
    await open.over.catch(() => {});
  }
}
