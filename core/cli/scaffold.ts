// Writes the beginnings of an extension: small, working, with a test, and never over something that is there.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../http/problem.ts';
import { UsageProblem } from '../kernel/plugin.ts';
import { connectorFiles } from './scaffold-connector.ts';
import { importerFiles } from './scaffold-importer.ts';
import { pluginFiles } from './scaffold-plugin.ts';

/** Content of each new file by its path inside the new folder. */
export type ScaffoldFiles = Record<string, string>;

const kinds = { connector: connectorFiles, importer: importerFiles, plugin: pluginFiles };

export type ScaffoldKind = keyof typeof kinds;

/** `reading-list` → `Reading list` */
const titleOf = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

/**
 * Writes a folder `name` below `directory` and answers the paths of its files.
 * @throws UsageProblem for a name that is not kebab-case, Problem conflict when the folder is there
 */
export async function scaffold(kind: ScaffoldKind, name: string, directory: string): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new UsageProblem(
      `The name of ${kind === 'importer' ? 'an' : 'a'} ${kind} is kebab-case, for example reading-list`,
    );
  const folder = join(directory, name);
  if (existsSync(folder)) throw new Problem('conflict', `${folder} exists; nothing was written.`);
  const written: string[] = [];
  for (const [path, content] of Object.entries(kinds[kind](name, titleOf(name)))) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    written.push(file);
  }
  return written;
}
