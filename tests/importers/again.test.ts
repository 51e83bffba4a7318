// A second import of what has grown since: notes from before lead to those that are new, however many these are.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { TestApp } from '../kit/app.ts';
import { onEachEngine } from '../kit/databases.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, titled, vaultOf } from './imports.ts';

/** More than are written at once. */
const NEW = 130;

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });

  it('saves a note that links to notes which come for the first time, and are read after it', async () => {
    await inFreshWorkspace(t);
    const vault = vaultOf({ 'A.md': 'Alone.', 'B.md': 'Not changed.' }, 'Growing', base);
    await importPath(t, vault);
    const names = Array.from({ length: NEW }, (_none, at) => `new-${String(at).padStart(3, '0')}`);
    for (const name of names) writeFileSync(join(vault, `${name}.md`), `One of many, after [[A]].`);
    writeFileSync(join(vault, 'A.md'), `Then ${names.map((name) => `[[${name}]]`).join(' ')}.`);
    const { report } = await importPath(t, vault);
    assert.deepEqual(report.warnings, []);
    assert.deepEqual([report.created, report.updated, report.skipped], [NEW, 1, 1]);
    const pages = await pagesOf(t);
    const linked = new Set(JSON.stringify(titled(pages, 'A').blocks).match(/"pageId":\d+/g));
    assert.equal(linked.size, NEW);
    const again = await importPath(t, vault);
    assert.deepEqual([again.report.created, again.report.updated], [0, 0]);
  });
});
