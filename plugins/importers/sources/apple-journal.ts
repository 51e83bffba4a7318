// Apple's Journal: an HTML file for each entry, pictures in a folder beside them.

import { Apart } from '../../../core/apart.ts';
import type { Importer, PageItem } from '../contract.ts';
import { fileItem } from '../notes/note-item.ts';
import { unreadable } from '../notes/problem.ts';
import { endingOf } from '../reading/entry-path.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'apple-journal',
  title: 'Apple Journal',
  accepts: ['folder', '.zip', '.html'],
  async *read(source) {
    const apart = new Apart(new URL('../documents/journal.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        if (endingOf(entry.path) !== '.html') {
          yield { ...fileItem(entry), parent: undefined };
          continue;
        }
        try {
          yield await apart.run<PageItem>('readJournal', await entry.text(), entry.path);
        } catch (error) {
          yield* unreadable(entry, error);
        }
      }
    } finally {
      apart.close();
    }
  },
};

export default importer;
