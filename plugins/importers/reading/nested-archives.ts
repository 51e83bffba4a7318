// Entries of a source with those of the archives in it, each archive as a folder of its name.
import { decode } from '../../../core/files/text-decoding.ts';
import type { ProblemItem, Source, SourceEntry } from '../contract.ts';
import { openPackage } from './document-zip.ts';
import { baseName } from './entry-path.ts';
import { cannotRead } from './error-reason.ts';

/** `isArchive` says by its path which file is one; one that cannot be opened is a problem, and so is each of its entries. */
export async function* unpacked(
  source: Source,
  isArchive: (path: string) => boolean,
): AsyncGenerator<SourceEntry | ProblemItem> {
  for await (const entry of source.entries()) {
    if (!isArchive(entry.path)) {
      yield entry;
      continue;
    }
    try {
      yield* inside(entry);
    } catch (error) {
      yield { type: 'problem', at: entry.path, kind: 'unreadable', because: cannotRead(error) };
    }
  }
}

async function* inside(archive: SourceEntry): AsyncGenerator<SourceEntry | ProblemItem> {
  const faults: ProblemItem[] = [];
  const { names, read } = await openPackage(await archive.bytes(), (at, kind, because) => {
    faults.push({ type: 'problem', at: at ? `${archive.path}/${at}` : archive.path, kind, because });
  });
  yield* faults;
  for (const name of names) {
    const path = `${archive.path}/${name}`;
    const bytes = async (): Promise<Buffer> => (await read(name)) ?? Buffer.alloc(0);
    let size: number;
    try {
      size = (await bytes()).length;
    } catch (error) {
      yield { type: 'problem', at: path, kind: 'damaged', because: cannotRead(error) };
      continue;
    }
    yield {
      ...{ path, name: baseName(name), size, bytes },
      ...(archive.modified && { modified: archive.modified }),
      text: async () => decode(await bytes()).text,
    };
  }
}

export const isEntry = (one: SourceEntry | ProblemItem): one is SourceEntry => 'bytes' in one;
