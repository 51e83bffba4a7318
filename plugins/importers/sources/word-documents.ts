// Documents of word processors: Word's docx and OpenDocument's odt, each as a page with its pictures.

import { Apart } from '../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../contract.ts';
import type { WordDocument } from '../documents/docx.ts';
import { documentItems } from '../notes/document-item.ts';
import { Folders, fileItem } from '../notes/note-item.ts';
import { endingOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const READERS: Record<string, { module: string; name: string }> = {
  '.docx': { module: '../documents/docx.ts', name: 'readDocx' },
  '.odt': { module: '../documents/odt.ts', name: 'readOdt' },
};

const importer: Importer = {
  kind: 'importer',
  name: 'word-documents',
  title: 'Documents (Word, OpenDocument)',
  accepts: ['.docx', '.odt', 'folder', '.zip'],
  async *read(source) {
    const folders = new Folders();
    const aparts = new Map<string, Apart>();
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        const reader = READERS[endingOf(entry.path)];
        if (!reader) {
          yield fileItem(entry);
          continue;
        }
        const apart = aparts.get(reader.module) ?? new Apart(new URL(reader.module, import.meta.url));
        aparts.set(reader.module, apart);
        yield* readItems(entry, apart, reader.name);
      }
    } finally {
      for (const apart of aparts.values()) apart.close();
    }
  },
};

export default importer;

async function* readItems(entry: SourceEntry, apart: Apart, name: string): AsyncGenerator<Item> {
  let read: WordDocument;
  try {
    read = await apart.run<WordDocument>(name, await entry.bytes(), entry.path);
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  yield* documentItems(entry, read);
}
