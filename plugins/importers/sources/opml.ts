// OPML of outliners and feed readers: each file is a page that holds the whole outline.

import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { Importer } from '../contract.ts';
import { Folders, fileItem, folderId } from '../notes/note-item.ts';
import type { Outline } from '../outlines/opml.ts';
import { endingOf, folderOf, stemOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'outlines',
  title: 'Outlines and subscriptions (OPML, Workflowy, Dynalist)',
  accepts: ['.opml', '.xml', 'folder', '.zip'],
  async *read(source) {
    const folders = new Folders();
    const runner = new WorkerRunner(new URL('../outlines/opml.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        if (!['.opml', '.xml'].includes(endingOf(entry.path))) {
          yield fileItem(entry);
          continue;
        }
        const parent = folderId(folderOf(entry.path));
        try {
          const read = await runner.run<Outline>('readOpml', await entry.text(), entry.path, stemOf(entry.path));
          for (const page of read.pages) yield { ...page, ...(parent && { parent }) };
          for (const problem of read.problems) yield { type: 'problem', ...problem };
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
