// Documents of word processors: Word's docx and OpenDocument's odt, each as a page with its pictures.

import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
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
    const runners = new Map<string, WorkerRunner>();
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        const reader = READERS[endingOf(entry.path)];
        if (!reader) {
          yield fileItem(entry);
          continue;
        }
        const runner = runners.get(reader.module) ?? new WorkerRunner(new URL(reader.module, import.meta.url));
        runners.set(reader.module, runner);
        yield* readItems(entry, runner, reader.name);
      }
    } finally {
      for (const runner of runners.values()) runner.close();
    }
  },
};

export default importer;

async function* readItems(entry: SourceEntry, runner: WorkerRunner, name: string): AsyncGenerator<Item> {
  let read: WordDocument;
  try {
    read = await runner.run<WordDocument>(name, await entry.bytes(), entry.path);
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  yield* documentItems(entry, read);
}
