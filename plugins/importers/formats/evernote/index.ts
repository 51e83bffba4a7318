// Evernote's ENEX files: each is a notebook, and links between notes lead across all that are imported together.

import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { folderId } from '../../items/note-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { madeItem } from '../../reading/embedded-file.ts';
import { cleanTitle, folderOf, stemOf } from '../../reading/entry-path.ts';
import type { Notebook } from './enex.ts';

const module = new URL('./enex.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'evernote',
  title: 'Evernote (ENEX)',
  accepts: ['.enex', 'folder', '.zip'],
  read: (source) =>
    workerDocuments(source, [
      {
        endings: ['.enex'],
        module,
        items: (entry, runner) => notebookItems(entry, runner, entry.path === source.name),
      },
    ]),
};

export default importer;

/** A notebook that comes alone needs no folder. */
async function* notebookItems(entry: SourceEntry, runner: WorkerRunner, alone: boolean): AsyncGenerator<Item> {
  const name = stemOf(entry.path);
  const book = await runner.run<Notebook>('readEnex', await entry.text(), entry.path, name);
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
