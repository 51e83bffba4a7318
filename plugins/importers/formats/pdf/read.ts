// PDF as a page: paragraphs and headings by the size of their letters, pictures, comments, outline and attached files.
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import { fileNameOf } from '../../reading/embedded-file.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import type { WordDocument } from '../word-documents/docx.ts';
import { pdfDate } from './annotations.ts';
import { PdfFile } from './file.ts';
import { lineBlocks } from './lines.ts';
import { PageReading } from './page.ts';

const PAGES_MAX = 3000;

/** `unread`: pages on which letters are drawn that nothing says the meaning of */
export type PdfDocument = WordDocument & { hasText: boolean; unread: number };

/** Called in a worker. @throws Error whose message ends a sentence */
export const readPdf = ({ file, folder }: EntryPlace, path: string): Promise<PdfDocument> =>
  PdfFile.use(file, (pdf) => documentOf(pdf, path, folder));

async function documentOf(file: PdfFile, path: string, folder: string): Promise<PdfDocument> {
  const pdf = await file.document();
  const { numPages } = pdf;
  if (numPages > PAGES_MAX) throw new Error(`it has more than ${PAGES_MAX} pages`);
  const outline = await outlineOf(pdf as never);
  const about = ((await pdf.getMetadata().catch(() => undefined))?.info ?? {}) as Record<string, unknown>;
  const reading = new PageReading(path, folder);
  for (let number = 1; number <= numPages; number++) await reading.add(await file.page(number));
  const { parts, files, comments, unsupported, unread, attached } = reading;
  const blocks = lineBlocks(parts, outline);
  const text = blocksPlainText(blocks.filter(({ content }) => content));
  const unsaid = titlesOutside(text, [...outline.keys()]);
  if (unsaid) unsupported.outline_title = unsaid;
  for (const [name, bytes] of await attachmentsOf((await file.document()) as never, attached)) {
    const url = reading.keep(`${path}/attached/${name}`, bytes);
    blocks.push({ id: '', type: 'file', data: { url, name } });
  }
  const own = { blocks, anchors: {}, unsupported, files, hasText: text.trim() !== '', unread };
  return { ...own, ...(comments.length && { comments }), ...aboutOf(about) };
}

/** How many titles of the outline stand nowhere in the text. */
function titlesOutside(text: string, titles: string[]): number {
  const plain = (words: string): string => words.replace(/[\s\p{P}\p{C}]+/gu, '').toLowerCase();
  const said = titles.length ? plain(text) : '';
  return titles.filter((title) => !said.includes(plain(title))).length;
}

interface OutlineItem {
  title: string;
  items: OutlineItem[];
}

/** Titles of the outline with their levels. */
async function outlineOf(pdf: { getOutline(): Promise<OutlineItem[] | null> }): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const read = (items: OutlineItem[], level: number): void => {
    for (const { title, items: inner } of items) {
      const key = title.replace(/\s+/g, ' ').trim();
      if (!levels.has(key)) levels.set(key, level);
      if (level < 10) read(inner ?? [], level + 1);
    }
  };
  read((await pdf.getOutline().catch(() => null)) ?? [], 1);
  return levels;
}

interface Attached {
  getAttachments(): Promise<Map<string, { filename?: string }> | null>;
  getAttachmentContent(id: string): Promise<Uint8Array | null>;
}

/** @param onPages those that hang on its pages, by their ids */
async function attachmentsOf(
  pdf: Attached,
  onPages: ReadonlyMap<string, { filename?: string }>,
): Promise<[string, Uint8Array][]> {
  const files: [string, Uint8Array][] = [];
  const all = new Map([...((await pdf.getAttachments().catch(() => null)) ?? []), ...onPages]);
  for (const [id, { filename }] of all) {
    const content = await pdf.getAttachmentContent(id).catch(() => null);
    if (content) files.push([fileNameOf(filename, `file-${files.length + 1}`), content]);
  }
  return files;
}

function aboutOf(
  info: Record<string, unknown>,
): Pick<WordDocument, 'title' | 'author' | 'created' | 'updated' | 'tags'> {
  const said = (key: string): string => (typeof info[key] === 'string' ? info[key].replace(/\0/g, '').trim() : '');
  const [created, updated] = [pdfDate(info.CreationDate), pdfDate(info.ModDate)];
  const tags = said('Keywords')
    .split(/[,;]/)
    .flatMap((tag) => tag.trim() || []);
  return {
    title: said('Title'),
    ...(said('Author') && { author: said('Author') }),
    ...(created && { created }),
    ...(updated && { updated }),
    ...(tags.length && { tags }),
  };
}
