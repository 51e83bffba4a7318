// Databases on which steps ran under the numbers that they had first: they go on under those of today.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../core/database/database.ts';
import { migrator } from '../../../core/database/migrate.ts';
import { emptyDatabase, onEachEngine } from '../../../testing/databases.ts';

const FIRST: [now: string, then: string][] = [
  ['0027_forges', '0031_forges'],
  ['0028_webhooks', '0027_webhooks'],
  ['0029_automations', '0028_automations'],
];

onEachEngine((engine) => {
  it('are brought up to date, and no step runs twice', async () => {
    const where = await emptyDatabase(engine);
    const database = await openDatabase(where);
    const steps = migrator(database);
    const ran = await steps.up({ to: 30 });
    for (const [now, then] of FIRST)
      await database.writer('schema_migrations').where({ name: now }).update({ name: then });
    const { applied, pending } = await steps.status();
    assert.deepEqual(applied.toSorted(), ran);
    assert.deepEqual(await steps.up(), pending);
    const kept: string[] = await database.writer('schema_migrations').pluck('name');
    assert.deepEqual(kept.toSorted(), [...ran, ...pending]);
    await database.close();
    await where.cleanup();
  });
});
