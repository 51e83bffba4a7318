// `npm run soak`: 200 kills of a server under eight writers on SQLite; not one acknowledged write may be missing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enroll, killAgainAndAgain } from './writers.ts';

const kills = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'commonplace-soak-'));
try {
  const target = { env: { DATA_DIR: folder } };
  const token = await enroll(target);
  const outcome = await killAgainAndAgain(target, token, kills);
  console.log(JSON.stringify(outcome, null, 2));
  process.exitCode = outcome.wrong.length ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
