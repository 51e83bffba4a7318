// The migrate commands on both engines, from nothing to the newest schema and one step back.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ENGINES, emptyDatabase, skipped, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { startChild } from '../kit/processes.ts';
import { commandLine } from './run.ts';

const steps = readdirSync(new URL('../../migrations/', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const newest = steps.at(-1) as string;

for (const engine of ENGINES) {
  describe(`migrate on ${engine}`, { skip: skipped(engine) }, () => {
    let where: TestDatabase;
    let run: ReturnType<typeof commandLine>;
    before(async () => {
      where = await emptyDatabase(engine);
      run = commandLine(where);
    });
    after(() => where.cleanup());

    it('status of an empty database lists all steps as pending and fails', async () => {
      const { code, json } = await run(['migrate', 'status', '--json']);
      assert.equal(code, 1);
      assert.equal(json().pending, steps.length);
    });

    it('down has nothing to undo', async () => {
      const { code, json } = await run(['migrate', 'down', '--json']);
      assert.equal(code, 0);
      assert.deepEqual(json(), { ok: true, undone: null });
    });

    it('up runs all steps in order, with progress apart from the result', async () => {
      const { code, json, stderr } = await run(['migrate', 'up', '--json'], { own: true });
      assert.equal(code, 0);
      assert.deepEqual(json(), { ok: true, applied: steps });
      assert.match(stderr, new RegExp(`Migrating: ${steps.length}/${steps.length}`));
    });

    it('up again does nothing', async () => {
      const { code, stdout } = await run(['migrate', 'up']);
      assert.equal(code, 0);
      assert.equal(stdout, 'The schema is up to date.\n');
    });

    it('down asks for --yes and changes nothing without it', async () => {
      const { code, stderr } = await run(['migrate', 'down']);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`Undoing ${newest} may lose data: confirm with --yes`));
      assert.equal((await run(['migrate', 'status'])).code, 0);
    });

    it('down --yes refuses beside a running server', async () => {
      const server = startChild('server', where);
      await server.message((message) => 'address' in (message as object));
      const { code, stderr } = await run(['migrate', 'down', '--yes']);
      await server.kill();
      assert.deepEqual([code, /Another process works with the database/.test(stderr)], [1, true], stderr);
      assert.equal((await run(['migrate', 'status'])).code, 0);
    });

    it('down --yes undoes the newest step only', async () => {
      const { code, json } = await run(['migrate', 'down', '--yes', '--json']);
      assert.equal(code, 0);
      assert.deepEqual(json(), { ok: true, undone: newest });
      const { stdout } = await run(['migrate', 'status']);
      assert.match(stdout, new RegExp(`${newest} +pending`));
      assert.equal(stdout.match(/pending/g)?.length, 1);
    });

    it('doctor says which step is missing', async () => {
      const { code, json } = await run(['doctor', '--json']);
      assert.equal(code, 1);
      const { checks } = json() as { checks: { name: string; ok: boolean; detail: string }[] };
      assert.deepEqual(
        checks.map(({ name, ok }) => [name, ok]),
        [['schema version', false]],
      );
      assert.match(checks[0]?.detail ?? '', new RegExp(newest));
    });
  });
}

describe('migrate new', () => {
  const folder = scratchFolder();
  const run = commandLine({ dataDir: folder });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses a folder that is not there', async () => {
    const { code, stderr } = await run(['migrate', 'new', 'shelves', '--directory', './nowhere']);
    assert.equal(code, 1);
    assert.match(stderr, /There is no folder .*nowhere/);
  });

  it('writes into the extension in which one stands', async () => {
    const inside = join(folder, 'extensions', 'shelf', 'deeper');
    const first = await run(['new', 'migration', 'shelves'], { directory: inside });
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(readdirSync(join(folder, 'extensions', 'shelf', 'migrations')), ['0001_shelves.ts']);
    assert.match(first.stdout, /migrations: new URL\('.\/migrations\/', import\.meta\.url\)/);
    const elsewhere = join(folder, 'elsewhere', 'rack');
    mkdirSync(elsewhere, { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{ "name": "commonplace-plugin-rack" }');
    const other = await run(['migrate', 'new', 'racks'], { directory: elsewhere });
    assert.equal(other.code, 0, other.stderr);
    assert.match(readFileSync(join(elsewhere, 'migrations', '0001_racks.ts'), 'utf8'), /'commonplace\/migrate'/);
  });

  it('numbers steps one after another', async () => {
    for (const name of ['shelves', 'shelf_labels']) {
      const { code } = await run(['migrate', 'new', name, '--directory', folder]);
      assert.equal(code, 0);
    }
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    assert.deepEqual(files.sort(), ['0001_shelves.ts', '0002_shelf_labels.ts']);
    const text = readFileSync(join(folder, '0002_shelf_labels.ts'), 'utf8');
    assert.match(text, /createTable\('shelf_labels'/);
    assert.match(text, /dropTable\('shelf_labels'\)/);
  });
});
