/** Types for the parts of knex 3.3 that core extends and knex ships no types for. */
declare module 'knex/lib/dialects/sqlite3/index.js' {
  export interface SqliteTransaction {
    trxClient: { query(connection: object, sql: string): Promise<unknown> };
    begin(connection: object): Promise<unknown>;
    commit(connection: object, value?: unknown): Promise<void>;
    rollback(connection: object, error?: unknown): Promise<void>;
    _completed: boolean;
    _resolver(value: unknown): void;
    _rejecter(error: unknown): void;
  }

  /** A statement on its way through knex; what was answered is put into it. */
  export interface SqliteQuery {
    sql: string;
    bindings: unknown[];
    method: string;
    returning?: unknown;
  }

  export default class SqliteClient {
    constructor(config: object);
    /** what knex was configured with, with whatever else was in it */
    config: { statementMs: number };
    transaction(...work: unknown[]): SqliteTransaction;
    queryCompiler(builder: object, formatter?: unknown): object;
    _query(connection: object, query: SqliteQuery): Promise<SqliteQuery>;
    destroyRawConnection(connection: object): Promise<void>;
  }
}

declare module 'knex/lib/dialects/sqlite3/query/sqlite-querycompiler.js' {
  export interface Compiled {
    sql: string;
    returning?: unknown;
  }

  export default class SqliteCompiler {
    constructor(client: object, builder: object, formatter?: unknown);
    /** what a builder was told, by its name */
    single: {
      insert?: object | object[];
      onConflict?: unknown;
      ignore?: boolean;
      merge?: { updates: unknown };
      returning?: unknown;
    };
    client: { parameterize(values: unknown[], missing: null, builder: object, bindings: object): string };
    builder: object;
    bindingsHolder: object;
    formatter: { columnize(columns: string[]): string };
    tableName: string;
    with(): string;
    where(): string;
    insert(): Compiled;
    _prepInsert(rows: object[]): { columns: string[]; values: unknown[][] };
    _ignore(columns: unknown): string;
    _merge(updates: unknown, columns: unknown, rows: object[]): string;
    _returning(columns: unknown): string;
  }
}

declare module 'knex/lib/dialects/postgres/index.js' {
  export default class PostgresClient {
    constructor(config: object);
    /** what knex was configured with, with whatever else was in it */
    config: { finder: { connect(): Promise<import('pg').Client> } };
    _acquireOnlyConnection(): Promise<import('pg').Client>;
    _query(connection: object, query: object): Promise<object>;
  }
}
