// OPML of outliners and feed readers: each file is a page that holds the whole outline.

import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { folderId } from '../../items/note-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { folderOf, stemOf } from '../../reading/entry-path.ts';
import type { Outline } from './opml.ts';

const module = new URL('./opml.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'outlines',
  title: 'Outlines and subscriptions (OPML, Workflowy, Dynalist)',
  accepts: ['.opml', '.xml', 'folder', '.zip'],
  read: (source) => workerDocuments(source, [{ endings: ['.opml', '.xml'], module, items: outlineItems }]),
};

export default importer;

async function* outlineItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const parent = folderId(folderOf(entry.path));
  const read = await runner.run<Outline>('readOpml', await entry.text(), entry.path, stemOf(entry.path));
  for (const page of read.pages) yield { ...page, ...(parent && { parent }) };
  for (const problem of read.problems) yield { type: 'problem', ...problem };
}
