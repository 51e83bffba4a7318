// Real exports of other programs: the numbers a right import must reach, and broken files that must not stop it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BrokenLink, ImportReport } from '../../plugins/importers/contract.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { importPath, pagesOf, type StoredPage, shared, system, titled, vaultOf, withoutShared } from './imports.ts';

const brokenOf = (report: ImportReport, ...kinds: BrokenLink['kind'][]): BrokenLink[] =>
  report.broken_links.filter(({ kind }) => kinds.includes(kind));

function* nodes(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const inner of value) yield* nodes(inner);
  else if (value && typeof value === 'object') {
    yield value as Record<string, unknown>;
    for (const inner of Object.values(value)) yield* nodes(inner);
  }
}
const blocksOfType = (all: StoredPage[], type: string) =>
  all.flatMap(({ blocks }) => [...nodes(blocks)].filter((node) => node.type === type && 'data' in node));

describe('real exports', { skip: withoutShared }, () => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });
  const run = async (source: string, path: string) => {
    t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: path.slice(-50) })).id;
    const { job, report } = await importPath(t, resolve(shared, path), { source });
    return { job, report, pages: await pagesOf(t) };
  };

  it('a personal vault: 102 notes, 1 attachment, 61 embeds, 3 and 61 links, 28 front matters that are no YAML', async () => {
    const { job, report, pages } = await run('notes-vault', 'obsidian/kepano-obsidian');
    assert.equal(job.status, 'completed_with_warnings');
    assert.deepEqual([report.counts.pages, report.counts.files, report.created], [102, 1, 102]);
    assert.equal(pages.filter(({ kind }) => kind === 'page').length, 102);
    assert.equal(report.counts.links, 61 + 3 + 61);
    const body = brokenOf(report, 'wiki');
    assert.deepEqual([body.length, new Set(body.map(({ target }) => target)).size], [11, 10]);
    assert.deepEqual([brokenOf(report, 'embed').length, brokenOf(report, 'property').length], [0, 40]);
    assert.equal(report.warnings.filter(({ kind }) => kind === 'front_matter').length, 28);
    assert.ok(report.warnings.every(({ item }) => item.startsWith('Templates/')));
    assert.deepEqual(report.unsupported, { base: 30, other_file: 1, note_embed: 61, program_files: 1 });
    const notes = pages.filter(({ kind }) => kind === 'page');
    // An embed leads to the list that its base became.
    assert.equal(blocksOfType(notes, 'pageLink').length, 61);
    const withProperties = await system(t)
      .db('import_items')
      .where({ workspace_id: t.ws1, kind: 'page' })
      .whereNot('properties_json', '{}');
    assert.equal(withProperties.length, 69);
    const tags = await system(t).db('import_items').where({ workspace_id: t.ws1 }).pluck('tags_json');
    assert.ok(tags.some((one) => (JSON.parse(one) as string[]).includes('0🌲')));
    assert.ok(!pages.some(({ title }) => /obsidian$/.test(title) && title.startsWith('.')));
  });

  it('a set of small vaults: 44 notes, 3 attachments, all links, 14 of 15 embeds, callouts, tasks, equal names', async () => {
    const { report, pages } = await run('notes-vault', 'obsidian/obsidian-export-testdata/input');
    assert.deepEqual([report.counts.pages, report.counts.files], [44, 3]);
    assert.deepEqual(brokenOf(report, 'wiki'), []);
    assert.deepEqual(
      brokenOf(report, 'embed').map(({ target }) => target),
      ['non-existing note'],
    );
    assert.equal(report.counts.links, 33 + 14 + 1);
    assert.equal(blocksOfType(pages, 'callout').length, 5);
    assert.deepEqual(
      blocksOfType(pages, 'todo').map(({ data }) => (data as { checked: boolean }).checked),
      [false, true],
    );
    for (const name of ['Note', 'Note A', 'Note B', 'Note C'])
      assert.ok(pages.filter(({ title }) => title === name).length > 1, name);
    assert.ok(titled(pages, "Nöte with 'quotes'"));
    const tags = (await system(t).db('import_items').where({ workspace_id: t.ws1 }).pluck('tags_json')).flatMap(
      (one) => JSON.parse(one) as string[],
    );
    for (const tag of ['export', 'me', 'no-export', 'private']) assert.ok(tags.includes(tag), tag);
  });

  it('a folder of Markdown: 14 pages, 1 file, 4 of 5 links, 2 tables, 2 tasks, 1 missing picture', async () => {
    const { report, pages } = await run('markdown', 'markdown/tana');
    assert.deepEqual([report.counts.pages, report.counts.files, report.counts.links], [14, 1, 4]);
    assert.equal(brokenOf(report, 'markdown').length, 1);
    assert.equal(brokenOf(report, 'image').length, 1);
    const own = pages.map((page) => ({ ...page, blocks: page.blocks.filter((block) => !block.data.header?.column) }));
    assert.deepEqual([blocksOfType(own, 'table').length, blocksOfType(own, 'todo').length], [2, 2]);
  });

  it('notes with tags and front matter: 5 pages', async () => {
    const folder = 'markdown/obsidian-importer';
    const expected = 5;
    const { report } = await run('markdown', folder);
    const recorded = readdirSync(join(shared, folder, 'expected'), { recursive: true }).filter((name) =>
      String(name).endsWith('.md'),
    );
    assert.equal(report.counts.pages - recorded.length, expected);
    const rows = await system(t).db('import_items').where({ workspace_id: t.ws1 });
    const tagsOf = (name: string) =>
      JSON.parse(rows.find((row) => row.external_id.endsWith(`importer/${name}`)).tags_json);
    assert.deepEqual(tagsOf('frontmatter.md'), ['books', 'fiction']);
    assert.deepEqual(tagsOf('tags.md'), ['travel', 'planning/2026', 'todo', 'wishlist']);
    assert.deepEqual(
      tagsOf('leading.md'),
      ['books', '2026', 'fiction', 'nonfiction'].filter((tag) => tag !== '2026'),
    );
  });

  it('broken encodings and front matters: every note is kept, problems are named', async () => {
    const vault = await run('notes-vault', 'obsidian/malformed');
    assert.deepEqual(vault.pages.map(({ title }) => title).sort(), [
      'latin1-note',
      'unterminated-front-matter',
      'utf16le-crlf-note',
    ]);
    assert.deepEqual(
      vault.report.warnings.map(({ item, kind }) => [item, kind]),
      [['unterminated-front-matter.md', 'front_matter']],
    );
    const plain = await run('markdown', 'markdown/malformed');
    assert.equal(plain.report.counts.pages, 3);
    assert.ok(plain.pages.some(({ title }) => title === 'Reading list'));
    const scripts = titled(plain.pages, 'utf16be-bom');
    assert.match(JSON.stringify(scripts.blocks), /Bear keeps a tag in whatever script/);
  });

  it('a specification as one file: one page, 652 examples of code', async () => {
    // It is Markdown whose name does not say so.
    const folder = vaultOf({ 'spec.md': readFileSync(join(shared, 'markdown/commonmark/spec.txt')) });
    const { report, pages } = await run('markdown', join(folder, 'spec.md'));
    rmSync(dirname(folder), { recursive: true });
    assert.deepEqual([report.counts.pages, report.warnings], [1, []]);
    const examples = blocksOfType(pages, 'code').filter(
      ({ data }) => (data as { language: string }).language === 'example',
    );
    assert.equal(examples.length, 652);
  });
});
