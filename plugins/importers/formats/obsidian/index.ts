// Vaults of linked notes as Obsidian keeps them: wiki links, embeds, properties, bases, nested folders, attachments.

import type { Importer, PageItem } from '../../contract.ts';
import { isNote } from '../../conversion/link-names.ts';
import { Folders, fileItem, noteItems } from '../../items/note-item.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { Bases, isBase } from './bases/read.ts';
import { foldComments } from './comments.ts';

/** Files that only their own program understands. */
const FOREIGN: Record<string, string> = { '.canvas': 'canvas', '': 'other_file' };

const importer: Importer = {
  kind: 'importer',
  name: 'notes-vault',
  title: 'Notes vault (Obsidian)',
  accepts: ['folder', '.zip', '.md'],
  async *read(source) {
    const folders = new Folders();
    const bases = await Bases.of(source);
    for await (const entry of source.entries()) {
      yield* folders.above(entry.path);
      if (isBase(entry.path)) yield* bases.file(entry);
      else if (!isNote(entry.path)) yield fileItem(entry, FOREIGN[pathEnding(entry.path)]);
      else for await (const item of noteItems(entry, unfolded)) yield item.type === 'page' ? bases.note(item) : item;
    }
    yield* bases.items();
  },
};

export default importer;

function unfolded(page: PageItem): PageItem {
  const { markdown, comments } = foldComments(page.markdown ?? '');
  return { ...page, wiki: true, markdown, ...(comments && { unsupported: { comment: comments } }) };
}
