// Folders of HTML pages, such as saved sites: pages link to each other, pictures come along.

import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import type { HtmlDocument } from '../../conversion/html/document.ts';
import { documentItems } from '../../items/document-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { cutOffPage } from '../../reading/problem-item.ts';

const endings = ['.html', '.htm', '.xhtml'];
/** What only a browser needs. */
const ASSETS = new Set(['.css', '.js', '.mjs', '.map', '.woff', '.woff2', '.ttf', '.eot']);
const module = new URL('../../conversion/html/document.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'html-folder',
  title: 'HTML pages',
  accepts: ['folder', '.zip', ...endings],
  read: (source) =>
    workerDocuments(source, [{ endings, module, items: pageItems }], (ending) =>
      ASSETS.has(ending) ? 'web_asset' : undefined,
    ),
};

export default importer;

async function* pageItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const bytes = await entry.bytes();
  yield* cutOffPage(entry, bytes);
  yield* documentItems(entry, await runner.run<HtmlDocument>('readHtml', bytes, entry.path));
}
