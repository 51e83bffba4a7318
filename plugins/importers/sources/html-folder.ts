// Folders of HTML pages, such as saved sites: pages link to each other, pictures come along.

import { WorkerRunner } from '../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../contract.ts';
import type { HtmlDocument } from '../documents/html.ts';
import { documentItems } from '../notes/document-item.ts';
import { Folders, fileItem } from '../notes/note-item.ts';
import { endingOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const PAGES = new Set(['.html', '.htm', '.xhtml']);
/** What only a browser needs. */
const ASSETS = new Set(['.css', '.js', '.mjs', '.map', '.woff', '.woff2', '.ttf', '.eot']);

const importer: Importer = {
  kind: 'importer',
  name: 'html-folder',
  title: 'HTML pages',
  accepts: ['folder', '.zip', '.html', '.htm', '.xhtml'],
  async *read(source) {
    const folders = new Folders();
    const runner = new WorkerRunner(new URL('../documents/html.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        const ending = endingOf(entry.path);
        if (PAGES.has(ending)) yield* pageItems(entry, runner);
        else yield fileItem(entry, ASSETS.has(ending) ? 'web_asset' : undefined);
      }
    } finally {
      runner.close();
    }
  },
};

export default importer;

async function* pageItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  let read: HtmlDocument;
  try {
    read = await runner.run<HtmlDocument>('readHtml', await entry.bytes(), entry.path);
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  const { problem } = read;
  if (problem) yield { type: 'problem', at: entry.path, kind: 'encoding', because: `The text ${problem}.` };
  yield* documentItems(entry, read);
}
