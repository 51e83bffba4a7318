// Sources whose documents are read in a worker, each file by itself; all other files come along in their folders.
import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { Item, Source, SourceEntry } from '../contract.ts';
import { pathEnding } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';
import { Folders, fileItem } from './note-item.ts';

export interface DocumentReader {
  /** of the files that it reads, in lower case */
  endings: readonly string[];
  /** the module that runs in the worker */
  module: URL;
  /** what is in a file; an error that it throws is reported, and the file kept as it is */
  items(entry: SourceEntry, runner: WorkerRunner): AsyncIterable<Item>;
}

/** @param unsupported what to call files with this ending that nobody here has a use for */
export async function* workerDocuments(
  source: Source,
  readers: DocumentReader[],
  unsupported: (ending: string) => string | undefined = () => undefined,
): AsyncGenerator<Item> {
  const folders = new Folders();
  const runners = new Map(readers.map((reader) => [reader, new WorkerRunner(reader.module)]));
  try {
    for await (const entry of source.entries()) {
      yield* folders.above(entry.path);
      const ending = pathEnding(entry.path);
      const [reader, runner] = [...runners].find(([{ endings }]) => endings.includes(ending)) ?? [];
      if (reader && runner) yield* readable(entry, reader.items(entry, runner));
      else yield fileItem(entry, unsupported(ending));
    }
  } finally {
    for (const runner of runners.values()) runner.close();
  }
}

async function* readable(entry: SourceEntry, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    yield* unreadable(entry, error);
  }
}
