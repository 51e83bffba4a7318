// Outline's export as Markdown: collections are folders, links between documents go by their address.
import type { Importer } from '../contract.ts';
import { isNote } from '../conversion/link-names.ts';
import { Folders, fileItem, noteItems } from '../notes/note-item.ts';
import { titled } from './markdown.ts';

/** Folders that hold nothing but what documents show. */
const FILES = /(?:^|\/)(?:public|uploads)\//;

const importer: Importer = {
  kind: 'importer',
  name: 'outline',
  title: 'Outline (Markdown export)',
  accepts: ['.zip', 'folder'],
  async *read(source) {
    const folders = new Folders();
    for await (const entry of source.entries()) {
      if (FILES.test(entry.path)) {
        const top = entry.path.slice(0, entry.path.search(FILES));
        yield { ...fileItem(entry), parent: top ? `${top}/` : undefined };
        continue;
      }
      yield* folders.above(entry.path);
      if (!isNote(entry.path)) yield fileItem(entry);
      else
        yield* noteItems(entry, (page, properties) => {
          const { markdown = '', ...rest } = titled(page, properties);
          // A lone backslash is how an empty line is written.
          return { ...rest, markdown: markdown.replace(/^\\$/gm, ''), parent: page.parent };
        });
    }
  },
};

export default importer;
