// Documents of word processors and pages in one file: docx, doc, odt, rtf and mht, each as a page with its pictures.
import type { Importer } from '../../contract.ts';
import { documentItems } from '../../items/document-item.ts';
import { type DocumentReader, workerDocuments } from '../../items/worker-documents.ts';
import { readInWorker } from '../../reading/entry-file.ts';
import type { WordDocument } from './docx.ts';

const module = new URL('./doc.ts', import.meta.url);

const reader = (endings: string[], name: string): DocumentReader => ({
  endings,
  module,
  async *items(entry, runner) {
    const { isCut, ...document } = await readInWorker<WordDocument>(runner, name, entry, entry.path);
    const because = 'The file ends before its end; what was there is kept.';
    if (isCut) yield { type: 'problem', at: entry.path, kind: 'cut_off', because };
    yield* documentItems(entry, document);
  },
});

const READERS = [
  // Each of these is found under the names of the others.
  reader(['.docx', '.doc', '.odt', '.rtf'], 'readDoc'),
  reader(['.mht', '.mhtml'], 'readSavedPage'),
];

const importer: Importer = {
  kind: 'importer',
  name: 'word-documents',
  title: 'Documents (Word, OpenDocument, RTF, MHTML)',
  accepts: ['.docx', '.doc', '.odt', '.rtf', '.mht', '.mhtml', 'folder', '.zip'],
  read: (source) => workerDocuments(source, READERS),
};

export default importer;
