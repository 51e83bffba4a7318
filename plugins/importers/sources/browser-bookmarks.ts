// Bookmarks of browsers and bookmark services, in the file format they all export.

import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { Importer } from '../contract.ts';
import type { Bookmarks } from '../documents/bookmarks.ts';
import { Folders, fileItem, folderId } from '../notes/note-item.ts';
import { endingOf, folderOf, stemOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'browser-bookmarks',
  title: 'Bookmarks of a browser',
  accepts: ['.html', '.htm', 'folder', '.zip'],
  async *read(source) {
    const folders = new Folders();
    const runner = new WorkerRunner(new URL('../documents/bookmarks.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        if (!['.html', '.htm'].includes(endingOf(entry.path))) {
          yield fileItem(entry);
          continue;
        }
        const parent = folderId(folderOf(entry.path));
        try {
          const text = await entry.text();
          const read = await runner.run<Bookmarks>('readBookmarks', text, entry.path, stemOf(entry.path));
          const because = 'There are no bookmarks in it.';
          if (!read.pages.length) yield { type: 'problem', at: entry.path, kind: 'empty', because };
          if (read.fault) yield { type: 'problem', at: entry.path, kind: 'cut_off', because: read.fault };
          for (const page of read.pages) yield { ...(parent && { parent }), ...page };
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
