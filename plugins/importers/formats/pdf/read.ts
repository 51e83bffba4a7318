// PDF as a page: paragraphs and headings by the size of their letters, pictures, comments, outline and attached files.
import type { Block } from '../../../blocks/block.ts';
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import type { CommentItem } from '../../contract.ts';
import { fileNameOf, type LaidFile, layFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import type { WordDocument } from '../word-documents/docx.ts';
import { type Annotation, noteTo, pdfDate } from './annotations.ts';
import { PdfFile } from './file.ts';
import { lineBlocks, type PdfLine, pdfLines, type TextItem } from './lines.ts';
import { pdfPictures } from './pictures.ts';

const PAGES_MAX = 3000;
const PICTURES_MAX = 500;

/** `unread`: pages on which letters are drawn that nothing says the meaning of */
export type PdfDocument = WordDocument & { hasText: boolean; unread: number };

/** Called in a worker. @throws Error whose message ends a sentence */
export const readPdf = ({ file, folder }: EntryPlace, path: string): Promise<PdfDocument> =>
  PdfFile.use(file, (pdf) => documentOf(pdf, path, folder));

async function documentOf(file: PdfFile, path: string, folder: string): Promise<PdfDocument> {
  const { getResolvedPDFJS } = await import('unpdf');
  const pdf = await file.document();
  const { numPages } = pdf;
  if (numPages > PAGES_MAX) throw new Error(`it has more than ${PAGES_MAX} pages`);
  const outline = await outlineOf(pdf as never);
  const about = ((await pdf.getMetadata().catch(() => undefined))?.info ?? {}) as Record<string, unknown>;
  const unsupported: Record<string, number> = {};
  const files: LaidFile[] = [];
  const keep = (path: string, bytes: Uint8Array): string => {
    files.push(layFile({ path, bytes }, folder));
    return sourcePathAddress(path);
  };
  const comments: CommentItem[] = [];
  const parts: { lines: PdfLine[]; pictures: Block[] }[] = [];
  const { OPS } = await getResolvedPDFJS();
  let unread = 0;
  for (let number = 1; number <= numPages; number++) {
    const page = await file.page(number);
    const { items } = await page.getTextContent();
    const pictures: Block[] = [];
    try {
      for await (const { bytes, ending } of pdfPictures(page as never, OPS.paintImageXObject)) {
        if (files.length >= PICTURES_MAX) break;
        const url = keep(`${path}/picture-${files.length + 1}${ending}`, bytes);
        pictures.push({ id: '', type: 'image', data: { url } });
      }
    } catch {
      // A page that cannot be drawn has its text.
    }
    for (const note of (await page.getAnnotations()) as Annotation[]) noteTo(note, comments, unsupported);
    // Codes that mean nothing come as signs that nobody can read.
    const lines = pdfLines(items as TextItem[]).filter(({ text }) => /[^\p{C}\s]/u.test(text));
    if (!lines.length && (await page.getOperatorList()).fnArray.some((one) => one === OPS.showText)) unread++;
    parts.push({ lines, pictures });
    page.cleanup();
  }
  const blocks = lineBlocks(parts, outline);
  for (const [name, bytes] of await attachmentsOf((await file.document()) as never)) {
    blocks.push({ id: '', type: 'file', data: { url: keep(`${path}/attached/${name}`, bytes), name } });
  }
  const hasText = blocksPlainText(blocks.filter(({ content }) => content)).trim() !== '';
  const own = { blocks, anchors: {}, unsupported, files, hasText, unread };
  return { ...own, ...(comments.length && { comments }), ...aboutOf(about) };
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

async function attachmentsOf(pdf: Attached): Promise<[string, Uint8Array][]> {
  const files: [string, Uint8Array][] = [];
  for (const [id, { filename }] of (await pdf.getAttachments().catch(() => null)) ?? []) {
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
