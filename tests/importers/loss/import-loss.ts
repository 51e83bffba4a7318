// What an import keeps of a source: pages with titles and values, databases, files, and what is reported; and what not.
import { rmSync } from 'node:fs';
import { walk } from '../../../plugins/blocks/block.ts';
import type { Importer, Item, PageItem, RowItem, Source } from '../../../plugins/importers/contract.ts';
import { LinkNames } from '../../../plugins/importers/conversion/link-names.ts';
import { convertNote } from '../../../plugins/importers/conversion/note.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { sourceOf } from '../formats/malformed.ts';
import type { Tree } from '../imports.ts';
import { contentHash } from './archive-things.ts';
import { ImportContent } from './import-content.ts';
import type { PlantedWords } from './planted-words.ts';
import { thingsIn } from './source-things.ts';

interface KeptTask {
  text: string;
  isDone: boolean;
}

interface KeptImport {
  kept: unknown[];
  tasks: KeptTask[];
  hash?: string;
}

async function noteOf(item: PageItem | RowItem): Promise<KeptImport> {
  const { markdown: _, blocks: __, ...beside } = item;
  const place = { id: item.id, path: item.path ?? item.id, title: item.title, type: 'page' as const };
  const around = { names: new LinkNames([place]), pageId: () => 1, file: () => undefined };
  const { blocks, broken, tags, unsupported } = await convertNote(item, place, around);
  const tasks = [...walk(blocks)].flatMap(({ type, content, data }) =>
    type === 'todo' ? [{ text: JSON.stringify(content), isDone: data.checked === true }] : [],
  );
  return { kept: [beside, blocks, broken, tags, unsupported], tasks };
}

async function keptOf(item: Item): Promise<KeptImport> {
  if (item.type === 'page' || item.type === 'row') return noteOf(item);
  if (item.type !== 'file') return { kept: [item], tasks: [] };
  const { entry, ...rest } = item;
  return { kept: [rest, entry.path], tasks: [], hash: contentHash(await entry.bytes()) };
}

export async function keptImport(importer: Importer, source: Source): Promise<KeptImport & { hashes: Set<string> }> {
  const all: KeptImport[] = [];
  for await (const item of importer.read(source, {})) all.push(await keptOf(item));
  return {
    kept: all.flatMap(({ kept }) => kept),
    tasks: all.flatMap(({ tasks }) => tasks),
    hashes: new Set(all.flatMap(({ hash }) => hash ?? [])),
  };
}

/** Sources whose files are tables: each value of their JSON is a cell. */
export const TABLES = new Set(['csv', 'json', 'spreadsheet']);

/** Trackers name their columns otherwise here, and tell of some of them in words: so does a base whose JSON says more of itself than its cells: there each planted word is compared. */
const isComparedByWord = (source: string, form: string | undefined, kind: string): boolean =>
  kind === 'cell' && (source === 'issues' || form === 'airtable');

/**
 * What of a source is neither in its pages nor in the report: planted words, links, pictures and cells, and tasks that
 * are there otherwise than done or open as they were.
 */
export async function lossOf(importer: Importer, tree: Tree, words: PlantedWords, form?: string): Promise<string[]> {
  const folder = scratchFolder();
  const { kept, tasks, hashes } = await keptImport(importer, sourceOf(tree, folder)).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const text = JSON.stringify(kept);
  const lost = words.all.filter((word) => !text.includes(word));
  const turned = [...words.tasks].filter(([word, isDone]) =>
    tasks.some((task) => task.text.includes(word) && task.isDone !== isDone),
  );
  const content = new ImportContent(kept, hashes);
  const things = Object.entries(tree)
    .flatMap(([path, bytes]) => thingsIn(path, Buffer.from(bytes as string), TABLES.has(importer.name)))
    .filter(
      (thing) => thing.kind !== 'word' && !isComparedByWord(importer.name, form, thing.kind) && !content.has(thing),
    );
  return [
    ...lost,
    ...turned.map(([word]) => `${word} as a task`),
    ...things.map(({ kind, said }) => `${said} as a ${kind}`),
  ];
}
