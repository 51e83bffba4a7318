// Entries of a source with those of the archives in it, each archive as a folder of its name.
import { decode } from '../../../core/files/text-decoding.ts';
import type { ProblemItem, Source, SourceEntry } from '../contract.ts';
import { openPackage } from './document-zip.ts';
import { nameOf } from './entry-path.ts';
import { cannotRead } from './error-reason.ts';

/** `isArchive` says by its path which file is one; one that cannot be opened is a problem. */
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

async function* inside(archive: SourceEntry): AsyncGenerator<SourceEntry> {
  const { names, read } = await openPackage(await archive.bytes());
  for (const name of names) {
    const bytes = async (): Promise<Buffer> => (await read(name)) ?? Buffer.alloc(0);
    yield {
      path: `${archive.path}/${name}`,
      name: nameOf(name),
      size: (await bytes()).length,
      ...(archive.modified && { modified: archive.modified }),
      bytes,
      text: async () => decode(await bytes()).text,
    };
  }
}

export const isEntry = (one: SourceEntry | ProblemItem): one is SourceEntry => 'bytes' in one;
