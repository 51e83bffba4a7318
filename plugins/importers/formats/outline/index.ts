// Exports of Outline: as JSON, or as Markdown, where collections are folders and links go by the address of a document.
import type { Importer, Item, Source, SourceEntry } from '../../contract.ts';
import { isNote } from '../../conversion/link-names.ts';
import { Folders, fileItem, noteItems } from '../../items/note-item.ts';
import { folderOf, pathEnding } from '../../reading/entry-path.ts';
import { titled } from '../markdown/index.ts';
import { isCollectionText } from './outline-export.ts';
import { outlineJsonItems } from './outline-json.ts';
import { outlineMarkdown } from './outline-markdown.ts';

/** Folders that hold nothing but what documents show. */
const FILES = /(?:^|\/)(?:public|uploads)\//;

const importer: Importer = {
  kind: 'importer',
  name: 'outline',
  title: 'Outline (Markdown or JSON export)',
  accepts: ['.zip', 'folder', '.json'],
  async *read(source) {
    const collections = await collectionTexts(source);
    if (collections.size) {
      const entries = new Map<string, SourceEntry>();
      for await (const entry of source.entries()) entries.set(entry.path, entry);
      yield* outlineJsonItems(entries, collections);
      return;
    }
    const folders = new Folders(await foldersOfNotes(source));
    for await (const entry of source.entries()) {
      const files = entry.path.search(FILES);
      const parent = folders.page(files < 0 ? folderOf(entry.path) : entry.path.slice(0, files));
      if (files < 0) yield* folders.above(entry.path);
      for await (const item of itemsOf(entry, files >= 0)) {
        if (item.type === 'page' || item.type === 'file') yield { ...item, parent };
        else yield item;
      }
    }
  },
};

export default importer;

/** Collections of an export as JSON by their paths; one as Markdown has none. */
async function collectionTexts(source: Source): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const entry of source.entries()) {
    if (pathEnding(entry.path) !== '.json' || FILES.test(entry.path)) continue;
    const text = await entry.text();
    if (isCollectionText(text)) texts.set(entry.path, text);
  }
  return texts;
}

/** Documents below a document lie in a folder of its name beside it. */
async function foldersOfNotes(source: Source): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { path } of source.entries())
    if (isNote(path) && !FILES.test(path)) found.set(path.slice(0, -pathEnding(path).length), path);
  return found;
}

async function* itemsOf(entry: SourceEntry, isShownElsewhere: boolean): AsyncGenerator<Item> {
  if (isShownElsewhere || !isNote(entry.path)) yield fileItem(entry);
  else
    yield* noteItems(entry, (page, properties) => {
      const { markdown = '', unsupported, ...rest } = titled(page, properties);
      const read = outlineMarkdown(markdown);
      return { ...rest, markdown: read.markdown, unsupported: { ...unsupported, ...read.unsupported } };
    });
}
