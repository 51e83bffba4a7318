// One way to open what is imported: a folder, an archive or a single file, each behind the same Source.
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '../../../core/files/text-decoding.ts';
import type { FetchedResource, Source, SourceEntry } from '../contract.ts';
import { openArchive } from './archive.ts';
import { withEntryFile } from './entry-file.ts';
import { baseName, pathEnding, stemOf } from './entry-path.ts';
import { folderEntries } from './folder.ts';
import { type RawEntry, type ReadNotice, SourceFault } from './raw-entry.ts';

export interface SourceOptions {
  /** what it is called when its path says nothing (uploads) */
  name?: string;
  /** most bytes an archive may unpack to, and a single file may have */
  maxBytes: number;
  notice: ReadNotice;
  /** where parts of an archive lie while it is read; without it in a folder of the system */
  partsFolder?: string;
  /** how the web is asked; without it nothing is fetched */
  fetch?(address: string): Promise<FetchedResource>;
}

export interface OpenSource extends Source {
  close(): Promise<void>;
}

/** @throws SourceFault when there is nothing at the path or it is damaged as a whole */
export async function openSource(path: string, given: SourceOptions): Promise<OpenSource> {
  const options = { ...given, notice: once(given.notice) };
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new SourceFault(`There is nothing at ${path}.`);
  const name = options.name ?? baseName(path.replace(/\/+$/, ''));
  if (found.isDirectory()) return sourceOf(name.normalize('NFC'), () => folderEntries(path, options.notice), options);
  if (!found.isFile()) throw new SourceFault(`${name} is neither a file nor a folder.`);
  if (pathEnding(name) === '.zip') {
    const notice: ReadNotice = (at, kind, because) => options.notice(at || name, kind, because);
    const archive = await openArchive(path, { ...options, notice, archiveBytes: found.size });
    const source = sourceOf(archiveName(name), archive.entries, options);
    const close = async (): Promise<void> => {
      await source.close();
      await archive.close();
    };
    return { ...source, close };
  }
  if (found.size > options.maxBytes)
    throw new SourceFault(`${name} has more than ${Math.round(options.maxBytes / 1_048_576)} MiB.`);
  const entry: RawEntry = {
    path: name.normalize('NFC'),
    size: found.size,
    modified: found.mtime.toISOString(),
    file: path,
    bytes: () => readFile(path),
    stream: async () => createReadStream(path),
  };
  return sourceOf(
    entry.path,
    async function* () {
      yield entry;
    },
    options,
  );
}

/** Entries may be gone through again; what is said of one is said once. */
function once(notice: ReadNotice): ReadNotice {
  const said = new Set<string>();
  return (at, kind, because) => {
    const key = `${kind} ${at}`;
    if (said.has(key)) return;
    said.add(key);
    notice(at, kind, because);
  };
}

/** Browsers number repeated downloads: `vault (1).zip` is the vault again. */
const archiveName = (name: string): string => stemOf(name.normalize('NFC')).replace(/ ?\(\d+\)$/, '') || name;

function sourceOf(name: string, raw: () => AsyncIterable<RawEntry>, options: SourceOptions): OpenSource {
  const { notice, fetch, partsFolder = tmpdir() } = options;
  let found: Promise<string> | undefined;
  const entries = async function* (): AsyncGenerator<SourceEntry> {
    for await (const entry of raw())
      yield {
        ...{ ...entry, name: baseName(entry.path), text: () => textOf(entry, notice) },
        withFile: async (use) => {
          found ??= mkdtemp(join(partsFolder, 'commonplace-found-'));
          const folder = await found;
          return withEntryFile(entry, folder, (file) => use(file, folder));
        },
      };
  };
  const single = async (): Promise<SourceEntry> => {
    const found: SourceEntry[] = [];
    for await (const entry of entries()) if (found.push(entry) > 1) break;
    if (found.length !== 1) throw new SourceFault(`${name} must hold exactly one file for this kind of import.`);
    return found[0] as SourceEntry;
  };
  return {
    name,
    entries,
    async entry(path) {
      for await (const entry of entries()) if (entry.path === path) return entry;
      return undefined;
    },
    text: async () => (await single()).text(),
    json: async () => JSON.parse(await (await single()).text()) as unknown,
    async fetch(address) {
      if (!fetch) throw new SourceFault('Nothing is fetched here.');
      return fetch(address);
    },
    async close() {
      if (found) await rm(await found, { recursive: true, force: true });
    },
  };
}

async function textOf(entry: RawEntry, notice: ReadNotice): Promise<string> {
  const { text, problem } = decode(await entry.bytes());
  if (problem) notice(entry.path, 'encoding', `The text ${problem}.`);
  return text;
}
