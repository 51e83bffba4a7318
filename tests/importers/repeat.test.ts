// A second import of what has grown since: notes from before lead to those that are new, however many these are.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { pages } from '../../plugins/pages/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, system, titled, vaultOf } from './imports.ts';

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
    const all = await pagesOf(t);
    const linked = new Set(JSON.stringify(titled(all, 'A').blocks).match(/"pageId":\d+/g));
    assert.equal(linked.size, NEW);
    const again = await importPath(t, vault);
    assert.deepEqual([again.report.created, again.report.updated], [0, 0]);
  });

  it('saves a note that links to one in the trash, whose name stays as words', async () => {
    await inFreshWorkspace(t);
    const vault = vaultOf({ 'A.md': 'Alone.', 'B.md': 'Gone.' }, 'Trashing', base);
    await importPath(t, vault);
    await t.app.use(pages).trash(t.ctx('ann'), titled(await pagesOf(t), 'B').id);
    writeFileSync(join(vault, 'A.md'), 'Go to [[B|the other]] or [[B]].');
    const { report } = await importPath(t, vault);
    assert.equal(report.updated, 1);
    assert.deepEqual(
      report.warnings.map(({ item, kind }) => [item, kind]),
      [['B.md', 'in_trash']],
    );
    const [said] = titled(await pagesOf(t), 'A').blocks;
    const words = said.content.map(({ text, marks = [] }: { text: string; marks?: object[] }) => [text, marks.length]);
    assert.deepEqual(words, [
      ['Go to ', 0],
      ['the other', 1],
      [' or ', 0],
      ['B', 1],
      ['.', 0],
    ]);
  });

  it('saves a note that links to one which the person does not see any more, without that link', async () => {
    await inFreshWorkspace(t);
    const editor = { user_id: t.user('edi').id, role: 'editor', joined_at: t.ctx('ann').now() };
    await system(t).tx((tx) => tx.db('workspace_members').insert({ ...editor, workspace_id: t.ws1 }));
    const vault = vaultOf({ 'A.md': 'Alone.', 'B.md': 'Secret.' }, 'Hiding', base);
    await importPath(t, vault);
    const { id } = titled(await pagesOf(t), 'B');
    await system(t).tx(async (tx) => {
      await tx.db('pages').where({ id }).update({ permission_type: 'private', access_root_id: id });
      await tx.use(workspaces).bumpEpoch(tx, t.ws1);
    });
    writeFileSync(join(vault, 'A.md'), 'Now [[B]] is away.');
    const { report } = await importPath(t, vault, { who: 'edi' });
    assert.deepEqual([report.updated, report.warnings.map(({ kind }) => kind)], [1, ['link_hidden']]);
    assert.match(JSON.stringify(titled(await pagesOf(t), 'A').blocks), /Now .*is away/);
  });

  it('passes a large file on as it is read, and knows it again', async () => {
    await inFreshWorkspace(t);
    const piece = Buffer.alloc(64 * 1024, 'abc');
    const size = 80 * piece.length;
    const entry = {
      ...{ path: 'film.bin', name: 'film.bin', size },
      bytes: () => Promise.reject(new Error('it does not fit into memory')),
      text: () => Promise.reject(new Error('it is no text')),
      stream: async () =>
        Readable.from(
          Array.from({ length: 80 }, () => piece),
          { objectMode: false },
        ),
    };
    const importer = {
      ...{ kind: 'importer', name: 'large', title: 'Large', accepts: ['.txt'] },
      async *read() {
        yield { type: 'file', id: 'film', entry };
      },
    };
    (t.app.extensions as unknown[]).push(importer);
    const folder = vaultOf({ 'list.txt': 'film' }, 'Large', base);
    const run = () => importPath(t, join(folder, 'list.txt'), { source: 'large' });
    const { report } = await run();
    // That no page came of it is all there is to say.
    assert.deepEqual([report.counts.files, report.warnings.map(({ kind }) => kind)], [1, ['no_pages']]);
    const [stored] = await t.app.database.reader('files').where({ name: 'film.bin' });
    assert.equal(Number(stored.size), size);
    const hash = createHash('sha256');
    for (let count = 0; count < 80; count++) hash.update(piece);
    assert.equal(stored.sha256, hash.digest('hex'));
    assert.equal((await run()).report.warnings_total, 1);
    assert.equal((await t.app.database.reader('files').where({ name: 'film.bin' })).length, 1);
  });
});
