// The files of a folder in the order of their paths; links are not followed, so nothing outside it is read.
import { createReadStream, type Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { decode } from '../../../core/files/text-decoding.ts';
import { entryPath, isHidden } from './entry-path.ts';
import { isTrash, PassedOver } from './passed-over.ts';
import type { RawEntry, ReadNotice } from './raw-entry.ts';

interface Place {
  /** as the file system has it: names need not be text */
  real: Buffer;
  path: string;
}

/** Reads the tree lazily, one folder at a time. */
export async function* folderEntries(root: string, notice: ReadNotice): AsyncGenerator<RawEntry> {
  yield* walk({ real: Buffer.from(root), path: '' }, notice);
}

async function* walk(folder: Place, notice: ReadNotice): AsyncGenerator<RawEntry> {
  let found: Dirent<Buffer>[];
  try {
    found = await readdir(folder.real, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    notice(folder.path || '/', 'unreadable', `The folder cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return;
  }
  const seen = new Set<string>();
  for (const { entry, place, refused } of placed(folder, found)) {
    if (isHidden(place.path)) {
      await passOver(place, entry.isDirectory(), notice);
      continue;
    }
    const why = refused ?? refusal(entry) ?? (seen.has(place.path) ? 'has the name of another entry' : undefined);
    if (why) notice(place.path, 'refused', `The entry ${why}; it was left out.`);
    else {
      seen.add(place.path);
      if (entry.isDirectory()) yield* walk(place, notice);
      else {
        const file = await fileEntry(place, notice);
        if (file) yield file;
      }
    }
  }
}

/** Nothing of it is read; a trash says which notes lie in it. */
async function passOver({ real, path }: Place, isFolder: boolean, notice: ReadNotice): Promise<void> {
  const passed = new PassedOver();
  passed.add(path);
  if (isFolder && isTrash(path))
    for (const found of await readdir(real.toString(), { recursive: true, withFileTypes: true }).catch(() => []))
      if (found.isFile()) passed.add(`${path}/${found.name}`);
  passed.tell(notice);
}

/** The entries of one folder with their cleaned paths, sorted. */
function placed(folder: Place, found: Dirent<Buffer>[]) {
  const all = found.map((entry) => {
    const name = decode(entry.name).text;
    const path = folder.path ? `${folder.path}/${name}` : name;
    // A backslash is an ordinary character in these names, and no way out of the folder.
    const named = entryPath(path.replaceAll('\\', '＼'));
    const place = { real: Buffer.concat([folder.real, Buffer.from('/'), entry.name]), path };
    return 'path' in named
      ? { entry, place: { ...place, path: named.path }, refused: undefined }
      : { entry, place, refused: named.refused };
  });
  return all.sort((a, b) => (a.place.path < b.place.path ? -1 : 1));
}

function refusal(entry: Dirent<Buffer>): string | undefined {
  if (entry.isSymbolicLink()) return 'is a symbolic link';
  return entry.isFile() || entry.isDirectory() ? undefined : 'is neither a file nor a folder';
}

/** Undefined for a file that went while the folder was read. */
async function fileEntry({ real, path }: Place, notice: ReadNotice): Promise<RawEntry | undefined> {
  try {
    const { size, mtime } = await stat(real);
    const file = real.toString();
    return {
      // Names need not be text.
      ...(real.equals(Buffer.from(file)) && { file }),
      ...{ path, size, modified: mtime.toISOString() },
      ...{ bytes: () => readFile(real), stream: async () => createReadStream(real) },
    };
  } catch (error) {
    notice(path, 'unreadable', `The file is gone, or it cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}
