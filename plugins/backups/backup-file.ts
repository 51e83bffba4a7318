// The files of backups: in a folder of their own that nobody else reads, each whole under its name or not at all.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded } from '../../core/boot/instance.ts';
import type { Tally } from '../../core/database/database-dump.ts';
import { ledgersOf } from '../../core/database/migration-ledgers.ts';
import { planBackup } from '../../core/files/backup.ts';
import { SealedReader } from '../../core/files/manifest-zip.ts';
import type { App } from '../../core/kernel/app.ts';
import { runInProcess } from '../../core/workers/process-runner.ts';

/** Behind the name of the process that writes it. */
const UNFINISHED = '.part';
/** Nobody waits while it reads, packs and hashes all rows. */
const PROCESS = new URL('../../core/files/backup-process.ts', import.meta.url);

export const backupFolder = ({ settings }: Pick<App, 'settings'>): string => join(settings.DATA_DIR, 'backups');

export const backupPath = (app: Pick<App, 'settings'>, file: string): string => join(backupFolder(app), file);

/** E.g. `commonplace-2026-11-20T02-23-00-000Z.zip`; unlike that of any other one. */
export const backupName = (at: string): string => `commonplace-${at.replace(/[:.]/g, '-')}.zip`;

export interface BackupTotals {
  bytes: number;
  rows: number;
  missing: number;
}

/** Writes everything as it is at one moment. @throws Error, also when the disk is full; nothing is left then */
export async function writeBackup(app: App, file: string, signal: AbortSignal): Promise<BackupTotals> {
  const manifests = app.plugins.flatMap(({ plugin }) => (plugin ? [plugin.manifest] : []));
  const { settings, database, storage, tables } = app;
  const ledgers = ledgersOf(database, manifests);
  const path = backupPath(app, file);
  const unfinished = `${path}~${app.instance}${UNFINISHED}`;
  await mkdir(backupFolder(app), { recursive: true, mode: 0o700 });
  const plan = await planBackup({ settings, database, storage, ledgers, tables, plugins: app.plugins });
  try {
    await database.longRead(() => runInProcess(PROCESS, 'writeBackupFile', [plan, path, unfinished], signal));
  } catch (error) {
    // A process that was killed has left it.
    await rm(unfinished, { force: true });
    throw error;
  }
  const reader = await SealedReader.open(path);
  const { tables: written, missing } = reader.manifest as unknown as {
    tables: Record<string, Tally>;
    missing: string[];
  };
  reader.close();
  const rows = Object.values(written).reduce((sum, one) => sum + one.rows, 0);
  return { bytes: (await stat(path)).size, rows, missing: missing.length };
}

/** What in a backup is not as it was when it was made. @throws Error for a file that is gone or no backup at all */
export const backupFaults = (app: App, file: string): Promise<string[]> =>
  runInProcess(PROCESS, 'backupFileFaults', [backupPath(app, file)]);

export const removeBackup = (app: App, file: string): Promise<void> => rm(backupPath(app, file), { force: true });

/** What lies in the folder; other processes may have a folder of their own. */
export async function presentFiles(app: App): Promise<Set<string>> {
  return new Set(await readdir(backupFolder(app)).catch(() => []));
}

/** What processes left unfinished when they were killed. */
export async function sweepUnfinished(app: App): Promise<void> {
  for (const name of await presentFiles(app)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const writer = name.slice(name.indexOf('~') + 1, -UNFINISHED.length);
    if (writer === app.instance || hasEnded(writer)) await removeBackup(app, name);
  }
}
