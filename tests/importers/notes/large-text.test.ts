// Texts that no page holds, and that are too large for a file as well: the rest comes in, and the report names them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, titled, vaultOf } from '../imports.ts';

const long = 'x'.repeat(1_500_000);

onEachEngine((_, open) => {
  let t: TestApp;
  const base = startedFor(
    open,
    (app) => {
      t = app;
    },
    { settings: { UPLOAD_MAX_MB: '1' } },
  );

  for (const [source, tree, place] of [
    ['csv', { 'table.csv': `Name,Text\nfirst,a\nlong,${long}\nlast,b\n` }, 'table.csv#long'],
    ['markdown', { 'first.md': 'a', 'long.md': `- ${'x'.repeat(50)}\n`.repeat(25_000), 'last.md': 'b' }, 'long.md'],
  ] as const)
    it(`of ${source} leave the others alone`, async () => {
      await inFreshWorkspace(t, source);
      const { job, report } = await importPath(t, vaultOf(tree, source, base), { source });
      assert.equal(job.status, 'completed_with_warnings');
      assert.deepEqual(
        report.warnings.map(({ item, kind }) => `${item} ${kind}`),
        [`${place} too_large`, `${place} not_saved`],
      );
      const all = await pagesOf(t);
      for (const title of ['first', 'long', 'last']) assert.ok(titled(all, title));
      assert.equal(titled(all, 'long').blocks.length, 1);
    });
});
