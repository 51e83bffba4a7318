// Sources that are not what they seem: files that change while they are read, and exports that are half another product's.
import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Item } from '../../../plugins/importers/contract.ts';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { itemsIn, of, reasons } from '../formats/items.ts';
import { importerOf } from '../formats/malformed.ts';
import { zipOf } from '../formats/zip.ts';
import { vaultOf } from '../imports.ts';

/** Reads a folder, and does something to it once the first page was read. */
async function readWhile(
  source: string,
  tree: Record<string, string>,
  change: (folder: string) => void,
): Promise<Item[]> {
  const folder = vaultOf(tree, 'Notes', scratchFolder());
  const items: Item[] = [];
  const opened = await openSource(folder, {
    maxBytes: 50_000_000,
    notice: (at, kind, because) => items.push({ type: 'problem', at, kind, because }),
  });
  try {
    for await (const item of (await importerOf(source)).read(opened, {})) {
      if (item.type === 'page' && !items.some(({ type }) => type === 'page')) change(folder);
      items.push(item);
    }
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return items;
}

const NOTES = { 'a.md': '# A\n\none', 'b.md': '# B\n\ntwo words', 'c.md': '# C\n\nthree' };
const titles = (items: Item[]) => of(items, 'page').map(({ title }) => title);

describe('a source that changes while it is read', () => {
  for (const source of ['markdown', 'notes-vault', 'logseq', 'outline'])
    it(`as ${source}: a file that is gone is named, and all others come`, async () => {
      const tree =
        source === 'logseq'
          ? Object.fromEntries(Object.entries(NOTES).map(([path, text]) => [`pages/${path}`, text]))
          : NOTES;
      const items = await readWhile(source, tree, (folder) => {
        for (const path of ['b.md', 'pages/b.md']) rmSync(join(folder, path), { force: true });
      });
      const found = JSON.stringify(items);
      assert.match(found, /three/);
      if (!found.includes('two words')) assert.match(JSON.stringify(of(items, 'problem')), /b\.md/);
    });

  it('has what stands there when it is read, be it longer or shorter than it was', async () => {
    const items = await readWhile('markdown', NOTES, (folder) => {
      writeFileSync(join(folder, 'b.md'), `# B\n\n${'more '.repeat(50_000)}`);
      truncateSync(join(folder, 'c.md'), 4);
    });
    assert.deepEqual(titles(items), ['A', 'B', 'C']);
    assert.match(String(of(items, 'page')[1]?.markdown), /more more/);
    assert.equal(reasons(items), '');
  });
});

describe('an export that is half another product’s', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const PARTS: Record<string, string> = {
    [`Plan ${id}.md`]: '# Plan\n\nnotionwords',
    'vault/Note.md': 'vaultwords [[Plan]]',
    'vault/.obsidian/app.json': '{}',
    'Takeout/Keep/k.json': '{"title":"Keep","textContent":"keepwords","isTrashed":false}',
    'logseq/config.edn': '{}',
    'pages/graph.md': '- graphwords',
    'entities.xml': '<hibernate-generic></hibernate-generic>',
    'site/index.html': '<h1>Site</h1><p>sitewords</p>',
  };
  const mixed = zipOf(Object.entries(PARTS).map(([name, data]) => ({ name, data })));
  for (const source of [
    'markdown',
    'notes-vault',
    'notion',
    'logseq',
    'html-folder',
    'outline',
    'google-keep',
    'word-documents',
    'forge-folder',
  ])
    it(`as ${source} loses no file: each is a page, a file, or named in the report`, async () => {
      const items = await itemsIn(await importerOf(source), 'mixed.zip', mixed);
      const said = JSON.stringify(items.map((item) => ('entry' in item ? { ...item, entry: item.entry.path } : item)));
      for (const path of ['Note.md', 'k.json', 'graph.md', 'index.html'])
        assert.ok(said.includes(path) || said.includes(`${path.split('.')[0]}words`), `${path} is nowhere`);
    });
});
