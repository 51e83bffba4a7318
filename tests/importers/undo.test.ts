// Undo of imports of the same source, one after the other, on both engines: nothing is left that only they brought.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, it } from 'node:test';
import { actorOf } from '../../plugins/auth/contract.ts';
import type { Item } from '../../plugins/importers/contract.ts';
import { jobReport } from '../../plugins/importers/present.ts';
import { type JobRow, jobStore } from '../../plugins/importers/store.ts';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, system, titled } from './imports.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  beforeEach(() => inFreshWorkspace(t));

  const table = (...lines: string[]): string => {
    const path = join(base, 'tasks.csv');
    writeFileSync(path, ['Task,Points', ...lines].join('\n'));
    return path;
  };
  const brought = async (path: string, source = 'csv'): Promise<JobRow> => (await importPath(t, path, { source })).job;
  const undone = async ({ id }: JobRow) => {
    const job = (await jobStore.byId(system(t), id)) as JobRow;
    await undoImport(t.ctx('ann').as(actorOf(t.user('ann')), 'import'), job);
    return jobReport((await jobStore.byId(system(t), id)) as JobRow).undo;
  };
  const left = async () => (await pagesOf(t)).map(({ title }) => title).sort();
  const items = () => count(t, 'import_items', { workspace_id: t.ws1 });

  it('takes the database of the first import back that a second one saw again', async () => {
    const first = await brought(table('Plan,1', 'Build,2'));
    await brought(table('Plan,1', 'Build,2'));
    assert.deepEqual((await undone(first))?.kept, []);
    assert.deepEqual([await left(), await items()], [[], 0]);
  });

  it('leaves the database while rows of another import are in it, and takes it back with the last of them', async () => {
    const first = await brought(table('Plan,1', 'Build,2'));
    const second = await brought(table('Plan,1', 'Build,3', 'Ship,4'));
    await undone(first);
    assert.deepEqual(await left(), ['Build', 'Ship', 'tasks']);
    await undone(second);
    assert.deepEqual([await left(), await items()], [[], 0]);
  });

  it('goes back to the first import when the second one is undone before it', async () => {
    const first = await brought(table('Plan,1'));
    const second = await brought(table('Plan,1', 'Ship,4'));
    await undone(second);
    assert.deepEqual(await left(), ['Plan', 'tasks']);
    await undone(first);
    assert.deepEqual([await left(), await items()], [[], 0]);
  });

  it('of databases in rows of databases warns of nothing', async () => {
    let text = 'Once';
    let leaf = 'Once';
    const importer = {
      ...{ kind: 'importer', name: 'nested', title: 'Nested', accepts: ['.csv'] },
      async *read(): AsyncGenerator<Item> {
        const properties = [{ name: 'Name', type: 'title' as const }];
        yield { type: 'database', id: 'outer', title: 'Outer', properties };
        yield { type: 'row', id: 'row', database: 'outer', title: 'Row', values: {}, markdown: text };
        yield { type: 'database', id: 'inner', parent: 'row', title: 'Inner', properties };
        yield { type: 'row', id: 'leaf', database: 'inner', title: 'Leaf', values: {}, markdown: leaf };
      },
    };
    (t.app.extensions as unknown[]).push(importer);
    const first = await brought(table(), 'nested');
    assert.deepEqual((await undone(first))?.kept, []);
    assert.deepEqual([await left(), await items()], [[], 0]);
    const again = await brought(table(), 'nested');
    text = leaf = 'Twice';
    const second = await brought(table(), 'nested');
    assert.deepEqual((await undone(again))?.kept, []);
    assert.deepEqual((await undone(second))?.kept, []);
    assert.deepEqual([await left(), await items()], [[], 0]);
    // A row that was changed by an import and then by hand stands between the two databases.
    const made = await brought(table(), 'nested');
    text = 'Thrice';
    const change = await brought(table(), 'nested');
    const { id } = titled(await pagesOf(t), 'Row');
    await t.app.use(pages).save(t.ctx('ann'), id, { title: 'Row', blocks: [] });
    assert.equal((await undone(change))?.kept.length, 1);
    assert.deepEqual((await undone(made))?.kept, []);
    assert.deepEqual(await left(), []);
  });
});
