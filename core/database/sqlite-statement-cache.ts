/** Keeps statements of a SQLite connection prepared: parsing and planning one again costs as much as running it. */

/** What the driver gives; `this` of a callback carries `lastID` and `changes`. */
type Done = (this: object, error: Error | null, rows?: object[]) => void;

interface Statement {
  all(bindings: unknown[], done: Done): void;
  run(bindings: unknown[], done: Done): void;
  finalize(done?: () => void): void;
}

export interface PreparingConnection {
  interrupt(): void;
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  all(sql: string, bindings: unknown[], done: Done): void;
  run(sql: string, bindings: unknown[], done: Done): void;
}

const KEPT = 150;
/** Longer texts are mostly lists of values, of which no two are alike. */
const LENGTH_MAX = 6_000;
const REPEATED = /^\s*(select|with|insert|update|delete|begin|commit)\b/i;

/** The statements of one connection, on which knex runs one at a time. */
export class Statements {
  readonly #connection: PreparingConnection;
  /** by text, in the order of use; null: seen once */
  readonly #known = new Map<string, Statement | null>();

  constructor(connection: PreparingConnection) {
    this.#connection = connection;
  }

  /** Runs a statement like the driver's own method of that name. */
  call(method: 'all' | 'run', sql: string, bindings: unknown[], done: Done): void {
    const known = sql.length <= LENGTH_MAX && REPEATED.test(sql) ? this.#known.get(sql) : undefined;
    if (known) {
      this.#keep(sql, known);
      this.#callKept(known, method, sql, bindings, done);
    } else if (known === null) {
      const made = this.#connection.prepare(sql, (error) => {
        if (error) return done.call(made, error);
        this.#keep(sql, made);
        this.#callKept(made, method, sql, bindings, done);
      });
    } else {
      if (sql.length <= LENGTH_MAX && REPEATED.test(sql)) this.#keep(sql, null);
      this.#connection[method](sql, bindings, done);
    }
  }

  /** After a failure a statement may stand in the middle of its work: it is given up. */
  #callKept(statement: Statement, method: 'all' | 'run', sql: string, bindings: unknown[], done: Done): void {
    statement[method](bindings, (...[error, rows]) => {
      if (error) {
        this.#known.delete(sql);
        statement.finalize();
      }
      done.call(statement, error, rows);
    });
  }

  #keep(sql: string, statement: Statement | null): void {
    this.#known.delete(sql);
    this.#known.set(sql, statement);
    if (this.#known.size <= KEPT) return;
    const [[oldest, unused]] = this.#known as unknown as [[string, Statement | null]];
    this.#known.delete(oldest);
    unused?.finalize();
  }

  /** Gives all of them back, without which a connection cannot be closed. */
  async clear(): Promise<void> {
    const kept = [...this.#known.values()].filter((one) => one !== null);
    this.#known.clear();
    await Promise.all(kept.map((one) => new Promise<void>((resolve) => one.finalize(resolve))));
  }
}
