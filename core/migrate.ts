/** Brings the schema up to date by numbered files, each step whole or not at all, however many processes start. */
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { DatabaseProblem } from './database-problem.ts';
import type { Dialect } from './dialect.ts';

/** The default export of a file such as `migrations/0001_baseline.ts`; both run inside one transaction. */
export interface Migration {
  up(trx: Knex.Transaction, dialect: Dialect): Promise<void>;
  down(trx: Knex.Transaction, dialect: Dialect): Promise<void>;
}

/** Steps are named by their files without extension, `0001_baseline`, and counted from 1. */
export interface Migrator {
  /** What has run and what has not, in order; changes nothing, not even on an empty database. */
  status(): Promise<{ applied: string[]; pending: string[] }>;
  /** Runs what is pending, up to and with number `to`; answers the names this process ran. */
  up(options?: { to?: number }): Promise<string[]>;
  /** Undoes the newest step and answers its name, null when there is none. */
  down(): Promise<string | null>;
}

export interface MigratorOptions {
  /** The folder of the files, with a slash at its end. */
  directory?: URL;
  /** The ledger; a third-party plugin has one of its own. */
  table?: string;
}

const FIRST_PARTY = new URL('../migrations/', import.meta.url);
const FILE = /^((\d{4})_[a-z0-9_]+)\.[jt]s$/;

type Source = Knex.MigrationSource<string> & { names: string[] };

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

async function list(directory: URL): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads the folder; throws when a number is there twice or left out. */
async function readSource(directory: URL, dialect: Dialect): Promise<Source> {
  const files = (await list(directory)).filter((file) => /\.[jt]s$/.test(file)).sort();
  const byName = new Map<string, string>();
  for (const file of files) {
    const name = FILE.exec(file)?.[1];
    if (!name) throw new DatabaseProblem(`The migration ${file} must be named like 0001_noun.ts`);
    const expected = byName.size + 1;
    const found = numberOf(name);
    if (found < expected) throw new DatabaseProblem(`The migration ${file} has the number of one before it`);
    if (found > expected) throw new DatabaseProblem(`The migration ${file} should have the number ${expected}`);
    byName.set(name, file);
  }
  return {
    names: [...byName.keys()],
    getMigrations: async () => [...byName.keys()],
    getMigrationName: (name) => name,
    async getMigration(name) {
      const { default: step } = (await import(new URL(byName.get(name)!, directory).href)) as { default: Migration };
      return {
        up: (trx) => step.up(trx as Knex.Transaction, dialect),
        down: (trx) => step.down(trx as Knex.Transaction, dialect),
      };
    },
  };
}

/** Refuses a database on which steps have run that this program does not have. */
function refuseUnknown(applied: readonly string[], names: readonly string[]): void {
  const unknown = applied.filter((name) => !names.includes(name)).at(-1);
  if (!unknown) return;
  const own = names.at(-1) ?? 'no migration';
  if (numberOf(unknown) > names.length) {
    throw new DatabaseProblem(
      `The database schema is at ${unknown}, newer than this program (${own}): start a newer release`,
    );
  }
  throw new DatabaseProblem(`The database holds the migration ${unknown}, which this program (${own}) does not know`);
}

/** The migrator of the program itself, or with options of a plugin. */
export function migrator(database: Database, options: MigratorOptions = {}): Migrator {
  const { directory = FIRST_PARTY, table = 'schema_migrations' } = options;
  const { dialect } = database;

  async function applied(db: Knex): Promise<string[]> {
    if (!(await db.schema.hasTable(table))) return [];
    return db(table).orderBy('id').pluck('name');
  }

  async function status() {
    const { names } = await readSource(directory, dialect);
    const done = await applied(database.reader);
    refuseUnknown(done, names);
    return { applied: done, pending: names.filter((name) => !done.includes(name)) };
  }

  /**
   * One step, chosen inside its own transaction, so that two processes never choose the same. knex's ledger, lock and
   * statements all run in that transaction; its own way takes several and leaves its lock behind when it is killed.
   */
  async function step(
    db: Knex,
    direction: 'up' | 'down',
    choose: (done: string[], names: string[]) => string | undefined,
  ) {
    const source = await readSource(directory, dialect);
    let name: string | undefined;
    const work = async (trx: Knex.Transaction) => {
      await dialect.beginMigration(trx);
      const done = await applied(trx);
      refuseUnknown(done, source.names);
      name = choose(done, source.names);
      if (!name) return;
      await trx.migrate[direction]({ name, tableName: table, migrationSource: source } as Knex.MigratorConfig);
      await dialect.finishMigration(trx);
    };
    try {
      await db.transaction(work);
    } catch (error) {
      if (error instanceof DatabaseProblem || !name) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseProblem(`The migration ${name} failed and was rolled back: ${reason}`, { cause: error });
    }
    return name;
  }

  async function connected<T>(work: (db: Knex) => Promise<T>): Promise<T> {
    const db = database.migrating();
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    status,
    async up({ to = Number.POSITIVE_INFINITY } = {}) {
      const { pending } = await status();
      if (pending.length === 0) return [];
      return connected(async (db) => {
        const ran: string[] = [];
        const next = (done: string[], names: string[]) =>
          names.find((name) => !done.includes(name) && numberOf(name) <= to);
        for (let name = await step(db, 'up', next); name; name = await step(db, 'up', next)) ran.push(name);
        return ran;
      });
    },
    down: () => connected(async (db) => (await step(db, 'down', (done) => done.at(-1))) ?? null),
  };
}
