// Roam Research: graphs as JSON or as their database in EDN.

import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, PageItem } from '../../contract.ts';
import { fileItem } from '../../items/note-item.ts';
import { pathEnding } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'roam',
  title: 'Roam Research (JSON, EDN)',
  accepts: ['.json', '.edn', '.zip', 'folder'],
  async *read(source) {
    const runner = new WorkerRunner(new URL('./roam.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        const ending = pathEnding(entry.path);
        if (ending !== '.json' && ending !== '.edn') {
          yield { ...fileItem(entry), parent: undefined };
          continue;
        }
        try {
          yield* await runner.run<PageItem[]>('readRoam', await entry.text(), ending === '.edn');
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
