// A job from start to end on both engines: what goes wrong first, then repeats, undo, cancel, dry run and events.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import iconv from 'iconv-lite';
import { actorOf } from '../../plugins/auth/contract.ts';
import { beginLocal, cancelImport, work } from '../../plugins/importers/service.ts';
import { type JobRow, jobStore } from '../../plugins/importers/store.ts';
import { undoImport } from '../../plugins/importers/undo.ts';
import { pages } from '../../plugins/pages/contract.ts';
import { search } from '../../plugins/search/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import type { TestApp } from '../kit/app.ts';
import { zipOf } from './formats/zip.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, system, titled, vaultOf } from './imports.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  let vaults = 0;
  const vault = (tree: Parameters<typeof vaultOf>[0]) => vaultOf(tree, `vault-${++vaults}`, base);
  const fresh = () => inFreshWorkspace(t, `W${vaults}`);

  const failing: [string, () => string, RegExp][] = [
    ['an archive that is none', () => file('x.zip', 'nothing'), /damaged or no zip/],
    ['a vault that went away', () => gone(), /There is nothing at/],
  ];
  const file = (name: string, content: string | Buffer): string => {
    const path = join(base, `${++vaults}-${name}`);
    writeFileSync(path, content);
    return path;
  };
  const gone = (): string => {
    const folder = vault({ 'a.md': 'a' });
    return folder;
  };

  for (const [what, path, reason] of failing) {
    it(`fails with one clear reason for ${what} and leaves nothing`, async () => {
      await fresh();
      const at = path();
      const input = {
        source: 'notes-vault',
        workspaceId: t.ws1,
        parentId: null,
        filename: at.split('/').at(-1) as string,
        dryRun: false,
        options: {},
      };
      const job = await beginLocal(t.ctx('ann'), input, at);
      if (what.includes('away')) rmSync(at, { recursive: true });
      await work(system(t), job.id, new AbortController().signal);
      const ended = (await jobStore.byId(system(t), job.id)) as JobRow;
      assert.equal(ended.status, 'failed');
      assert.match(ended.error, reason);
      assert.deepEqual(await pagesOf(t), []);
    });
  }

  it('is refused before it begins: no path, no right, no such source, wrong kind of file', async () => {
    await assert.rejects(importPath(t, join(base, 'nowhere')), { code: 'not_found' });
    const folder = vault({ 'a.md': 'a' });
    for (const [who, code] of [
      ['vic', 'not_found'],
      ['bob', 'not_found'],
    ] as const)
      await assert.rejects(importPath(t, folder, { who }), { code });
    await assert.rejects(importPath(t, folder, { source: 'nothing' }), { code: 'validation_failed' });
    await assert.rejects(importPath(t, file('x.exe', 'MZ')), { code: 'validation_failed' });
  });

  it('gets past every bad note, names each, and keeps the good ones', async () => {
    await fresh();
    const long = 'n'.repeat(200);
    const folder = vault({
      'good.md': 'Links to [[latin]] and [[missing]]',
      'latin.md': iconv.encode('Blåbær', 'windows-1252'),
      'nul.md': 'a\0b, and enough text not to look like UTF-16',
      'broken.md': '---\na: [\n---\nx',
      [`${long}.md`]: 'long name',
      '🌲 emoji.md': 'emoji',
      '..dots...md': 'begins with a dot',
      'huge.md': `# Huge\n\n${'A paragraph of some length that repeats itself. '.repeat(20)}\n\n`.repeat(10_500),
      'list.md': '- item\n'.repeat(25_000),
    });
    const { job, report } = await importPath(t, folder);
    assert.equal(job.status, 'completed_with_warnings');
    assert.equal(report.created, 9);
    assert.deepEqual(report.warnings.map(({ item, kind }) => `${item} ${kind}`).sort(), [
      'broken.md front_matter',
      'huge.md too_large',
      'latin.md encoding',
      'list.md too_large',
      'nul.md encoding',
    ]);
    assert.deepEqual(report.broken_links, [{ item: 'good.md', target: 'missing', kind: 'wiki' }]);
    const all = await pagesOf(t);
    assert.equal(titled(all, 'latin').blocks[0].content[0].text, 'Blåbær');
    assert.deepEqual(
      titled(all, 'list').blocks.map(({ type }) => type),
      ['paragraph', 'file'],
    );
    assert.ok(titled(all, long) && titled(all, '🌲 emoji'));
    assert.equal(await count(t, 'import_items', { page_version: 0, workspace_id: t.ws1 }), 0);
  });

  it('takes the good entries of a hostile archive', async () => {
    await fresh();
    const attack = zipOf([
      { name: 'good.md', data: 'good' },
      { name: '../e.md', data: 'evil' },
      { name: 'link.md', data: '/etc/passwd', mode: 0o120777 },
      { name: 'zeros.md', data: Buffer.alloc(300 * 1_048_576) },
      { name: 'good.md', data: 'twice' },
    ]);
    const { job, report } = await importPath(t, file('attack.zip', attack));
    assert.equal(job.status, 'completed_with_warnings');
    assert.deepEqual(
      report.warnings.map(({ item }) => item),
      ['../e.md', 'link.md', 'zeros.md', 'good.md'],
    );
    assert.deepEqual(
      (await pagesOf(t)).map(({ title }) => title),
      ['good'],
    );
  });

  const tree = {
    'Index.md': '---\ntags: [a]\ncreated: 2024-02-03\n---\n[[Sub/Note#Part]] ![[pic.png]] #b',
    'Sub/Note.md': '# Part\n\n[[Index]] and [[Later]]',
    'Sub/alone.csv': 'a,b\n1,2\n',
    'Empty/pic.png': png,
    'view.base': 'views: []',
  };

  it('makes pages with folders, links, dates, tags, files, index entries and one version each', async () => {
    await fresh();
    const { job, report } = await importPath(t, vault(tree));
    assert.equal(job.status, 'completed_with_warnings');
    assert.deepEqual(report.counts, { pages: 2, folders: 1, databases: 0, rows: 0, files: 2, links: 3, comments: 0 });
    assert.deepEqual([report.created, report.unsupported], [2, { base: 1 }]);
    const all = await pagesOf(t);
    assert.deepEqual(all.map(({ title, kind }) => `${kind} ${title}`).sort(), [
      'file alone.csv',
      'file view.base',
      'folder Sub',
      'page Index',
      'page Note',
    ]);
    const [index, note, sub] = [titled(all, 'Index'), titled(all, 'Note'), titled(all, 'Sub')];
    assert.deepEqual([note.parent_id, titled(all, 'alone.csv').parent_id], [sub.id, sub.id]);
    assert.equal(index.created_at, '2024-02-03T00:00:00.000Z');
    assert.deepEqual(
      index.blocks.map(({ type }) => type),
      ['table', 'paragraph', 'image'],
    );
    assert.match(
      index.blocks[1].content[0].marks[0].attrs.href,
      new RegExp(`^/pages/${note.id}#${note.blocks[0].id}$`),
    );
    assert.ok(all.every(({ sync_version }) => sync_version === 1));
    assert.deepEqual(
      all
        .filter(({ parent_id }) => !parent_id)
        .map(({ position }) => position)
        .sort(),
      [0, 1, 2],
    );
    assert.equal(await count(t, 'page_links', { source_page_id: note.id, target_page_id: index.id }), 1);
    for (const page of all) assert.equal(await count(t, 'page_versions', { page_id: page.id }), 1);
    const { results } = await t.app.use(search).find(t.ctx('ann'), { q: 'part', limit: 5, workspaceId: t.ws1 });
    assert.deepEqual(results.map(({ id }) => id).sort(), [index.id, note.id].sort());
    const item = await system(t).db('import_items').where({ page_id: index.id }).first();
    assert.deepEqual(
      [JSON.parse(item.tags_json), JSON.parse(item.properties_json)],
      [['a', 'b'], { tags: ['a'], created: '2024-02-03' }],
    );
    const files = await system(t).db('files').where({ workspace_id: t.ws1 }).pluck('id');
    for (const id of files) assert.equal(await count(t, 'file_references', { file_id: id }), 1);
  });

  it('emits page.created for each page and one import.completed, all of origin import, and no others', async () => {
    await fresh();
    await importPath(t, vault({ 'a.md': 'a', 'd/b.md': 'b' }));
    const events = await system(t).db('domain_events').where({ workspace_id: t.ws1 }).orderBy('id');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['page.created', 'page.created', 'page.created', 'import.completed'],
    );
    assert.deepEqual([...new Set(events.map(({ origin }) => origin))], ['import']);
    assert.equal(events[0].actor_id, t.user('ann').id);
  });

  it('writes nothing in a dry run, and says what it would do', async () => {
    await fresh();
    const folder = vault(tree);
    const tables = ['pages', 'files', 'import_items', 'domain_events', 'page_versions'];
    const before = await Promise.all(tables.map((table) => count(t, table)));
    const { job, report } = await importPath(t, folder, { dryRun: true });
    assert.equal(job.status, 'preview_ready');
    assert.deepEqual(await Promise.all(tables.map((table) => count(t, table))), before);
    const { report: real } = await importPath(t, folder);
    const { first, tree: levels, ...rest } = report;
    assert.deepEqual(rest, real);
    assert.deepEqual(
      levels?.map(({ title, count }) => [title, count]),
      [
        ['Empty', 1],
        ['Index', 0],
        ['Sub', 2],
      ],
    );
    assert.deepEqual(first, ['Index.md', 'Sub/Note.md']);
    const { report: again } = await importPath(t, folder, { dryRun: true });
    assert.deepEqual([again.created, again.updated, again.skipped], [0, 0, 2]);
  });

  it('brings nothing twice: unchanged skipped, changed updated once, new links found', async () => {
    await fresh();
    const folder = vault(tree);
    await importPath(t, folder);
    const first = await pagesOf(t);
    const { report: same } = await importPath(t, folder);
    assert.deepEqual([same.created, same.updated, same.skipped], [0, 0, 2]);
    assert.deepEqual(await pagesOf(t), first);
    vaultOf({ 'Later.md': 'now there', 'Sub/alone.csv': 'a,b\n3,4\n' }, folder.split('/').at(-1), base);
    const { report } = await importPath(t, folder);
    assert.deepEqual([report.created, report.updated, report.skipped, report.broken_links_total], [1, 1, 1, 0]);
    const all = await pagesOf(t);
    assert.equal(all.length, first.length + 1);
    assert.equal(titled(all, 'Note').sync_version, 2);
    assert.equal(await count(t, 'page_versions', { page_id: titled(all, 'Note').id }), 2);
    assert.equal(titled(all, 'alone.csv').sync_version, 2);
  });

  it('keeps what was edited here, and leaves the trash alone', async () => {
    await fresh();
    const folder = vault({ 'edited.md': 'one', 'trashed.md': 'one', 'plain.md': 'one' });
    await importPath(t, folder);
    const all = await pagesOf(t);
    const service = t.app.use(pages);
    await service.save(t.ctx('ann'), titled(all, 'edited').id, { blocks: [] });
    await service.trash(t.ctx('ann'), titled(all, 'trashed').id);
    vaultOf({ 'edited.md': 'two', 'trashed.md': 'two', 'plain.md': 'two' }, folder.split('/').at(-1), base);
    const { report } = await importPath(t, folder);
    assert.deepEqual([report.updated, report.skipped], [1, 2]);
    assert.deepEqual(
      report.warnings.map(({ item, kind }) => [item, kind]),
      [
        ['edited.md', 'edited_here'],
        ['trashed.md', 'in_trash'],
      ],
    );
    assert.deepEqual(titled(await pagesOf(t), 'edited').blocks, []);
  });

  it('keeps two vaults apart whose notes have equal names', async () => {
    await fresh();
    await importPath(t, vault({ 'Readme.md': 'one' }));
    const { report } = await importPath(t, vault({ 'Readme.md': 'two' }));
    assert.equal(report.created, 1);
    assert.equal((await pagesOf(t)).length, 2);
  });

  it('is undone: what it made is in the trash, what it changed is as before, what was edited since is named', async () => {
    await fresh();
    const folder = vault({ 'a.md': 'one', 'd/b.md': 'one', 'c.md': 'one' });
    await importPath(t, folder);
    vaultOf({ 'a.md': 'two', 'c.md': 'two', 'new/n.md': 'new', 'new/m.md': 'new' }, folder.split('/').at(-1), base);
    const { job } = await importPath(t, folder);
    const after = await pagesOf(t);
    await t.app.use(pages).save(t.ctx('ann'), titled(after, 'c').id, { title: 'mine' });
    await t.app.use(pages).save(t.ctx('ann'), titled(after, 'm').id, { title: 'mine too' });
    await undoImport(t.ctx('ann').as(actorOf(t.user('ann')), 'import'), job);
    const undone = (await jobStore.byId(system(t), job.id)) as JobRow;
    const { undo } = JSON.parse(undone.report_json);
    assert.deepEqual([undo.trashed, undo.restored], [3, 1]);
    assert.deepEqual(undo.kept.map(({ item, kind }: { item: string; kind: string }) => [item, kind]).sort(), [
      ['c.md', 'edited_here'],
      ['new/m.md', 'edited_here'],
    ]);
    assert.ok(undone.undone_at);
    const left = await pagesOf(t);
    assert.deepEqual(left.map(({ title }) => title).sort(), ['a', 'b', 'd', 'mine']);
    assert.equal(titled(left, 'a').blocks[0].content[0].text, 'one');
    const { report } = await importPath(t, folder);
    assert.deepEqual([report.created, report.updated], [2, 1]);
  });

  it('stops when it is cancelled; what is written stays, nothing half-done', async () => {
    await fresh();
    const folder = vault(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`n${i}.md`, `# ${i}`])));
    const input = { source: 'markdown', workspaceId: t.ws1, parentId: null, filename: 'x', dryRun: false, options: {} };
    const job = await beginLocal(t.ctx('ann'), input, folder);
    await work(system(t), job.id, new AbortController().signal, ({ phase }) => {
      if (phase === 'pages') void cancelImport(system(t), job.id).catch(() => {});
    });
    const ended = (await jobStore.byId(system(t), job.id)) as JobRow;
    assert.equal(ended.status, 'cancelled');
    const written = (await pagesOf(t)).length;
    assert.equal(await count(t, 'pages', { workspace_id: t.ws1 }), written);
    const { report } = await importPath(t, folder, { source: 'markdown', filename: 'x' });
    assert.equal(report.created, 300 - written);
    assert.equal((await pagesOf(t)).length, 300);
  });

  it('is cancelled before it runs, and not taken up again', async () => {
    const input = { source: 'markdown', workspaceId: t.ws1, parentId: null, filename: 'y', dryRun: false, options: {} };
    const job = await beginLocal(t.ctx('ann'), input, vault({ 'a.md': 'a' }));
    await cancelImport(system(t), job.id);
    await work(system(t), job.id, new AbortController().signal);
    assert.equal((await jobStore.byId(system(t), job.id))?.status, 'cancelled');
    await assert.rejects(cancelImport(system(t), job.id), { code: 'conflict' });
  });

  it('ends when the right to write there ends', async () => {
    await fresh();
    const parent = await t.app.use(pages).create(t.ctx('ann'), { workspaceId: t.ws1, title: 'Target' });
    const input = {
      source: 'markdown',
      workspaceId: t.ws1,
      parentId: parent.id,
      filename: 'z',
      dryRun: false,
      options: {},
    };
    const job = await beginLocal(t.ctx('ann'), input, vault({ 'a.md': 'a' }));
    await t.app.use(pages).trash(t.ctx('ann'), parent.id);
    await work(system(t), job.id, new AbortController().signal);
    const ended = (await jobStore.byId(system(t), job.id)) as JobRow;
    assert.equal(ended.status, 'failed');
    assert.match(ended.error, /gone, or you can no longer write/);
  });

  it('is held by one process only', async () => {
    const input = { source: 'markdown', workspaceId: t.ws1, parentId: null, filename: 'h', dryRun: false, options: {} };
    const job = await beginLocal(t.ctx('ann'), input, vault({ 'a.md': 'a' }));
    await system(t).tx((tx) => jobStore.take(tx, job.id, 'another', ['queued'], 'running'));
    await assert.rejects(work(system(t), job.id, new AbortController().signal), /held by another/);
  });
});
