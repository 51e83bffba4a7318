// Documents of word processors: Word's docx and OpenDocument's odt, each as a page with its pictures.

import type { Importer } from '../../contract.ts';
import { documentItems } from '../../items/document-item.ts';
import { type DocumentReader, workerDocuments } from '../../items/worker-documents.ts';
import type { WordDocument } from './docx.ts';

const reader = (ending: string, module: string, name: string): DocumentReader => ({
  endings: [ending],
  module: new URL(module, import.meta.url),
  async *items(entry, runner) {
    yield* documentItems(entry, await runner.run<WordDocument>(name, await entry.bytes(), entry.path));
  },
});

const READERS = [reader('.docx', './docx.ts', 'readDocx'), reader('.odt', './odt.ts', 'readOdt')];

const importer: Importer = {
  kind: 'importer',
  name: 'word-documents',
  title: 'Documents (Word, OpenDocument)',
  accepts: ['.docx', '.odt', 'folder', '.zip'],
  read: (source) => workerDocuments(source, READERS),
};

export default importer;
