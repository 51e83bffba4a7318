// Apple's Journal: an HTML file for each entry, pictures in a folder beside them.

import { Apart } from '../../../core/workers/worker-runner.ts';
import type { Importer, PageItem } from '../contract.ts';
import { fileItem } from '../notes/note-item.ts';
import { endingOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'apple-journal',
  title: 'Apple Journal',
  accepts: ['folder', '.zip', '.html'],
  async *read(source) {
    const apart = new Apart(new URL('../formats/apple-journal/entry.ts', import.meta.url));
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
