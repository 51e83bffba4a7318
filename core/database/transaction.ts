// A writing transaction on a connection of its own.
import type { Knex } from 'knex';
import { clientOf, derived } from './derived-client.ts';

interface Bound {
  trx: Knex.Transaction;
  /** Refuses statements from now on, and waits for the one that runs: what is late would be a change of its own. */
  end(): Promise<void>;
}

/** All of `pool`, but its statements run on the one connection, one after the other, until the transaction is over. */
function bind(pool: Knex, connection: object): Bound {
  let isOver = false;
  let last = Promise.resolve();
  let done = () => {};
  const methods = {
    transacting: true,
    async acquireConnection() {
      const before = last;
      let mine = () => {};
      last = new Promise((resolve) => {
        mine = resolve;
      });
      await before;
      done = mine;
      if (!isOver) return connection;
      done();
      throw new Error('The transaction is over');
    },
    async releaseConnection() {
      done();
    },
  };
  const trx = derived(pool, methods, { isTransaction: true }) as Knex.Transaction;
  const end = () => {
    isOver = true;
    return last;
  };
  return { trx, end };
}

/** Ends the open transaction of a connection; one that cannot be ended is marked so that the pool replaces it. */
export async function abandon(connection: object, rollback: () => Promise<unknown>): Promise<void> {
  try {
    await rollback();
  } catch (error) {
    // After a statement that failed for want of room SQLite may have rolled back by itself.
    const already = error instanceof Error && error.message.includes('no transaction is active');
    if (!already) Object.assign(connection, { __knex__disposed: error });
  }
}

/**
 * Runs `work` between `begin` and COMMIT; whatever fails, COMMIT too, is rolled back and thrown.
 * `begun` is called when the transaction stands.
 */
export async function transact<T>(
  pool: Knex,
  begin: string,
  work: (trx: Knex.Transaction) => Promise<T>,
  begun: () => void,
): Promise<T> {
  const client = clientOf(pool);
  const connection = await client.acquireConnection();
  const { trx, end } = bind(pool, connection);
  try {
    await client.query(connection, begin);
    begun();
    try {
      const result = await work(trx);
      await end();
      const { response } = await client.query(connection, 'COMMIT');
      // PostgreSQL answers so, and calls it no fault, when a statement failed and nobody looked.
      if (response?.command === 'ROLLBACK') throw new Error('A statement failed, and the transaction was rolled back');
      return result;
    } catch (error) {
      await end();
      await abandon(connection, () => client.query(connection, 'ROLLBACK'));
      throw error;
    }
  } finally {
    await client.releaseConnection(connection);
  }
}
