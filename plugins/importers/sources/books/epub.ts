// Books in EPUB: each a page with its chapters below it in their order, and their pictures.
import { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Importer, Item, SourceEntry } from '../../contract.ts';
import type { Book } from '../../formats/epub/book.ts';
import { Folders, fileItem, folderId } from '../../notes/note-item.ts';
import { madeItem } from '../../reading/embedded-file.ts';
import { cleanTitle, endingOf, folderOf, stemOf } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'epub',
  title: 'Books (EPUB)',
  accepts: ['.epub', 'folder', '.zip'],
  async *read(source) {
    const folders = new Folders();
    const runner = new WorkerRunner(new URL('../../formats/epub/book.ts', import.meta.url));
    try {
      for await (const entry of source.entries()) {
        yield* folders.above(entry.path);
        if (endingOf(entry.path) === '.epub') yield* bookItems(entry, runner);
        else yield fileItem(entry);
      }
    } finally {
      runner.close();
    }
  },
};

export default importer;

async function* bookItems(entry: SourceEntry, runner: WorkerRunner): AsyncGenerator<Item> {
  let book: Book;
  try {
    book = await runner.run<Book>('readBook', await entry.bytes());
  } catch (error) {
    yield* unreadable(entry, error);
    return;
  }
  const { title, author, tags, properties, about, chapters, files, problems } = book;
  const id = entry.path;
  const parent = folderId(folderOf(id));
  yield {
    ...about,
    ...{ type: 'page', id, title: cleanTitle(title || stemOf(id)), properties },
    ...(parent && { parent }),
    ...(author && { author }),
    ...(tags.length && { tags }),
  };
  for (const { path, ...chapter } of chapters) {
    const place = `${id}/${path}`;
    yield { ...chapter, type: 'page', id: place, parent: id, title: cleanTitle(chapter.title) };
  }
  for (const { path, bytes } of files) yield madeItem({ path: `${id}/${path}`, bytes }, id);
  for (const { at, because } of problems) yield { type: 'problem', at: `${id}/${at}`, kind: 'missing_file', because };
}
