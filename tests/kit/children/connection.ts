/** What every child begins with: the database its parent named, and a start on the parent's word. */
import { once } from 'node:events';
import { type Database, openDatabase } from '../../../core/database/database.ts';
import type { App } from '../../../core/kernel/app.ts';

export function openNamed(): Promise<Database> {
  const { TEST_URL: url, TEST_DATA_DIR: dataDir } = process.env;
  return openDatabase({ url, dataDir: dataDir! });
}

/** The product on that database, not started. */
export async function createNamedApp(settings: Record<string, string> = {}): Promise<App> {
  const { createApp } = await import('../../../core/boot/boot.ts');
  const { loadSettings } = await import('../../../core/boot/config.ts');
  const { TEST_URL = '', TEST_DATA_DIR = '' } = process.env;
  const own = { PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: 'a key for tests that is long enough' };
  return createApp(loadSettings({ DATA_DIR: TEST_DATA_DIR, DATABASE_URL: TEST_URL, ...own, ...settings }));
}

/** Says that all modules are loaded and waits for the parent, so that children start together. */
export async function together(): Promise<void> {
  const go = once(process, 'message');
  process.send?.({ ready: true });
  await go;
}
