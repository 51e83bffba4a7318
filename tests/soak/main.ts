// `npm run soak`: 200 kills of a server under eight writers on SQLite, 100 on PostgreSQL, 20 in the middle of an
// import; a thousand damaged exports, and a thousand random ones of each source of which nothing may be lost; a vault
// of 500 MB, and documents of 50 MB; then a minute of people and programs who write one page of two processes, with cut lines; and minutes of
// three browser windows and a program that do the same, each by other dice; and twenty histories of people who name
// each other's hidden files; and fifty of the dearest requests at a database of 200,000 rows; and 500 clients who send
// a byte now and then; and 500 histories of three devices that were without a connection; and 500 messages and 500 rules
// that are due at once, with two processes of which one or the other is killed 25 times meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { emptyDatabase, migratedDatabase, skipped, type TestDatabase } from '../../testing/databases.ts';
import { writeTogether } from '../rooms/writers.ts';
import { globalSetup, globalTeardown } from '../setup.ts';
import { importDocuments, importLarge } from './large-import.ts';
import { readDearly } from './load.ts';
import { sendSlowly } from './slow-senders.ts';
import { enroll, killAgainAndAgain, start } from './writers.ts';

/** `npm run soak -- 20 10 5 10 20 100 1 2 20000 100 20 40 5` does less of each. */
const [
  onSqlite = 200,
  onPostgres = 100,
  inImport = 20,
  togetherSeconds = 60,
  damagedEach = 70,
  largeMb = 500,
  hands = 5,
  canaries = 20,
  rows = 200_000,
  slow = 500,
  histories = 500,
  randomEach = 1000,
  dueKills = 25,
] = process.argv.slice(2).map(Number);

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

/** Whether everybody has the same text at the end, with every block that anybody wrote. */
async function together({ engine, dataDir, url, cleanup }: TestDatabase): Promise<boolean> {
  const target = { env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) } };
  const headers = { authorization: `Bearer ${await enroll(target)}` };
  const servers = [await start(target), await start(target)];
  try {
    const addresses = servers.map(({ base }) => base);
    const made = await fetch(`${addresses[0]}/api/v2/pages`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ workspace_id: 1, title: 'Together', markdown: 'first' }),
    });
    const { id } = (await made.json()) as { id: number };
    const end = Date.now() + togetherSeconds * 1000;
    const scene = { addresses, pageId: id, headers, people: 5, more: () => Date.now() < end };
    console.log(JSON.stringify({ engine, together: togetherSeconds, blocks: await writeTogether(scene) }));
    return true;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await cleanup();
  }
}

/** One of the usual tests, done more often than usual. */
async function testing(file: string, env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, ['--test', '--test-global-setup=tests/setup.ts', `tests/${file}`], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

await globalSetup();
const passed = onSqlite ? [await writing(onSqlite, await emptyDatabase('sqlite'))] : [];
const reason = skipped('postgres');
if (reason) console.log(`PostgreSQL was left out: ${reason}`);
else if (onPostgres) passed.push(await writing(onPostgres, await emptyDatabase('postgres')));
if (inImport) {
  for (const file of ['importers/interrupted.test.ts', 'importers/killed.test.ts'])
    passed.push(await testing(file, { IMPORT_KILLS: String(inImport) }));
}
if (largeMb) passed.push(await importLarge(largeMb), await importDocuments());
if (damagedEach)
  passed.push(await testing('importers/formats/malformed.test.ts', { DAMAGED_EACH: String(damagedEach) }));
if (randomEach) passed.push(await testing('importers/loss/loss.test.ts', { LOSS_EACH: String(randomEach) }));
if (togetherSeconds) {
  passed.push(await together(await emptyDatabase('sqlite')));
  if (!reason) passed.push(await together(await emptyDatabase('postgres')));
}
const seeds = (count: number): string => Array.from({ length: count }, (_, at) => at + 1).join();
if (hands) {
  const HANDS_SEEDS = seeds(hands);
  passed.push(await testing('browser/editor/hands.test.ts', { HANDS_SEEDS, HANDS_ROUNDS: '120' }));
}
if (canaries)
  passed.push(await testing('rooms/canaries.test.ts', { CANARY_SEEDS: seeds(canaries), CANARY_ROUNDS: '300' }));
if (histories) passed.push(await testing('sync/histories.test.ts', { SYNC_HISTORIES: String(histories) }));
if (dueKills)
  for (const file of ['webhooks/kills.test.ts', 'automations/kills.test.ts'])
    passed.push(await testing(file, { WORK_KILLS: String(dueKills) }));
if (rows) {
  passed.push(await readDearly(await migratedDatabase('sqlite'), rows));
  if (!reason) passed.push(await readDearly(await migratedDatabase('postgres'), rows));
}
if (slow) {
  passed.push(await sendSlowly(await emptyDatabase('sqlite'), slow));
  if (!reason) passed.push(await sendSlowly(await emptyDatabase('postgres'), slow));
}
await globalTeardown();
process.exit(passed.includes(false) ? 1 : 0);
