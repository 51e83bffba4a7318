// The half of backups that runs in a process of its own: reading, packing and hashing all rows would keep everybody waiting.
import { openDatabase } from '../database/database.ts';
import { type BackupPlan, openBackup } from './backup.ts';
import { writeDurableFile } from './durable-file.ts';
import { SealedReader } from './manifest-zip.ts';
import { Storage } from './storage.ts';

/** By connections of its own. @param unfinished its name until it is whole @throws Error, with the code of a full disk */
export async function writeBackupFile(plan: BackupPlan, path: string, unfinished: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = plan.settings;
  const database = await openDatabase({ ...(DATABASE_URL && { url: DATABASE_URL }), dataDir: DATA_DIR });
  try {
    const content = await openBackup(plan, { database, storage: new Storage(plan.settings) });
    await writeDurableFile(path, unfinished, content);
  } finally {
    await database.close();
  }
}

/** What in a file is not as it says itself. @throws Error for one that is gone or no backup at all */
export async function backupFileFaults(path: string): Promise<string[]> {
  const reader = await SealedReader.open(path);
  try {
    return await reader.faults();
  } finally {
    reader.close();
  }
}
