import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../core/database.ts';
import { onEachEngine } from '../kit/databases.ts';

onEachEngine((engine, open) => {
  it('works', async () => {
    const where = await open();
    const db = await openDatabase(where);
    await db.ping();
    assert.equal(db.engine, engine);
    await db.close();
  });
});
