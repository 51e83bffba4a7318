/**
 * One test body on both engines: each describes a database of its own. On PostgreSQL that is made on the server whose
 * address is `TEST_POSTGRES_URL`; a run may have migrated templates to copy from.
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { Client } from 'pg';
import { openDatabase } from '../core/database/database.ts';
import type { Engine } from '../core/database/dialect.ts';
import { migrator } from '../core/database/migrate.ts';
import { scratchFolder } from './folders.ts';

/** A database for tests; `url` and `dataDir` serve `openDatabase` and a spawned server (DATABASE_URL) alike. */
export interface TestDatabase {
  engine: Engine;
  /** Only on PostgreSQL. */
  url?: string;
  dataDir: string;
  /** Drops the database and removes the folder; may be called twice. */
  cleanup(): Promise<void>;
}

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

async function administer(admin: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a database on the server of the run, as a copy of `template` when one is named. */
export async function createPostgresDatabase(admin: string, name: string, template?: string): Promise<void> {
  await administer(admin, `create database ${name}${template ? ` template ${template}` : ''}`);
}

async function makePostgres(template: string | undefined): Promise<TestDatabase> {
  const admin = process.env.TEST_POSTGRES_URL;
  if (!admin) throw new Error('TEST_POSTGRES_URL must be the address of a database on a PostgreSQL server');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await createPostgresDatabase(admin, name, template);
  const dataDir = scratchFolder();
  const url = admin.replace(/^([^?]*\/)[^/?]*/, `$1${name}`);
  const cleanup = async () => {
    await administer(admin, `drop database if exists ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { engine: 'postgres', url, dataDir, cleanup };
}

function makeSqlite(): TestDatabase {
  const dataDir = scratchFolder();
  return { engine: 'sqlite', dataDir, cleanup: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** A database without tables. */
export async function emptyDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? makeSqlite() : makePostgres(undefined);
}

/** A database with all migrations applied. */
export async function migratedDatabase(engine: Engine): Promise<TestDatabase> {
  const { TEST_POSTGRES_TEMPLATE, TEST_SQLITE_TEMPLATE } = process.env;
  const made = engine === 'postgres' ? await makePostgres(TEST_POSTGRES_TEMPLATE) : makeSqlite();
  const isCopy = engine === 'postgres' ? TEST_POSTGRES_TEMPLATE : TEST_SQLITE_TEMPLATE;
  if (engine === 'sqlite' && isCopy) copyFileSync(isCopy, join(made.dataDir, 'commonplace.db'));
  if (isCopy) return made;
  const database = await openDatabase(made);
  await migrator(database).up();
  await database.close();
  return made;
}

/** Why tests on an engine cannot run, or false. */
export function skipped(engine: Engine): string | false {
  if (engine === 'sqlite' || process.env.TEST_POSTGRES_URL) return false;
  if (process.env.ENGINE === 'sqlite') return 'ENGINE=sqlite';
  return 'TEST_POSTGRES_URL names no server';
}

/** Registers the body once an engine; `open` gives the one migrated database of that engine, removed afterwards. */
export function onEachEngine(body: (engine: Engine, open: () => Promise<TestDatabase>) => void): void {
  for (const engine of ENGINES) {
    describe(engine, { skip: skipped(engine) }, () => {
      let made: Promise<TestDatabase> | null = null;
      body(engine, () => {
        made ??= migratedDatabase(engine);
        return made;
      });
      // Registered last: hooks run in this order, and the body closes its connections first.
      after(async () => (await made)?.cleanup());
    });
  }
}
