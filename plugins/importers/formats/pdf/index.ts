// PDF files: each is a page with its text and pictures, and the file itself on top of it.

import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { fileItem, folderId } from '../../items/note-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { madeItem, sourcePathAddress } from '../../reading/embedded-file.ts';
import { readInWorker } from '../../reading/entry-file.ts';
import { cleanTitle, folderOf, stemOf } from '../../reading/entry-path.ts';
import type { PdfDocument } from './read.ts';

const module = new URL('./read.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'pdf',
  title: 'PDF files',
  accepts: ['.pdf', 'folder', '.zip'],
  read: (source) => workerDocuments(source, [{ endings: ['.pdf'], module, items: pdfItems }]),
};

export default importer;

async function* pdfItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const read = await readInWorker<PdfDocument>(runner, 'readPdf', entry, entry.path);
  const { files, blocks, title, hasText, unread, problem: _, ...page } = read;
  const because = missingText({ hasText, unread });
  if (because) yield { type: 'problem', at: entry.path, kind: 'no_text', because };
  const parent = folderId(folderOf(entry.path));
  const id = `${entry.path}#text`;
  const whole = { id: '', type: 'pdf', data: { url: sourcePathAddress(entry.path), name: entry.name } };
  yield {
    ...page,
    type: 'page',
    id,
    title: cleanTitle(title || stemOf(entry.path)),
    blocks: [whole, ...blocks],
    ...(parent && { parent }),
    created: page.created ?? entry.modified,
    updated: page.updated ?? entry.modified,
  };
  yield { ...fileItem(entry), parent: id };
  for (const file of files) yield madeItem(file, id);
}

/** Why text is missing; undefined where it is whole. */
function missingText({ hasText, unread }: Pick<PdfDocument, 'hasText' | 'unread'>): string | undefined {
  const why = 'its fonts do not say which letters they draw';
  if (unread && hasText)
    return `The text of ${unread} of its pages cannot be read: ${why}; the file is kept on its page.`;
  if (unread) return `Its text cannot be read: ${why}; the file is kept on its page.`;
  return hasText ? undefined : 'There is no text in it, only pictures; the file is kept on its page.';
}
