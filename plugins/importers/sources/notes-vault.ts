// Vaults of linked notes as Obsidian keeps them: wiki links, embeds, properties, nested folders, attachments.
import type { Importer } from '../contract.ts';
import { foldComments } from '../notes/comments.ts';
import { isNote } from '../notes/names.ts';
import { Folders, fileItem, noteItems } from '../notes/note-item.ts';
import { endingOf } from '../reading/entry-path.ts';

/** Files that only their own program understands. */
const FOREIGN: Record<string, string> = { '.base': 'base', '.canvas': 'canvas', '': 'other_file' };

const importer: Importer = {
  kind: 'importer',
  name: 'notes-vault',
  title: 'Notes vault (Obsidian)',
  accepts: ['folder', '.zip', '.md'],
  async *read(source) {
    const folders = new Folders();
    for await (const entry of source.entries()) {
      yield* folders.above(entry.path);
      if (!isNote(entry.path)) {
        yield fileItem(entry, FOREIGN[endingOf(entry.path)]);
        continue;
      }
      yield* noteItems(entry, (page) => {
        const { markdown, comments } = foldComments(page.markdown ?? '');
        return { ...page, wiki: true, markdown, ...(comments && { unsupported: { comment: comments } }) };
      });
    }
  },
};

export default importer;
