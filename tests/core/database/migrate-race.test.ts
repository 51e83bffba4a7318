/** Several processes starting on one empty database, and processes killed in the middle of a step. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDatabase } from '../../../core/database/database.ts';
import { migrator } from '../../../core/database/migrate.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { type Child, startChild } from '../../kit/processes.ts';

const SLOW = new URL('../fixtures/slow/', import.meta.url);
const STEPS = ['0001_first', '0002_second', '0003_third'];
const ROUNDS = 5;

type Said = { ready?: true; halfDone?: string; ran?: string[]; pending?: string[] };

async function start(where: TestDatabase, env: Record<string, string> = {}): Promise<Child> {
  const child = startChild('migrate', where, { TEST_MIGRATIONS: SLOW.href, ...env });
  await child.message<Said>((said) => said.ready === true);
  return child;
}

async function finish(child: Child): Promise<string[]> {
  const { ran, pending } = await child.message<Said>((said) => said.ran !== undefined);
  assert.deepEqual(pending, []);
  assert.equal(await child.ended(), 0);
  return ran!;
}

async function rows(where: TestDatabase): Promise<Record<string, number[]>> {
  const database = await openDatabase(where);
  const found: Record<string, number[]> = {};
  for (const table of ['first', 'second', 'third']) {
    if (await database.reader.schema.hasTable(table))
      found[table] = await database.reader(table).orderBy('id').pluck('id');
  }
  await database.close();
  return found;
}

onEachEngine((engine) => {
  for (let round = 1; round <= ROUNDS; round++) {
    it(`two processes together on an empty database are both ready, each step ran once (${round})`, async () => {
      const where = await emptyDatabase(engine);
      const children = await Promise.all([start(where), start(where)]);
      for (const child of children) child.send({ go: true });
      const ran = await Promise.all(children.map(finish));
      assert.deepEqual(ran.flat().sort(), STEPS);
      assert.deepEqual(await rows(where), { first: [1, 2], second: [1, 2], third: [1, 2] });
      await where.cleanup();
    });
  }

  for (const [index, step] of STEPS.entries()) {
    it(`a process killed in ${step} leaves what the next start finishes`, async () => {
      const where = await emptyDatabase(engine);
      const child = await start(where, { TEST_WAIT_IN: step });
      child.send({ go: true });
      await child.message<Said>((said) => said.halfDone === step);
      const waiting = await start(where);
      waiting.send({ go: true });
      await child.kill();
      assert.deepEqual(await finish(waiting), STEPS.slice(index));
      assert.deepEqual(await rows(where), { first: [1, 2], second: [1, 2], third: [1, 2] });
      await where.cleanup();
    });
  }

  it('a process killed while it undoes a step leaves that step applied, and it can be undone again', async () => {
    const where = await emptyDatabase(engine);
    const database = await openDatabase(where);
    const steps = migrator(database, { directory: SLOW });
    await steps.up();
    const child = await start(where, { TEST_WAIT_IN: '0003_third', TEST_DIRECTION: 'down' });
    child.send({ go: true });
    await child.message<Said>((said) => said.halfDone === '0003_third');
    await child.kill();
    assert.deepEqual(await steps.status(), { applied: STEPS, pending: [] });
    assert.equal(await steps.down(), '0003_third');
    await database.close();
    await where.cleanup();
  });
});
