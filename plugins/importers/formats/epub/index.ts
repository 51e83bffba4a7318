// Books in EPUB: each a page with its chapters below it in their order, and their pictures.
import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import { folderId } from '../../items/note-item.ts';
import { workerDocuments } from '../../items/worker-documents.ts';
import { madeItem } from '../../reading/embedded-file.ts';
import { readInWorker } from '../../reading/entry-file.ts';
import { cleanTitle, folderOf, stemOf } from '../../reading/entry-path.ts';
import type { Book } from './book.ts';
import { contentsBlocks } from './contents.ts';

const module = new URL('./book.ts', import.meta.url);

const importer: Importer = {
  kind: 'importer',
  name: 'epub',
  title: 'Books (EPUB)',
  accepts: ['.epub', 'folder', '.zip'],
  read: (source) => workerDocuments(source, [{ endings: ['.epub'], module, items: bookItems }]),
};

export default importer;

async function* bookItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  const book = await readInWorker<Book>(runner, 'readEpub', entry);
  const { title, author, tags, properties, about, chapters, contents, files, problems } = book;
  const id = entry.path;
  const parent = folderId(folderOf(id));
  yield {
    ...about,
    blocks: [...about.blocks, ...contentsBlocks(contents, id)],
    ...{ type: 'page', id, title: cleanTitle(title || stemOf(id)), properties },
    ...(parent && { parent }),
    ...(author && { author }),
    ...(tags.length && { tags }),
  };
  for (const { path, ...chapter } of chapters) {
    const place = `${id}/${path}`;
    yield { ...chapter, type: 'page', id: place, parent: id, title: cleanTitle(chapter.title) };
  }
  for (const file of files) yield madeItem({ ...file, path: `${id}/${file.path}` }, id);
  for (const { at, because } of problems) yield { type: 'problem', at: `${id}/${at}`, kind: 'missing_file', because };
}
