// A book in EPUB: what its package says of it, and its chapters in their order as blocks.
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import { decodeMarkup, saysMore } from '../../conversion/html/document.ts';
import { type HtmlPage, htmlToBlocks, treeToBlocks } from '../../conversion/html/read.ts';
import { all, type MarkupElement, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import { type OpenPackage, PackageFault, withPackage } from '../../reading/document-zip.ts';
import { type LaidFile, layFile } from '../../reading/embedded-file.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import { stemOf } from '../../reading/entry-path.ts';
import { type ContentsEntry, chapterTitles } from './contents.ts';
import { readPackage } from './package.ts';

export interface BookChapter extends HtmlPage {
  /** in the book */
  path: string;
  title: string;
}

export interface Book {
  title: string;
  author: string;
  tags: string[];
  properties: Record<string, string | string[]>;
  about: HtmlPage;
  chapters: BookChapter[];
  /** what the table of contents says, where the chapters do not say all of it */
  contents: ContentsEntry[];
  /** pictures, sound and films, by their paths in the book */
  files: LaidFile[];
  /** what of it could not be read: place and reason */
  problems: { at: string; because: string }[];
}

const PAGE = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/;
/** What only a reader of books needs. */
const ASSET = /css|javascript|font|opentype|ncx|oebps-package|smil|adobe-page-template/;

/** Called in a worker. @throws Error whose message ends a sentence */
export const readEpub = ({ file, folder }: EntryPlace): Promise<Book> =>
  withPackage(file, (parts) => readBook(parts, folder));

async function readBook(parts: OpenPackage, folder: string): Promise<Book> {
  const { manifest, spine, entries, about, contents } = await readPackage(parts);
  const titles = chapterTitles(entries);
  await requireOpen(parts);
  const pages = [...manifest.values()].filter(({ type }) => PAGE.test(type)).map(({ path }) => path);
  // What stands in no order is read last; the table of contents is what the tree of pages says anyway.
  const order = [...new Set([...spine, ...pages])].filter((path) => path !== contents || spine.includes(path));
  const book: Book = {
    ...about,
    about: htmlToBlocks(about.description),
    chapters: [],
    contents: [],
    files: [],
    problems: [],
  };
  for (const path of order) {
    const chapter = pages.includes(path) ? await chapterOf(parts, path, { title: book.title, titles }) : undefined;
    if (chapter) book.chapters.push(chapter);
    else if (pages.includes(path)) book.problems.push({ at: path, because: 'The chapter is not in the book.' });
  }
  if (!contents || !spine.includes(contents)) book.contents = saysItself(book.chapters, entries) ? [] : entries;
  let assets = 0;
  for (const { path, type } of manifest.values()) {
    if (PAGE.test(type)) continue;
    if (ASSET.test(type)) assets++;
    else {
      const content = await parts.read(path);
      if (content) book.files.push(layFile({ path, bytes: content }, folder));
      else book.problems.push({ at: path, because: 'The file is not in the book.' });
    }
  }
  if (assets) book.about.unsupported.book_asset = assets;
  return book;
}

const plain = (words: string): string => words.replace(/[\s\p{P}]+/gu, '').toLowerCase();

/** Whether each entry of the table of contents stands in the chapter that it leads to. */
function saysItself(chapters: readonly BookChapter[], entries: readonly ContentsEntry[]): boolean {
  const said = new Map(chapters.map(({ path, title, blocks }) => [path, plain(`${title} ${blocksPlainText(blocks)}`)]));
  return entries.every(({ label, path }) => said.get(path)?.includes(plain(label)));
}

/** Letters of a font may be encrypted; where chapters are, nobody but the shop's own reader opens the book. */
async function requireOpen(parts: OpenPackage): Promise<void> {
  const encryption = await parts.text('META-INF/encryption.xml');
  if (/\bURI\s*=\s*["'][^"']*\.x?html?["']/i.test(encryption))
    throw new PackageFault('it is protected against copying, so that its chapters cannot be read');
}

async function chapterOf(
  parts: OpenPackage,
  path: string,
  { title: book, titles }: { title: string; titles: ReadonlyMap<string, string> },
): Promise<BookChapter | undefined> {
  const bytes = await parts.read(path);
  if (!bytes) return undefined;
  const root = readTree(decodeMarkup(bytes).text, { xhtml: true });
  const page = treeToBlocks(root);
  const [first, ...rest] = page.blocks;
  const heading = first?.type === 'heading' ? blocksPlainText([{ ...first, children: [] }]).trim() : '';
  const title = titles.get(path) || heading || nameIn(root, book) || stemOf(path);
  // A heading that only says the title again.
  const blocks = first && heading === title && !saysMore(first) ? [...(first.children ?? []), ...rest] : page.blocks;
  return { ...page, blocks, path, title };
}

/** Many books have their own name in the head of each chapter. */
function nameIn(root: MarkupElement, book: string): string {
  const name = markupNodeLine(all(root, 'title')[0]);
  return name === book ? '' : name;
}
