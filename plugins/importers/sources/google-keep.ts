// Google Keep, from Takeout: a file of JSON for each note, its pictures beside it.
import type { Importer } from '../contract.ts';
import { readKeep } from '../formats/google-keep/note.ts';
import { Folders, fileItem, folderId } from '../notes/note-item.ts';
import { endingOf, folderOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'google-keep',
  title: 'Google Keep (Takeout)',
  accepts: ['.zip', 'folder', '.json'],
  async *read(source) {
    const folders = new Folders();
    const notes = new Set<string>();
    for await (const { path } of source.entries()) if (endingOf(path) === '.json') notes.add(path);
    for await (const entry of source.entries()) {
      const ending = endingOf(entry.path);
      // Takeout writes each note a second time, for people to read.
      if (ending === '.html' && notes.has(`${entry.path.slice(0, -5)}.json`)) continue;
      yield* folders.above(entry.path);
      if (ending !== '.json') {
        yield fileItem(entry);
        continue;
      }
      try {
        const parent = folderId(folderOf(entry.path));
        yield { ...readKeep(await entry.text(), entry.path), ...(parent && { parent }) };
      } catch (error) {
        yield* unreadable(entry, error);
      }
    }
  },
};

export default importer;
