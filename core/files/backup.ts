// Backups: every row and every stored file of an installation in one archive that can be checked, and back from there.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { Settings } from '../boot/config.ts';
import type { Database } from '../database/database.ts';
import {
  type DumpedRow,
  dumpRows,
  RowTally,
  refill,
  snapshot,
  type Tally,
  tallies,
} from '../database/database-dump.ts';
import { isEarlier, LAST_EARLIER, mendEarlier, presentNames, STEPS_TOGETHER } from '../database/earlier-schema.ts';
import { type Ledger, stepsByOwner } from '../database/migration-ledgers.ts';
import { Problem } from '../http/problem.ts';
import type { DiscoveredPlugin } from '../kernel/discovered-plugin.ts';
import type { ArchivedTable } from '../kernel/table.ts';
import { type BackedUpExtension, extensionsOf, writeExtensions } from './backup-extensions.ts';
import { type SealedManifest, type SealedReader, type SealedZip, sealed } from './manifest-zip.ts';
import type { Storage } from './storage.ts';

export const BACKUP = 'commonplace-backup';
export const BACKUP_VERSION = 1;
const KEY = 'secret.key';

/** What a backup is made of, and brought back into. */
export interface Installation {
  settings: Settings;
  database: Database;
  storage: Storage;
  /** the program's own first */
  ledgers: Ledger[];
  /** of core and of all plugins, as their owners declare them */
  tables: ReadonlyMap<string, ArchivedTable | string>;
  /** all that were found */
  plugins: DiscoveredPlugin[];
  progress?(label: string, done: number, total: number): void;
}

export interface BackupManifest extends SealedManifest {
  /** by owner, the names of the steps that had run */
  migrations: Record<string, string[]>;
  tables: Record<string, Tally>;
  /** absent in those of releases that did not note them */
  extensions?: BackedUpExtension[];
  /** names of stored files that were gone when the backup was made */
  missing: string[];
}

/** All that a backup is made by beside rows and files, without any function: another process may make it. */
export interface BackupPlan {
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'STORAGE_URL' | 'EXTENSIONS_DIR'>;
  /** a key of the environment belongs to it; one that was made here is lost with the folder */
  hasOwnKey: boolean;
  migrations: BackupManifest['migrations'];
  /** names of stored files stand in these columns, in the order of their tables */
  stored: [table: string, column: string][];
  extensions: BackedUpExtension[];
}

export async function planBackup({ settings, database, ledgers, tables, plugins }: Installation): Promise<BackupPlan> {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL, EXTENSIONS_DIR, given } = settings;
  return {
    settings: { DATA_DIR, DATABASE_URL, STORAGE_URL, EXTENSIONS_DIR },
    hasOwnKey: !given.SECRET_KEY,
    migrations: await stepsByOwner(database, ledgers),
    stored: [...tables].flatMap(([name, table]) =>
      typeof table !== 'string' && table.stored ? [[name, table.stored] as [string, string]] : [],
    ),
    extensions: extensionsOf(plugins),
  };
}

type Sources = Pick<Installation, 'database' | 'storage' | 'progress'>;

/** The archive as it is written: rows as they were at one moment, then the files that they name. */
export const openBackup = (plan: BackupPlan, from: Sources): Promise<Readable> =>
  sealed((zip) => write(plan, from, zip));

async function write(plan: BackupPlan, from: Sources, zip: SealedZip): Promise<Omit<BackupManifest, 'entries'>> {
  const { database } = from;
  const { settings, migrations, extensions } = plan;
  const found = await snapshot(database, async (db) => {
    const tables: Record<string, Tally> = {};
    const all = await database.dialect.tables(db);
    for (const [at, table] of all.entries()) {
      const tallying = new RowTally();
      async function* lines(): AsyncGenerator<string> {
        for await (const row of dumpRows(database, db, table)) yield tallying.line(row);
      }
      await zip.add(`tables/${table}.jsonl`, Readable.from(lines(), { objectMode: false }));
      tables[table] = tallying.tally();
      from.progress?.('Tables', at + 1, all.length);
    }
    return { tables, filenames: await storedBy(db, plan.stored) };
  });
  const missing = await writeFiles(from, zip, found.filenames);
  await writeExtensions(settings.EXTENSIONS_DIR, zip);
  if (plan.hasOwnKey) await zip.add(KEY, await readFile(join(settings.DATA_DIR, KEY)));
  return {
    format: BACKUP,
    version: BACKUP_VERSION,
    engine: database.engine,
    migrations,
    tables: found.tables,
    extensions,
    missing,
  };
}

/** Names of what lies in the storage for rows. */
async function storedBy(db: Knex, stored: BackupPlan['stored']): Promise<string[]> {
  const found: string[] = [];
  for (const [table, column] of stored)
    for (const filename of await db(table).orderBy('id').pluck(column)) found.push(filename);
  return found;
}

async function writeFiles({ storage, progress }: Sources, zip: SealedZip, filenames: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const [at, filename] of filenames.entries()) {
    try {
      await zip.add(`files/${filename}`, await storage.read(filename));
    } catch (error) {
      // Purged since the rows were read, or lost before: the rest is worth as much.
      if (!(error instanceof Problem)) throw error;
      missing.push(filename);
    }
    progress?.('Files', at + 1, filenames.length);
  }
  return missing;
}

const refused = (why: string): Problem => new Problem('conflict', why);

/**
 * Asks whether it can be brought back.
 * @throws Problem validation_failed for a damaged backup, conflict for an installation with people
 */
export async function checkBackup(into: Installation, reader: SealedReader): Promise<void> {
  const manifest = reader.manifest as BackupManifest;
  if (manifest.version !== BACKUP_VERSION)
    throw new Problem(
      'validation_failed',
      `The backup has version ${manifest.version}; this program reads ${BACKUP_VERSION}.`,
    );
  const faults = await reader.faults((done, total) => into.progress?.('Checking', done, total));
  if (faults.length) throw new Problem('validation_failed', `The backup is damaged: ${faults[0]}.`);
  await requireEmpty(into);
}

export interface RestoreOptions {
  /** tables of plugins that are not there are left out, instead of being asked for */
  withoutExtensions?: boolean;
}

/**
 * Brings everything back that `checkBackup` found good, whole or not at all; files of extensions are brought before.
 * @throws Problem conflict for an installation that is too old, or misses plugins that own tables
 */
export async function restoreBackup(
  into: Installation,
  reader: SealedReader,
  options: RestoreOptions = {},
): Promise<Record<string, Tally>> {
  const manifest = reader.manifest as BackupManifest;
  const absent = Object.keys(manifest.migrations).filter(
    (owner) => !into.ledgers.some((ledger) => ledger.owner === owner),
  );
  if (absent.length && !options.withoutExtensions) throw missingOwners(manifest, absent);
  await migrateTo(into, manifest.migrations);
  const tables = await ownedTables(into, manifest.tables, options);
  const names = Object.keys(manifest.entries).filter((name) => name.startsWith('files/'));
  for (const [at, name] of names.entries()) {
    await into.storage.keepAs(name.slice('files/'.length), await reader.stream(name));
    into.progress?.('Files', at + 1, names.length);
  }
  await restoreKey(into, reader);
  const columns = new Map<string, string[]>();
  const source = (table: string) =>
    tables[table] ? noting(columns, table, reader.rows<DumpedRow>(`tables/${table}.jsonl`)) : undefined;
  await refill(into.database, source, (done, total) => into.progress?.('Tables', done, total));
  await requireEqual(into.database, tables, columns);
  if (isEarlier(ownSteps(manifest.migrations))) await into.database.transaction(mendEarlier);
  return tables;
}

const LEAVE_OUT = 'or leave their tables out with --without-extensions';

function missingOwners({ extensions = [] }: BackupManifest, owners: string[]): Problem {
  const described = owners.map((owner) => {
    const known = extensions.find(({ name }) => name === owner);
    const version = known?.version ? ` ${known.version}` : '';
    return `${owner}${version}${known?.kind === 'package' ? ' (an npm package, named in PLUGINS)' : ''}`;
  });
  return refused(
    `The backup needs plugins that are not installed: ${described.join(', ')}. Install them first, ${LEAVE_OUT}.`,
  );
}

/** Plugins that are gone leave tables that nobody makes anywhere else. */
async function ownedTables(
  { database }: Installation,
  tables: Record<string, Tally>,
  { withoutExtensions }: RestoreOptions,
): Promise<Record<string, Tally>> {
  const here = new Set(await database.dialect.tables(database.reader));
  const unowned = Object.keys(tables).filter((table) => !here.has(table));
  if (unowned.length && !withoutExtensions)
    throw refused(
      `No plugin here creates these tables: ${unowned.join(', ')}. Install their plugins first, ${LEAVE_OUT}.`,
    );
  return Object.fromEntries(Object.entries(tables).filter(([table]) => here.has(table)));
}

/** Columns that have come since the backup was made are not in it. */
async function* noting(columns: Map<string, string[]>, table: string, rows: AsyncIterable<DumpedRow>) {
  for await (const row of rows) {
    if (!columns.has(table)) columns.set(table, Object.keys(row));
    yield row;
  }
}

async function requireEmpty({ database }: Installation): Promise<void> {
  const db = database.reader;
  if ((await db.schema.hasTable('users')) && (await db('users').first('id')))
    throw refused('There are people in this installation already: restore into an empty folder or database.');
}

const ownSteps = (migrations: BackupManifest['migrations']): string[] => migrations.commonplace ?? [];

/** Brings the schema to where it was; later steps run at the next start. */
async function migrateTo({ ledgers }: Installation, wanted: BackupManifest['migrations']): Promise<void> {
  const last = ownSteps(wanted).at(-1);
  if (isEarlier(ownSteps(wanted)) && last !== LAST_EARLIER)
    throw refused(`The backup is at ${last}: make one with the last release before the first one.`);
  for (const { owner, migrator } of ledgers) {
    const { applied, pending } = await migrator.status();
    const names = isEarlier(wanted[owner] ?? [])
      ? [...applied, ...pending].slice(0, STEPS_TOGETHER)
      : presentNames(wanted[owner] ?? []).toSorted();
    const last = names.at(-1);
    if (last && ![...applied, ...pending].includes(last))
      throw refused(`The backup is at ${last}, newer than this program: restore it with a newer release.`);
    if (applied.length > names.length)
      throw refused('The schema here is newer than that of the backup: restore into an empty folder or database.');
    if (last) await migrator.up({ to: Number(last.slice(0, 4)) });
  }
}

async function restoreKey({ settings }: Installation, reader: SealedReader): Promise<void> {
  if (settings.given.SECRET_KEY || !reader.has(KEY)) return;
  const file = join(settings.DATA_DIR, KEY);
  await writeFile(file, Buffer.concat(await Array.fromAsync(await reader.stream(KEY))), { mode: 0o600 });
  await chmod(file, 0o600);
}

/** @throws Problem conflict naming the first table that is not the same */
async function requireEqual(
  database: Database,
  wanted: Record<string, Tally>,
  columns?: ReadonlyMap<string, string[]>,
): Promise<void> {
  const found = await snapshot(database, (db) => tallies(database, db, columns));
  for (const [table, { rows, hash }] of Object.entries(wanted)) {
    const here = found.get(table);
    if (!here || here.rows !== rows || here.hash !== hash)
      throw refused(`The table ${table} is not the same: ${here?.rows ?? 'no'} rows instead of ${rows}.`);
  }
}

/** Copies all rows into another database without people, on either engine, and compares both. */
export async function moveDatabase(
  from: Installation,
  to: Installation,
  options: RestoreOptions = {},
): Promise<Record<string, Tally>> {
  await requireEmpty(to);
  await migrateTo(to, await stepsByOwner(from.database, from.ledgers));
  return snapshot(from.database, async (db) => {
    const found = await ownedTables(to, Object.fromEntries(await tallies(from.database, db)), options);
    const source = (table: string) => (found[table] ? (dumpRows(from.database, db, table) as never) : undefined);
    await refill(to.database, source, (done, total) => from.progress?.('Tables', done, total));
    await requireEqual(to.database, found);
    return found;
  });
}
