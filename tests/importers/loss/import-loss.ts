// What an import keeps of a source, as one text: pages with titles and values, databases, files, and what is reported.
import { walk } from '../../../plugins/blocks/block.ts';
import type { Importer, Item, PageItem, RowItem } from '../../../plugins/importers/contract.ts';
import { LinkNames } from '../../../plugins/importers/conversion/link-names.ts';
import { convertNote } from '../../../plugins/importers/conversion/note.ts';
import { sourceOf } from '../formats/malformed.ts';
import type { Tree } from '../imports.ts';
import type { PlantedWords } from './planted-words.ts';

interface KeptTask {
  text: string;
  isDone: boolean;
}

interface KeptImport {
  text: string;
  tasks: KeptTask[];
}

async function noteOf(item: PageItem | RowItem): Promise<KeptImport> {
  const { markdown: _, blocks: __, ...beside } = item;
  const place = { id: item.id, path: item.path ?? item.id, title: item.title, type: 'page' as const };
  const around = { names: new LinkNames([place]), pageId: () => 1, file: () => undefined };
  const { blocks, broken, tags } = await convertNote(item, place, around);
  const tasks = [...walk(blocks)].flatMap(({ type, content, data }) =>
    type === 'todo' ? [{ text: JSON.stringify(content), isDone: data.checked === true }] : [],
  );
  return { text: JSON.stringify([beside, blocks, broken, tags]), tasks };
}

async function keptOf(item: Item): Promise<KeptImport> {
  if (item.type === 'page' || item.type === 'row') return noteOf(item);
  const { entry: _, ...rest } = item as Item & { entry?: unknown };
  return { text: JSON.stringify(rest), tasks: [] };
}

/** The words of a source that are neither in its pages nor in the report, and tasks that are there otherwise than done or open as they were. */
export async function lossOf(importer: Importer, tree: Tree, words: PlantedWords): Promise<string[]> {
  const kept: KeptImport[] = [];
  for await (const item of importer.read(sourceOf(tree), {})) kept.push(await keptOf(item));
  const text = kept.map((one) => one.text).join('\n');
  const tasks = kept.flatMap((one) => one.tasks);
  const lost = words.all.filter((word) => !text.includes(word));
  const turned = [...words.tasks].filter(([word, isDone]) =>
    tasks.some((task) => task.text.includes(word) && task.isDone !== isDone),
  );
  return [...lost, ...turned.map(([word]) => `${word} as a task`)];
}
