/** What every child begins with: the database its parent named, and a start on the parent's word. */
import { once } from 'node:events';
import { type Database, openDatabase } from '../../../core/database/database.ts';

export function openNamed(): Promise<Database> {
  const { TEST_URL: url, TEST_DATA_DIR: dataDir } = process.env;
  return openDatabase({ url, dataDir: dataDir! });
}

/** Says that all modules are loaded and waits for the parent, so that children start together. */
export async function together(): Promise<void> {
  const go = once(process, 'message');
  process.send?.({ ready: true });
  await go;
}
