// Files of a repository as a forge hands them out: a checked-out folder or its archive, whose top folder says nothing.
import type { Importer, SourceEntry } from '../contract.ts';
import { isNote } from '../conversion/link-names.ts';
import { Folders, fileItem, noteItems } from '../notes/note-item.ts';
import { titled } from './markdown.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'forge-folder',
  title: 'Repository files (GitHub, GitLab, Forgejo)',
  accepts: ['folder', '.zip'],
  async *read(source) {
    const top = await topOf(source.entries());
    const folders = new Folders();
    for await (const whole of source.entries()) {
      // The name of the top folder changes with every commit, and so would everything below it.
      const entry = { ...whole, path: whole.path.slice(top.length) };
      yield* folders.above(entry.path);
      if (isNote(entry.path)) yield* noteItems(entry, titled);
      else yield fileItem(entry);
    }
  },
};

export default importer;

/** The one folder that holds everything, with its slash. */
async function topOf(entries: AsyncIterable<SourceEntry>): Promise<string> {
  let top: string | undefined;
  for await (const { path } of entries) {
    const first = path.slice(0, path.indexOf('/') + 1);
    if (!first || (top !== undefined && first !== top)) return '';
    top = first;
  }
  return top ?? '';
}
