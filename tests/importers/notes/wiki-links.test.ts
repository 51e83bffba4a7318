// Links by name in loose notes: they lead to the file beside them, and double brackets that mean none stay as they are.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, titled, vaultOf } from '../imports.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });

  it('leads from a note to another one, in any letters, and to a file', async () => {
    await inFreshWorkspace(t);
    const notes = {
      'One.md': 'See [[two|the other]].',
      'sub/Two.md': '![[plan.txt.bin]] [[Three]]',
      'plan.txt.bin': 'x',
    };
    const { report } = await importPath(t, vaultOf(notes, 'Loose', base), { source: 'markdown' });
    const all = await pagesOf(t);
    const [one, two] = [titled(all, 'One'), titled(all, 'Two')];
    assert.match(JSON.stringify(one.blocks), new RegExp(`/pages/${two.id}\\b`));
    assert.match(JSON.stringify(two.blocks), /"fileId":/);
    assert.match(JSON.stringify(two.blocks), / \[\[Three\]\]"/, 'what is not there stays as it was written');
    assert.deepEqual(report.warnings, []);
  });

  it('leaves double brackets that name no file as they are, and says nothing of them', async () => {
    await inFreshWorkspace(t);
    const notes = { 'Code.md': 'An array [[1, 2], [3]] and [[nobody]].', 'Other.md': 'x' };
    const { report } = await importPath(t, vaultOf(notes, 'Arrays', base), { source: 'markdown' });
    assert.match(JSON.stringify(titled(await pagesOf(t), 'Code').blocks), /\[\[1, 2\], \[3\]\] and \[\[nobody\]\]\./);
    assert.deepEqual(report.warnings, []);
  });
});
