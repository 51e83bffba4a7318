// Documents of word processors and pages in one file: docx, doc, odt, rtf and mht, each as a page with its pictures.
import type { Importer } from '../../contract.ts';
import { documentItems } from '../../items/document-item.ts';
import { type DocumentReader, workerDocuments } from '../../items/worker-documents.ts';
import type { WordDocument } from './docx.ts';

const reader = (endings: string[], module: string, name: string): DocumentReader => ({
  endings,
  module: new URL(module, import.meta.url),
  async *items(entry, runner) {
    const { isCut, ...document } = await runner.run<WordDocument>(name, await entry.bytes(), entry.path);
    const because = 'The file ends before its end; what was there is kept.';
    if (isCut) yield { type: 'problem', at: entry.path, kind: 'cut_off', because };
    yield* documentItems(entry, document);
  },
});

const READERS = [
  // Each of these is found under the names of the others.
  reader(['.docx', '.doc', '.odt', '.rtf'], './doc.ts', 'readDoc'),
  reader(['.mht', '.mhtml'], './mhtml.ts', 'readMhtml'),
];

const importer: Importer = {
  kind: 'importer',
  name: 'word-documents',
  title: 'Documents (Word, OpenDocument, RTF, MHTML)',
  accepts: ['.docx', '.doc', '.odt', '.rtf', '.mht', '.mhtml', 'folder', '.zip'],
  read: (source) => workerDocuments(source, READERS),
};

export default importer;
