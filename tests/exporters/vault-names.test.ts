// A vault of Obsidian with unusual names goes out as Markdown and comes in again: links, anchors, tasks and tags are equal.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Block, walk } from '../../plugins/blocks/block.ts';
import type { ImportReport } from '../../plugins/importers/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { importPath, inFreshWorkspace, pagesOf, startedFor, system, vaultOf } from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { exported, unzip } from './unpacking.ts';
import { vaultState } from './vault-state.ts';

const LONG = 'Long name '.repeat(20).trim();

/** Notes with names that links, systems or Markdown give a meaning, each linked to by its name, a heading and a block. */
const NAMES = [
  'C# notes',
  'x^2 + y',
  '[draft] plan',
  'a [b] c',
  'either|or',
  '100% done',
  '50%25 off',
  'Über Größe',
  'U\u0308ber zwei',
  '🌲 tree 👩‍👩‍👧',
  'ends with dots...',
  'ends with a blank ',
  ' begins with one',
  'Twin',
  'twin',
  'TWIN',
  LONG,
  `${LONG} 2`,
  'Tom & "Jerry"',
  "it's (here)",
  'star * and _line_',
  'a: b? c',
  '.hidden not',
  'CON',
  'a.b.c',
  'note.md',
  '日本語',
  '<tag>',
  '~tilde~ `code`',
  '$math$',
  '2024-01-02',
  'null',
  '- item',
];

/** Names that a wiki link can say. */
const isNameable = (name: string): boolean => !/[#^[\]|]/.test(name);
const path = (name: string): string =>
  `${encodeURIComponent(name).replace(/[()*'~!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}.md`;

const body = (name: string, at: number): string =>
  [
    `---\ntags: [t${at}]\naliases: ["Alias ${at}"]\n---`,
    `# Part ${at}`,
    `Said ${at}. ^b${at}`,
    '## 1. What? #2 [x] | 100%',
    `- [ ] open ${at}\n- [x] done ${at}`,
    `[[Index|back]]${name.includes('#') ? '' : ` #in${at}`}`,
  ].join('\n\n');

const linksTo = (name: string, at: number): string =>
  [
    `[m${at}](${path(name)}) [h${at}](${path(name)}#Part%20${at}) [b${at}](${path(name)}#^b${at})`,
    ...(isNameable(name)
      ? [`[[${name}]] [[${name}|w${at}]] [[${name}#Part ${at}|p${at}]] [[${name}#^b${at}|c${at}]] ![[${name}]]`]
      : []),
    `[[Alias ${at}]] [[Alias ${at}#Part ${at}|a${at}]]`,
  ].join('\n\n');

const VAULT: Record<string, string | Buffer> = {
  'Index.md': NAMES.map(linksTo).join('\n\n'),
  ...Object.fromEntries(NAMES.map((name, at) => [`${name}.md`, body(name, at)])),
  // A folder of the same name as a note, a note of the same name in two folders, and capitals that differ.
  'Garden.md': '# Garden\n\n[[Beds/Same]] [[Paths/Same|other]] [[garden/Same#Deep|deep]] ^g',
  'Garden/Inside.md': 'In [[Garden]] and [[Garden#^g|here]].',
  'Beds/Same.md': '# One\n\n[[Paths/Same]]',
  'Paths/Same.md': '# Two\n\n[[Beds/Same#One|one]] ![[Pictures/a #1 [x] 100%.png]] ![p](../Pictures/%F0%9F%8C%B2.png)',
  'garden/Same.md': '## Deep\n\n[[Beds/Same]]',
  'C# folder [x]/In it.md': '[up](../C%23%20notes.md) [[Twin]] [[twin]]',
  'Pictures/a #1 [x] 100%.png': PIXEL,
  'Pictures/🌲.png': Buffer.concat([PIXEL, Buffer.from('2')]),
};

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });

  /** Links, tags, and tasks that are open and done, of all pages together. */
  const toldOf = async ({ counts }: ImportReport): Promise<object> => {
    const tags = await system(t)
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .join('pages', 'pages.id', 'page_tags.page_id')
      .where('pages.workspace_id', t.ws1)
      .orderBy('tags.name')
      .pluck('tags.name');
    const tasks = (await pagesOf(t)).flatMap(({ blocks }) =>
      [...walk(blocks as Block[])].filter(({ type }) => type === 'todo'),
    );
    const done = tasks.filter(({ data }) => data.checked).length;
    return { links: counts.links, tags, done, open: tasks.length - done };
  };

  it('has equal links, anchors, tasks and tags after it went out and came in again', async () => {
    await inFreshWorkspace(t, 'names');
    const { report } = await importPath(t, vaultOf(VAULT, 'Names', base));
    assert.deepEqual([report.warnings, report.broken_links], [[], []]);
    const told = await toldOf(report);
    const before = await vaultState(t);
    assert.doesNotMatch(JSON.stringify(before), /nowhere|undefined/);
    const out = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(out), 'out', base);
    await inFreshWorkspace(t, 'again');
    const again = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([again.report.warnings, again.report.broken_links], [[], []]);
    assert.deepEqual(await vaultState(t), before);
    // Obsidian calls notes by their files, and knows nothing else of what comes from here.
    await inFreshWorkspace(t, 'vault');
    const vault = await importPath(t, folder, { source: 'notes-vault' });
    assert.deepEqual([vault.report.warnings, vault.report.broken_links], [[], []]);
    assert.equal(vault.report.unsupported.missing_anchor, undefined);
    assert.deepEqual(await toldOf(vault.report), told);
  });
});
