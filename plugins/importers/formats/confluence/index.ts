// Space exports of Confluence as XML and as HTML: current pages with their tree, comments, labels, links and attachments.
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { folderOf } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { htmlSpaceItems, isSpaceIndex } from './html-export.ts';
import type { Space } from './space.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'confluence',
  title: 'Confluence (XML or HTML export of a space)',
  accepts: ['.zip', 'folder', '.xml'],
  async *read(source) {
    const entries = new Map<string, SourceEntry>();
    for await (const entry of source.entries()) entries.set(entry.path, entry);
    const dumps = [...entries.values()].filter(({ name }) => name === 'entities.xml');
    const indexes = dumps.length ? [] : await Array.fromAsync(spaceIndexes(entries));
    if (!dumps.length && !indexes.length)
      throw new Error('it holds neither an entities.xml nor an index.html, which exports of a space have.');
    const runner = new WorkerRunner(new URL('./space.ts', import.meta.url));
    const viewRunner = new WorkerRunner(new URL('./view-page.ts', import.meta.url));
    try {
      for (const dump of dumps) yield* spaceItems(dump, entries, runner);
      const isOne = indexes.length === 1;
      for (const index of indexes) yield* htmlSpaceItems(index, entries, { runner: viewRunner, isOne });
    } finally {
      runner.close();
      viewRunner.close();
    }
  },
};

export default importer;

async function* spaceIndexes(entries: Map<string, SourceEntry>): AsyncGenerator<SourceEntry> {
  for (const entry of entries.values()) if (await isSpaceIndex(entry)) yield entry;
}

async function* spaceItems(
  dump: SourceEntry,
  entries: Map<string, SourceEntry>,
  runner: WorkerRunner,
): AsyncGenerator<Item> {
  let space: Space;
  try {
    space = await runner.run<Space>('readSpace', await dump.text(), dump.path);
  } catch (error) {
    yield* unreadable(dump, error);
    return;
  }
  yield* space.pages;
  for (const problem of space.problems) yield { type: 'problem', ...problem };
  const folder = folderOf(dump.path);
  for (const { path, name, page, candidates } of space.attachments) {
    const entry = found(
      entries,
      candidates.map((at) => (folder ? `${folder}/${at}` : at)),
    );
    const why = entry
      ? 'The attachment is empty in the export; it was left out.'
      : 'The attachment is not in the export.';
    if (!entry?.size) yield { type: 'problem', at: path, kind: 'missing_file', because: why };
    else yield { type: 'file', id: path, parent: page, entry: { ...entry, path, name } };
  }
}

/** The version it says, else the newest there is. */
function found(entries: Map<string, SourceEntry>, [exact = '', folder = '']: string[]): SourceEntry | undefined {
  const known = entries.get(exact);
  if (known) return known;
  const versions = [...entries.keys()].filter((path) => path.startsWith(folder));
  versions.sort((a, b) => Number(b.slice(folder.length)) - Number(a.slice(folder.length)));
  return entries.get(versions[0] ?? '');
}
