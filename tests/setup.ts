/** Global set-up of a test run: one PostgreSQL server, and a migrated database of each engine to copy from. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../core/boot/log.ts';
import { openDatabase } from '../core/database/database.ts';
import { migrator } from '../core/database/migrate.ts';
import { Assets } from '../core/views/assets.ts';
import { createPostgresDatabase } from '../testing/databases.ts';
import { scratchFolder, sweepFolders } from '../testing/folders.ts';
import { type PostgresServer, startPostgres, sweep } from './kit/postgres.ts';

const TEMPLATE = 'commonplace_template';

let server: PostgresServer | null = null;
let folder: string | null = null;

async function migrated(where: { url?: string; dataDir: string }): Promise<void> {
  const database = await openDatabase(where);
  try {
    await migrator(database).up();
    const assets = new Assets(where.dataDir);
    await assets.build();
    await assets.publish({ database, log: createLog('silent'), now: () => new Date().toISOString() });
  } finally {
    await database.close();
  }
}

/** @throws Error when it cannot be started: only a run by hand with `ENGINE=sqlite` does without it */
async function preparePostgres(dataDir: string): Promise<void> {
  if (process.env.ENGINE === 'sqlite') return;
  server = await startPostgres();
  const admin = server.url('postgres');
  await createPostgresDatabase(admin, TEMPLATE);
  await migrated({ url: server.url(TEMPLATE), dataDir });
  process.env.TEST_POSTGRES_URL = admin;
  process.env.TEST_POSTGRES_TEMPLATE = TEMPLATE;
}

function cleanUp(): void {
  server?.stop();
  server = null;
  if (folder) rmSync(folder, { recursive: true, force: true });
}

export async function globalSetup(): Promise<void> {
  sweep();
  sweepFolders();
  process.once('exit', cleanUp);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      cleanUp();
      process.kill(process.pid, signal);
    });
  }
  folder = scratchFolder();
  // Over a hundred processes compile the same product.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  await migrated({ dataDir: folder });
  process.env.TEST_SQLITE_TEMPLATE = join(folder, 'commonplace.db');
  await preparePostgres(folder);
}

export async function globalTeardown(): Promise<void> {
  cleanUp();
}
