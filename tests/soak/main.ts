// `npm run soak`: 200 kills of a server under eight writers on SQLite, 100 on PostgreSQL, 20 in the middle of an import.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { emptyDatabase, skipped, type TestDatabase } from '../kit/databases.ts';
import { globalSetup, globalTeardown } from '../setup.ts';
import { enroll, killAgainAndAgain } from './writers.ts';

/** `npm run soak -- 20 10 5` does less of each. */
const [onSqlite = 200, onPostgres = 100, inImport = 20] = process.argv.slice(2).map(Number);

/** Whether every acknowledged write is there after all kills. */
async function writing(kills: number, { engine, dataDir, url, cleanup }: TestDatabase): Promise<boolean> {
  try {
    const target = { env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) } };
    const outcome = await killAgainAndAgain(target, await enroll(target), kills);
    console.log(JSON.stringify({ engine, ...outcome }));
    return outcome.wrong.length === 0;
  } finally {
    await cleanup();
  }
}

async function importing(kills: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--test', '--test-global-setup=tests/setup.ts', 'tests/importers/interrupted.test.ts'],
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: { ...process.env, IMPORT_KILLS: String(kills) },
      stdio: 'inherit',
    },
  );
  const [code] = await once(child, 'exit');
  return code === 0;
}

await globalSetup();
const passed = onSqlite ? [await writing(onSqlite, await emptyDatabase('sqlite'))] : [];
const reason = skipped('postgres');
if (reason) console.log(`PostgreSQL was left out: ${reason}`);
else if (onPostgres) passed.push(await writing(onPostgres, await emptyDatabase('postgres')));
if (inImport) passed.push(await importing(inImport));
await globalTeardown();
process.exit(passed.includes(false) ? 1 : 0);
