// What is gone from a folder that was imported: named, and in the trash only where that is wanted and safe.
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { reportLines } from '../../plugins/importers/report-text.ts';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, titled, vaultOf } from './imports.ts';

const TREE = { 'A.md': 'Stays.', 'B.md': 'Goes.', 'd/C.md': 'Inside.', 'd/E.md': 'Beside.' };

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });

  /** A vault of its own, imported once. */
  async function imported(name: string): Promise<string> {
    await inFreshWorkspace(t);
    const vault = vaultOf(TREE, name, base);
    await importPath(t, vault);
    return vault;
  }
  const titles = async () => (await pagesOf(t)).map(({ title }) => title).sort();
  const said = ({ warnings }: { warnings: { item: string; kind: string }[] }) =>
    warnings.map(({ item, kind }) => `${kind} ${item}`).sort();

  it('names what is gone, leaves its page alone, and says nothing while all is there', async () => {
    const vault = await imported('Named');
    assert.deepEqual((await importPath(t, vault)).report.warnings, []);
    rmSync(join(vault, 'B.md'));
    for (const dryRun of [true, false, false]) {
      const { job, report } = await importPath(t, vault, { dryRun });
      assert.deepEqual(said(report), ['gone B.md']);
      assert.ok(reportLines(job, report).some((line) => /B\.md: It is no longer in the source/.test(line)));
    }
    assert.deepEqual(await titles(), ['A', 'B', 'C', 'E', 'd']);
  });

  it('knows two folders of the same name apart', async () => {
    await imported('Twin');
    const other = vaultOf({ 'Z.md': 'Other.' }, 'Twin', join(base, 'elsewhere'));
    const { report } = await importPath(t, other, { prune: true });
    assert.deepEqual(report.warnings, []);
    assert.equal((await titles()).length, 6);
  });

  it('puts pages into the trash when it is told to, folders with them, and takes them back with an undo', async () => {
    const vault = await imported('Pruned');
    rmSync(join(vault, 'd'), { recursive: true });
    const { job, report } = await importPath(t, vault, { prune: true });
    assert.deepEqual(said(report), ['pruned d/', 'pruned d/C.md', 'pruned d/E.md']);
    assert.deepEqual(await titles(), ['A', 'B']);
    assert.deepEqual((await importPath(t, vault, { prune: true })).report.warnings, []);
    await undoImport(t.ctx('ann'), job);
    assert.deepEqual(await titles(), ['A', 'B', 'C', 'E', 'd']);
    const all = await pagesOf(t);
    assert.equal(titled(all, 'C').parent_id, titled(all, 'd').id);
    assert.deepEqual(said((await importPath(t, vault)).report), ['gone d/', 'gone d/C.md', 'gone d/E.md']);
  });

  it('takes a page out of the trash whose note is there again, as it is there now', async () => {
    const vault = await imported('Returned');
    const before = titled(await pagesOf(t), 'C').id;
    renameSync(join(vault, 'd'), join(base, 'away'));
    await importPath(t, vault, { prune: true });
    renameSync(join(base, 'away'), join(vault, 'd'));
    writeFileSync(join(vault, 'd', 'C.md'), 'Written anew.');
    const { report } = await importPath(t, vault);
    assert.deepEqual(said(report), ['brought_back d/', 'brought_back d/C.md', 'brought_back d/E.md']);
    assert.deepEqual([report.created, report.updated], [0, 1]);
    const all = await pagesOf(t);
    const page = titled(all, 'C');
    assert.deepEqual([page.id, page.parent_id], [before, titled(all, 'd').id]);
    assert.match(JSON.stringify(page.blocks), /Written anew/);
    assert.deepEqual((await importPath(t, vault)).report.warnings, []);
  });

  it('keeps what was changed here, what others lie below, and what somebody took out of the trash', async () => {
    const vault = await imported('Kept');
    const service = t.app.use(pages);
    const all = await pagesOf(t);
    const inside = { workspaceId: t.ws1, parentId: titled(all, 'd').id, title: 'Made here' };
    await service.create(t.ctx('ann'), inside);
    await service.change(t.ctx('ann'), titled(all, 'B').id, { title: 'B2' });
    rmSync(join(vault, 'B.md'));
    rmSync(join(vault, 'd'), { recursive: true });
    const kept = ['gone_edited B.md', 'gone_kept d/'];
    assert.deepEqual(said((await importPath(t, vault, { prune: true })).report), [
      ...kept,
      'pruned d/C.md',
      'pruned d/E.md',
    ]);
    await service.restore(t.ctx('ann'), titled(all, 'C').id);
    assert.deepEqual(
      said((await importPath(t, vault, { prune: true })).report),
      ['gone_edited d/C.md', ...kept].sort(),
    );
    assert.deepEqual(await titles(), ['A', 'B2', 'C', 'Made here', 'd']);
  });

  it('takes nothing away for a folder that is empty or was not read whole', async () => {
    const vault = await imported('Unread');
    renameSync(vault, `${vault} away`);
    mkdirSync(vault);
    const empty = await importPath(t, vault, { prune: true });
    assert.deepEqual(said(empty.report), ['empty Unread', 'not_whole Unread']);
    rmSync(vault, { recursive: true });
    renameSync(`${vault} away`, vault);
    rmSync(join(vault, 'd'), { recursive: true });
    symlinkSync(join(vault, 'B.md'), join(vault, 'd'));
    const linked = await importPath(t, vault, { prune: true });
    assert.deepEqual(said(linked.report), ['refused d']);
    assert.equal((await titles()).length, 5);
  });
});
