// The schema of the first release: no step of it is edited any more, so what the steps make stays as it is.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { openDatabase } from '../../../core/database/database.ts';
import { migrator } from '../../../core/database/migrate.ts';
import { emptyDatabase, onEachEngine } from '../../../testing/databases.ts';
import { describeSchema } from './schema.ts';

/** By engine and table, a hash of what `describeSchema` says of it after the last step of that release. */
const FILE = new URL('./fixtures/schema-0025.json', import.meta.url);
const LAST_STEP = 25;

const hash = (lines: string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

onEachEngine((engine) => {
  it('is what its steps have always made', async () => {
    const where = await emptyDatabase(engine);
    const database = await openDatabase(where);
    await migrator(database).up({ to: LAST_STEP });
    const described = Object.entries(await describeSchema(database)).map(([table, lines]) => [table, hash(lines)]);
    await database.close();
    await where.cleanup();
    const known = JSON.parse(readFileSync(FILE, 'utf8'));
    assert.deepEqual(Object.fromEntries(described), known[engine]);
  });
});
