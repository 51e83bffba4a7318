// An import of which no page came never ends as if everything was here, on both engines.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { importPath, inFreshWorkspace, startedFor, type Tree, vaultOf } from './imports.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });

  /** what is in the source, importer, status, kinds of warnings */
  const cases: [string, Tree, string, string, string[]][] = [
    ['nothing', {}, 'markdown', 'completed_with_warnings', ['empty']],
    ['only files', { 'a/dot.bin': 'x', 'b.bin': 'y' }, 'markdown', 'completed_with_warnings', ['no_pages']],
    ['files of another program', { 'pages.txt': 'x' }, 'logseq', 'completed_with_warnings', ['no_pages']],
    ['a table without rows', { 't.csv': 'Name,Size\n' }, 'csv', 'completed', []],
    ['a page and a file', { 'a.md': 'x', 'b.bin': 'y' }, 'markdown', 'completed', []],
  ];
  for (const [what, tree, source, status, kinds] of cases)
    it(`says of a source with ${what}: ${kinds.join() || 'nothing'}`, async () => {
      for (const dryRun of [true, false]) {
        await inFreshWorkspace(t, what);
        const { job, report } = await importPath(t, vaultOf(tree, `${what} ${dryRun}`, base), { source, dryRun });
        assert.equal(job.status, dryRun ? 'preview_ready' : status, JSON.stringify(report));
        assert.deepEqual(
          report.warnings.map(({ kind }) => kind),
          kinds,
        );
      }
    });
});
