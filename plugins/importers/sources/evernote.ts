// Evernote's ENEX files: each is a notebook, and links between notes lead across all that are imported together.

import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../contract.ts';
import type { Notebook } from '../evernote/enex.ts';
import { Folders, fileItem, folderId } from '../notes/note-item.ts';
import { madeItem } from '../reading/embedded-file.ts';
import { cleanTitle, endingOf, folderOf, stemOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'evernote',
  title: 'Evernote (ENEX)',
  accepts: ['.enex', 'folder', '.zip'],
  async *read(source) {
    const folders = new Folders();
    const runner = new WorkerRunner(new URL('../evernote/enex.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        if (endingOf(entry.path) === '.enex') yield* notebookItems(entry, runner, entry.path === source.name);
        else yield fileItem(entry);
      }
    } finally {
      runner.close();
    }
  },
};

export default importer;

/** A notebook that comes alone needs no folder. */
async function* notebookItems(entry: SourceEntry, runner: WorkerRunner, alone: boolean): AsyncGenerator<Item> {
  const name = stemOf(entry.path);
  let book: Notebook;
  try {
    book = await runner.run<Notebook>('readEnex', await entry.text(), entry.path, name);
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  const above = folderId(folderOf(entry.path));
  const parent = alone ? undefined : entry.path;
  if (parent)
    yield {
      type: 'page',
      kind: 'folder',
      id: parent,
      title: cleanTitle(name),
      ...(above && { parent: above }),
    };
  for (const page of book.pages) yield { ...page, ...(parent && { parent }) };
  for (const { file, page } of book.files) yield madeItem(file, page);
  for (const problem of book.problems) yield { type: 'problem', ...problem };
}
