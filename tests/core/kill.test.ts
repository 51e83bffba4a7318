// A few kills under load in seconds; `npm run soak` does two hundred.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { writingToken } from '../cli/run.ts';
import { killAgainAndAgain } from '../soak/writers.ts';

onEachEngine((_engine, open) => {
  it('loses no acknowledged write to kill -9, and does nothing twice that is asked again with its key', async () => {
    const database = await open();
    const { dataDir, url } = database;
    const target = { env: { DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) } };
    const outcome = await killAgainAndAgain(target, await writingToken(database), 3);
    assert.deepEqual(outcome.wrong, []);
    assert.ok(outcome.acknowledged > 10, `only ${outcome.acknowledged} pages were acknowledged`);
    assert.ok(outcome.unknown > 0, 'no answer was lost, so that nothing was asked again');
  });
});
