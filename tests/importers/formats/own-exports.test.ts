// Every page-like source with a small export of our own, on both engines: a preview, the import, and the same again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, vaultOf } from '../imports.ts';
import { measured } from '../measure.ts';
import { docx, ownExports } from './own-exports.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const fresh = (name: string) => inFreshWorkspace(t, name);

  for (const { source, tree, expected } of ownExports) {
    it(`${source}: a preview writes nothing, an import all, and a second one nothing more`, async () => {
      await fresh(source);
      const folder = vaultOf(tree, source, base);
      const tables = ['pages', 'files', 'import_items', 'page_versions'];
      const counts = () => Promise.all(tables.map((table) => count(t, table)));
      const empty = await counts();
      const preview = await importPath(t, folder, { source, dryRun: true });
      assert.equal(preview.job.status, 'preview_ready', preview.job.error);
      assert.deepEqual(await counts(), empty);
      const { job, report } = await importPath(t, folder, { source });
      const got = measured(job, report, await pagesOf(t));
      const shown = JSON.stringify([job.error, report.warnings, report.broken_links, report.unsupported]);
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, got[name] ?? 0])),
        expected,
        shown,
      );
      assert.equal(preview.report.counts.pages, report.counts.pages);
      const again = await importPath(t, folder, { source });
      assert.deepEqual([again.report.created, again.report.updated], [0, 0]);
    });
  }

  it('a document that shows a file of the server brings no word of it', async () => {
    await fresh('outside');
    const picture =
      '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const rels =
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/>';
    const folder = vaultOf({ 'a.docx': docx(picture, rels) }, 'outside', base);
    const { report } = await importPath(t, folder, { source: 'word-documents' });
    assert.deepEqual([report.counts.pages, report.counts.files], [1, 0]);
    const [page] = await pagesOf(t);
    assert.doesNotMatch(JSON.stringify(page?.blocks), /root:/);
  });
});
