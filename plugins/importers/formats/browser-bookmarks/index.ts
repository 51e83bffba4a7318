// Bookmarks of browsers and bookmark services, in the file format they all export.

import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { folderId } from '../../items/note-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { folderOf, stemOf } from '../../reading/entry-path.ts';
import type { Bookmarks } from './bookmarks.ts';

const module = new URL('./bookmarks.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'browser-bookmarks',
  title: 'Browser bookmarks',
  accepts: ['.html', '.htm', 'folder', '.zip'],
  read: (source) => workerDocuments(source, [{ endings: ['.html', '.htm'], module, items: bookmarkItems }]),
};

export default importer;

async function* bookmarkItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const parent = folderId(folderOf(entry.path));
  const text = await entry.text();
  const read = await runner.run<Bookmarks>('readBookmarks', text, entry.path, stemOf(entry.path));
  const because = 'There are no bookmarks in it.';
  if (!read.pages.length) yield { type: 'problem', at: entry.path, kind: 'empty', because };
  if (read.fault) yield { type: 'problem', at: entry.path, kind: 'cut_off', because: read.fault };
  for (const page of read.pages) yield { ...(parent && { parent }), ...page };
}
