// The extensions of an installation in its backups: the files of the folder, and which plugins there were.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../http/problem.ts';
import type { DiscoveredPlugin } from '../kernel/discovered-plugin.ts';
import type { SealedReader, SealedZip } from './manifest-zip.ts';

/** Entries of a backup that begin so are files of extensions. */
export const EXTENSION_FILES = 'extensions/';
/** What npm brings again, and what is no part of an extension. */
const LEFT_OUT = /^(?:node_modules|\..*)$/;

/** A plugin or extension that is no part of the program. */
export interface BackedUpExtension {
  name: string;
  /** null: it could not be loaded, or is a single file without one */
  version: string | null;
  kind: 'extension' | 'package';
}

export const extensionsOf = (plugins: DiscoveredPlugin[]): BackedUpExtension[] =>
  plugins.flatMap(({ kind, origin, plugin, extension }) =>
    kind === 'built-in'
      ? []
      : [{ name: plugin?.name ?? extension?.name ?? origin, version: plugin?.version ?? null, kind }],
  );

/** Files below a folder by their path from there; none where there is no such folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (place: string): Promise<void> => {
    for (const entry of (await readdir(place, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (LEFT_OUT.test(entry.name)) continue;
      const path = join(place, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(relative(folder, path).split(sep).join('/'));
    }
  };
  await walk(folder).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return found;
}

/** Files that are links lead elsewhere and are left out. */
export async function writeExtensions(folder: string, zip: SealedZip): Promise<void> {
  for (const path of await filesBelow(folder))
    await zip.add(`${EXTENSION_FILES}${path}`, await readFile(join(folder, path)));
}

const sameAs = async (path: string, content: Buffer): Promise<boolean | undefined> =>
  readFile(path).then(
    (found) => found.equals(content),
    (error) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

/**
 * Brings the files back that are not there.
 * @returns their paths
 * @throws Problem conflict for one that is there and is another one; nothing is written then
 */
export async function restoreExtensions(folder: string, reader: SealedReader): Promise<string[]> {
  const missing: { path: string; name: string }[] = [];
  for (const name of Object.keys(reader.manifest.entries).filter((one) => one.startsWith(EXTENSION_FILES))) {
    const path = resolve(folder, name.slice(EXTENSION_FILES.length));
    if (!path.startsWith(resolve(folder) + sep))
      throw new Problem('validation_failed', `The backup is damaged: ${name} lies outside of the extensions.`);
    const isSame = await sameAs(path, Buffer.concat(await Array.fromAsync(await reader.stream(name))));
    if (isSame === undefined) missing.push({ path, name });
    if (isSame === false)
      throw new Problem(
        'conflict',
        `${name} is there already and differs from the one in the backup: move it away, or restore with --without-extensions.`,
      );
  }
  const written: string[] = [];
  try {
    for (const { path, name } of missing) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      written.push(path);
      await pipeline(await reader.stream(name), createWriteStream(path, { mode: 0o600 }));
    }
  } catch (error) {
    await removeExtensions(written);
    throw error;
  }
  return written;
}

export async function removeExtensions(paths: string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
