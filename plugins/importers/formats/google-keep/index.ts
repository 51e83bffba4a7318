// Google Keep, from Takeout: a file of JSON for each note, its pictures beside it.
import type { Importer } from '../../contract.ts';
import { Folders, fileItem, folderId } from '../../items/note-item.ts';
import { folderOf, pathEnding } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { readKeep } from './note.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'google-keep',
  title: 'Google Keep (Takeout)',
  accepts: ['.zip', 'folder', '.json'],
  async *read(source) {
    const folders = new Folders();
    const notes = new Set<string>();
    const files = new Attachments();
    for await (const { path } of source.entries()) {
      if (pathEnding(path) === '.json') notes.add(path);
      else if (pathEnding(path) !== '.html') files.add(path);
    }
    for await (const entry of source.entries()) {
      const ending = pathEnding(entry.path);
      // Takeout writes each note a second time, for people to read.
      if (ending === '.html' && notes.has(`${entry.path.slice(0, -5)}.json`)) continue;
      yield* folders.above(entry.path);
      if (ending !== '.json') {
        yield fileItem(entry);
        continue;
      }
      try {
        const parent = folderId(folderOf(entry.path));
        yield { ...readKeep(await entry.text(), entry.path, (path) => files.found(path)), ...(parent && { parent }) };
      } catch (error) {
        yield* unreadable(entry, error);
      }
    }
  },
};

export default importer;

/** Takeout writes files with another ending than its notes name: `.jpeg` there is `.jpg` here, and the reverse. */
class Attachments {
  readonly #paths = new Set<string>();
  readonly #byName = new Map<string, string[]>();

  add(path: string): void {
    this.#paths.add(path);
    this.#byName.set(withoutEnding(path), [...(this.#byName.get(withoutEnding(path)) ?? []), path]);
  }

  /** The same path where nothing lies there, or more than one file could be meant. */
  found(path: string): string {
    const [only, ...others] = this.#byName.get(withoutEnding(path)) ?? [];
    return only === undefined || others.length || this.#paths.has(path) ? path : only;
  }
}

const withoutEnding = (path: string): string => path.slice(0, path.length - pathEnding(path).length);
