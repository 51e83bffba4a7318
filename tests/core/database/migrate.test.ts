/** The migrator: which folders and databases it refuses, and that a step is whole, in order and without losses. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Database, DatabaseProblem, openDatabase } from '../../../core/database/database.ts';
import { migrator } from '../../../core/database/migrate.ts';
import { applyMigrations } from '../../../core/database/migration-ledgers.ts';
import { emptyDatabase, onEachEngine, type TestDatabase } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';

const FAMILY = new URL('../fixtures/family/', import.meta.url);

/** A folder of migrations, each made of the statements of its `up`. */
function folderOf(files: Record<string, string[]>): { directory: URL; remove(): void } {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, statements] of Object.entries(files)) {
    const up = `for (const sql of ${JSON.stringify(statements)}) await trx.raw(sql);`;
    writeFileSync(join(folder, name), `export default { async up(trx) { ${up} }, async down() {} };\n`);
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { directory: pathToFileURL(`${folder}/`), remove };
}

const A_TABLE = ['create table t (id int primary key)'];

onEachEngine((engine) => {
  let where: TestDatabase;
  let database: Database;
  before(async () => {
    where = await emptyDatabase(engine);
    database = await openDatabase(where);
  });
  after(async () => {
    await database.close();
    await where.cleanup();
  });

  const tables = async (): Promise<string[]> => {
    const names =
      engine === 'sqlite'
        ? database.reader('sqlite_schema').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').pluck('name')
        : database.reader('information_schema.tables').where({ table_schema: 'public' }).pluck('table_name');
    return (await names).sort();
  };

  const refused: [string, Record<string, string[]>, RegExp][] = [
    ['a gap', { '0001_a.js': [], '0003_c.js': [] }, /0003_c\.js should have the number 2/],
    ['a duplicate', { '0001_a.js': [], '0002_b.js': [], '0002_c.js': [] }, /0002_c\.js has the number of one before/],
    ['a first that is not 1', { '0002_b.js': [] }, /0002_b\.js should have the number 1/],
    ['a name out of form', { '0001_a.js': [], '2_b.js': [] }, /2_b\.js must be named/],
  ];
  for (const [name, files, says] of refused) {
    it(`refuses a folder with ${name}`, async () => {
      const { directory, remove } = folderOf(files);
      const steps = migrator(database, { directory });
      for (const call of [() => steps.status(), () => steps.up()]) {
        await assert.rejects(call, (error: Error) => error instanceof DatabaseProblem && says.test(error.message));
      }
      remove();
    });
  }

  it('answers the status of an empty database without making anything', async () => {
    const status = await migrator(database, { directory: FAMILY }).status();
    assert.deepEqual(status, { applied: [], pending: ['0001_parents', '0002_rebuild'] });
    assert.deepEqual(await tables(), []);
  });

  it('is content with no folder at all', async () => {
    const steps = migrator(database, { directory: new URL('nowhere/', FAMILY) });
    assert.deepEqual([await steps.up(), await steps.status()], [[], { applied: [], pending: [] }]);
  });

  it('goes up to a number, on, down and up again, and rebuilding a parent keeps its children', async () => {
    const steps = migrator(database, { directory: FAMILY });
    assert.deepEqual(await steps.up({ to: 1 }), ['0001_parents']);
    assert.deepEqual(await steps.status(), { applied: ['0001_parents'], pending: ['0002_rebuild'] });
    assert.deepEqual(await steps.up(), ['0002_rebuild']);
    assert.deepEqual(await database.reader('children').orderBy('id').pluck('key'), ['c1', 'c2', 'c3']);
    await assert.rejects(database.writer('children').insert({ id: 9, parent_id: 77 }), /FOREIGN KEY|foreign key/);
    assert.equal(await steps.down(), '0002_rebuild');
    assert.deepEqual(await database.reader('children').pluck('parent_id'), [1, 1, 1]);
    assert.deepEqual(await steps.up(), ['0002_rebuild']);
    assert.deepEqual(await steps.up(), []);
    assert.deepEqual(
      [await steps.down(), await steps.down(), await steps.down()],
      ['0002_rebuild', '0001_parents', null],
    );
    assert.deepEqual(
      (await tables()).filter((name) => !name.startsWith('schema_')),
      [],
    );
  });

  it('rolls a step that fails back whole, names it, and keeps those before it', async () => {
    const { directory, remove } = folderOf({
      '0001_a.js': A_TABLE,
      '0002_b.js': ['create table u (id int)', 'insert into nowhere values (1)'],
    });
    const steps = migrator(database, { directory, table: 'ledger_a' });
    await assert.rejects(steps.up(), (error: Error) => {
      assert.match(error.message, /^The migration 0002_b failed and was rolled back: .*nowhere/);
      return error instanceof DatabaseProblem;
    });
    assert.deepEqual(await steps.status(), { applied: ['0001_a'], pending: ['0002_b'] });
    assert.ok(!(await tables()).includes('u') && (await tables()).includes('t'));
    remove();
  });

  it('says of which plugin the step is that fails', async () => {
    const { directory, remove } = folderOf({ '0001_shelf.js': ['insert into nowhere values (1)'] });
    const shelf = { name: 'shelf', version: '1.0.0', summary: 'Keeps things on a shelf', migrations: directory };
    await assert.rejects(applyMigrations(database, [shelf], true), {
      name: 'DatabaseProblem',
      message: /^plugin shelf: The migration 0001_shelf failed and was rolled back: .*nowhere/,
    });
    remove();
  });

  it('refuses a step that leaves a reference to nothing', async () => {
    const { directory, remove } = folderOf({
      '0001_a.js': ['create table p (id int primary key)', 'create table c (p_id int references p(id))'],
      '0002_b.js': ['insert into c values (5)'],
    });
    const steps = migrator(database, { directory, table: 'ledger_b' });
    await assert.rejects(steps.up(), /0002_b failed/);
    assert.deepEqual(await database.reader('c'), []);
    remove();
  });

  it('refuses a database that is newer than the program, in one line', async () => {
    const newer = folderOf({ '0001_a.js': [], '0002_b.js': [] });
    const older = folderOf({ '0001_a.js': [] });
    const other = folderOf({ '0001_a.js': [], '0002_c.js': [] });
    await migrator(database, { directory: newer.directory, table: 'ledger_c' }).up();
    const says = (directory: URL, message: string) =>
      assert.rejects(migrator(database, { directory, table: 'ledger_c' }).up(), { name: 'DatabaseProblem', message });
    await says(
      older.directory,
      'The database schema is at 0002_b, newer than this program (0001_a): start a newer release',
    );
    await says(
      other.directory,
      'The database holds the migration 0002_b, which this program (0002_c) does not know: make a backup with the program that it is of, and restore that with this one into an empty data folder',
    );
    for (const { remove } of [newer, older, other]) remove();
  });
});

onEachEngine((engine) => {
  it('takes the migrations of this program up, down to nothing, and up again', async () => {
    const where = await emptyDatabase(engine);
    const database = await openDatabase(where);
    const steps = migrator(database);
    const { pending } = await steps.status();
    assert.deepEqual(await steps.up(), pending);
    for (const name of pending.toReversed()) assert.equal(await steps.down(), name);
    assert.deepEqual(await steps.up(), pending);
    await database.close();
    await where.cleanup();
  });
});
