/** Brings the schema up to date by numbered files, each step whole or not at all, however many processes start. */
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import { DatabaseProblem } from './connection-errors.ts';
import type { Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import { presentNames, refuseEarlier, renameSteps } from './earlier-schema.ts';

/**
 * The default export of a file such as `migrations/0001_baseline.ts`; both run inside one transaction. References are
 * not enforced within a step on SQLite, so nothing cascades there: delete children first. They are checked at its end.
 */
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

const FIRST_PARTY = new URL('../../migrations/', import.meta.url);
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
  throw new DatabaseProblem(
    `The database holds the migration ${unknown}, which this program (${own}) does not know: make a backup with the program that it is of, and restore that with this one into an empty data folder`,
  );
}

/** What every part of a run needs to know. */
interface Run {
  dialect: Dialect;
  directory: URL;
  table: string;
}

type Choice = (applied: string[], names: string[]) => string | undefined;

async function listApplied(db: Knex, table: string): Promise<string[]> {
  if (!(await db.schema.hasTable(table))) return [];
  return db(table).orderBy('id').pluck('name');
}

/**
 * One step, chosen inside its own transaction, so that two processes never choose the same; answers its name. knex's
 * ledger, lock and statements all run in that transaction; left to itself knex takes several, and a process killed
 * between them leaves the lock behind for good.
 */
async function step(run: Run, db: Knex, direction: 'up' | 'down', choose: Choice): Promise<string | undefined> {
  const { dialect, directory, table: tableName } = run;
  const migrationSource = await readSource(directory, dialect);
  let name: string | undefined;
  try {
    await db.transaction(async (trx) => {
      await dialect.beginMigration(trx);
      let applied = await listApplied(trx, tableName);
      if (directory === FIRST_PARTY) {
        await refuseEarlier(trx, applied);
        await renameSteps(trx, tableName, applied);
        applied = presentNames(applied);
      }
      refuseUnknown(applied, migrationSource.names);
      name = choose(applied, migrationSource.names);
      if (!name) return;
      await trx.migrate[direction]({ name, tableName, migrationSource } as Knex.MigratorConfig);
      await dialect.finishMigration(trx);
    });
  } catch (error) {
    if (error instanceof DatabaseProblem || !name) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseProblem(`The migration ${name} failed and was rolled back: ${reason}`, { cause: error });
  }
  return name;
}

async function connected<T>(database: Database, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = database.migrating();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The migrator of the program itself, or with options of a plugin. */
export function migrator(database: Database, options: MigratorOptions = {}): Migrator {
  const { directory = FIRST_PARTY, table = 'schema_migrations' } = options;
  const run: Run = { dialect: database.dialect, directory, table };

  async function status() {
    const { names } = await readSource(directory, run.dialect);
    const found = await listApplied(database.reader, table);
    if (directory === FIRST_PARTY) await refuseEarlier(database.reader, found);
    const applied = directory === FIRST_PARTY ? presentNames(found) : found;
    refuseUnknown(applied, names);
    return { applied, pending: names.filter((name) => !applied.includes(name)) };
  }

  return {
    status,
    async up({ to = Number.POSITIVE_INFINITY } = {}) {
      const { pending } = await status();
      if (pending.length === 0) return [];
      const next: Choice = (applied, names) => names.find((name) => !applied.includes(name) && numberOf(name) <= to);
      return connected(database, async (db) => {
        const ran: string[] = [];
        for (let name = await step(run, db, 'up', next); name; name = await step(run, db, 'up', next)) ran.push(name);
        return ran;
      });
    },
    down: () => connected(database, async (db) => (await step(run, db, 'down', (applied) => applied.at(-1))) ?? null),
  };
}
