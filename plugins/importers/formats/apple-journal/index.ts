// Apple's Journal: an HTML file for each entry, pictures in a folder beside them.

import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, PageItem } from '../../contract.ts';
import { fileItem } from '../../items/note-item.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { cutOffPage, unreadable } from '../../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'apple-journal',
  title: 'Apple Journal',
  accepts: ['folder', '.zip', '.html'],
  async *read(source) {
    const runner = new WorkerRunner(new URL('./entry.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        if (pathEnding(entry.path) !== '.html') {
          yield { ...fileItem(entry), parent: undefined };
          continue;
        }
        try {
          const text = await entry.text();
          yield* cutOffPage(entry, text);
          yield await runner.run<PageItem>('readJournal', text, entry.path);
        } catch (error) {
          yield* unreadable(entry, error);
        }
      }
    } finally {
      runner.close();
    }
  },
};

export default importer;
