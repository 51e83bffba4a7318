// Documents of one file each (a saved page, a text of a word processor) as a page and the files inside it.
import type { Item, SourceEntry } from '../contract.ts';
import type { HtmlDocument } from '../conversion/html/document.ts';
import { type LaidFile, type MadeFile, madeItem } from '../reading/embedded-file.ts';
import { cleanTitle, folderOf, stemOf } from '../reading/entry-path.ts';
import { folderId } from './note-item.ts';

type FoundDocument = Omit<HtmlDocument, 'files'> & { files: (MadeFile | LaidFile)[] };

/** What a reader found in the file of this entry; a document without a title has the name of its file. */
export function* documentItems(entry: SourceEntry, { files, problem, title, ...page }: FoundDocument): Generator<Item> {
  if (problem) yield { type: 'problem', at: entry.path, kind: 'encoding', because: `The text ${problem}.` };
  const parent = folderId(folderOf(entry.path));
  yield {
    ...page,
    type: 'page',
    id: entry.path,
    title: cleanTitle(title || stemOf(entry.path)),
    ...(parent && { parent }),
    created: page.created ?? entry.modified,
    updated: page.updated ?? entry.modified,
  };
  for (const file of files) yield madeItem(file, entry.path);
}
