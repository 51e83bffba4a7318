// A vault of Obsidian that comes in, goes out as Markdown and comes in again: links, headings, blocks, tasks and tags are equal.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Block, walk } from '../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { onEachEngine } from '../../testing/databases.ts';
import {
  importPath,
  inFreshWorkspace,
  pagesOf,
  type StoredPage,
  startedFor,
  system,
  vaultOf,
} from '../importers/imports.ts';
import type { TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { exported, unzip } from './unpacking.ts';

const VAULT = {
  'Home.md': [
    '---\ntags: [garden, "beds/spring"]\naliases: [Start]\nrating: 4\n---',
    'To [[Soil]], [[Soil#Wet ground|the wet]], [[Beds/Soil#White sand]], [[Tulips & Co#Red|red]] and [[#Tasks]]. #inline',
    '![[map.png]]',
    '## Tasks',
    '- [ ] open\n- [x] done\n  - [ ] inside [[Tulips & Co]]\n- [/] half',
    '> [!warning] Mind\n> the ==frost==',
    '| Bed | Sun |\n| --- | --- |\n| One | [[Soil]] |',
    '![[Soil]]',
    'Blocks: [[Soil#^dry|d]], [b](<Beds/Soil.md#^dig-1>), [[Soil#^wide|w]], [[Soil#^said|s]], [[Soil#^code|c]], [[#^own|o]].',
    'Mine. ^own',
    'No name: x \\^2',
    'A note[^1] and $a^2$.\n\n[^1]: below',
  ].join('\n\n'),
  'Beds/Soil.md':
    '# Soil\n\nDry. ^dry\n\n## Wet ground\n\nAcid, pH 5.\n\n### White sand\n\n1. dig ^dig-1\n2. rest\n\n| Wide | Sand |\n| --- | --- |\n| 1 | 2 |\n\n^wide\n\n> Said\n\n^said\n\n```js\nx = "[[Home]]"\n```\n^code',
  'Beds/Tulips & Co.md': '# Red\n\nBack [[Home#Tasks]].\n\n# White\n\n- one\n  - two\n',
  'map.png': PIXEL,
};

/** Links by the titles and words they lead to: ids are those of one copy. */
function comparable(all: StoredPage[], page: StoredPage, tags: string[]): object {
  const byId = new Map(all.map((one) => [String(one.id), one]));
  const words = (target: StoredPage | undefined, block: string | undefined): string => {
    const found = block && [...walk((target?.blocks ?? []) as Block[])].find(({ id }) => id === block);
    return `${target?.title}${block ? `#${found ? blocksPlainText([{ ...found, children: [] }]) : 'nowhere'}` : ''}`;
  };
  const text = JSON.stringify(page.blocks, (key, value) =>
    key === 'id' || key === 'fileId' || key === 'url' ? undefined : value,
  )
    .replace(/"(?:\/pages\/(\d+))?#([\w-]+)"/g, (_, id = String(page.id), block) =>
      JSON.stringify(words(byId.get(id), block)),
    )
    .replace(/"\/pages\/(\d+)"|"pageId":(\d+)/g, (_, id, other) =>
      JSON.stringify(words(byId.get(id ?? other), undefined)),
    );
  // Runs of text that look alike are one.
  const joined = text.replaceAll('"},{"type":"text","text":"', '');
  const above = page.parent_id === null ? '' : byId.get(String(page.parent_id))?.title;
  return { title: page.title, kind: page.kind, above, tags, text: joined };
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const state = async (): Promise<object[]> => {
    const all = await pagesOf(t);
    const tagged = (await system(t)
      .db('page_tags')
      .join('tags', 'tags.id', 'page_tags.tag_id')
      .select('page_tags.page_id as page', 'tags.name as name')
      .orderBy('tags.name')) as { page: number; name: string }[];
    const tagsOf = ({ id }: StoredPage) => tagged.flatMap(({ page, name }) => (page === id ? name : []));
    return all
      .filter(({ kind }) => kind !== 'file')
      .map((page) => comparable(all, page, tagsOf(page)))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  };

  it('is the same after it went out and came in again', async () => {
    await inFreshWorkspace(t, 'vault');
    const { report } = await importPath(t, vaultOf(VAULT, 'Garden', base));
    assert.deepEqual(report.warnings, []);
    const before = await state();
    assert.equal(before.length, 4);
    assert.doesNotMatch(JSON.stringify(before), /nowhere|undefined/);
    assert.match(JSON.stringify(before), /Soil#White sand/);
    assert.match(JSON.stringify(before), /Soil#Dry\..*Soil#dig.*Soil#Said.*Home#Mine\./);
    const out = await unzip(await exported(t, 'ann', { format: 'markdown', workspace_id: t.ws1 }));
    const folder = vaultOf(Object.fromEntries(out), 'out', base);
    await inFreshWorkspace(t, 'vault again');
    const again = await importPath(t, folder, { source: 'markdown' });
    assert.deepEqual([again.report.warnings, again.report.broken_links], [[], []]);
    assert.deepEqual(await state(), before);
  });
});
