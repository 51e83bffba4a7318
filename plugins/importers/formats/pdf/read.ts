// PDF as a page: paragraphs and headings by the size of their letters, pictures, comments, outline and attached files.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Block } from '../../../blocks/block.ts';
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import type { CommentItem } from '../../contract.ts';
import { isoDate } from '../../conversion/front-matter.ts';
import { fileNameOf, type LaidFile, layFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import type { WordDocument } from '../word-documents/docx.ts';
import { lineBlocks, type PdfLine, pdfLines, type TextItem } from './lines.ts';

const PAGES_MAX = 3000;
const PICTURES_MAX = 500;
/** Smaller ones are rules and dots. */
const SIDE_MIN = 24;
const PIXELS_MAX = 40_000_000;

/** `unread`: pages on which letters are drawn that nothing says the meaning of */
export type PdfDocument = WordDocument & { hasText: boolean; unread: number };

/** What fonts without letters of their own mean, above all those of Chinese, Japanese and Korean. */
const CHARACTER_MAPS = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));

/** Called in a worker. @throws Error whose message ends a sentence */
export async function readPdf({ file, folder }: EntryPlace, path: string): Promise<PdfDocument> {
  const { extractImages, getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  const options = { verbosity: 0, cMapUrl: CHARACTER_MAPS, cMapPacked: true };
  const pdf = await getDocumentProxy(await contentOf(file), options).catch((error: Error) => {
    throw new Error(error.name === 'PasswordException' ? 'it needs a password' : `it is damaged (${error.message})`);
  });
  if (pdf.numPages > PAGES_MAX) throw new Error(`it has more than ${PAGES_MAX} pages`);
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
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const images = files.length < PICTURES_MAX ? await extractImages(pdf, number).catch(() => []) : [];
    const pictures = await pictureBlocks(images, (bytes) => keep(`${path}/picture-${files.length + 1}.png`, bytes));
    for (const note of (await page.getAnnotations()) as Annotation[]) noteTo(note, comments, unsupported);
    // Codes that mean nothing come as signs that nobody can read.
    const lines = pdfLines(items as TextItem[]).filter(({ text }) => /[^\p{C}\s]/u.test(text));
    if (!lines.length && (await page.getOperatorList()).fnArray.some((one) => one === OPS.showText)) unread++;
    parts.push({ lines, pictures });
    page.cleanup();
  }
  const blocks = lineBlocks(parts, await outlineOf(pdf as never));
  for (const [name, bytes] of await attachmentsOf(pdf as never)) {
    blocks.push({ id: '', type: 'file', data: { url: keep(`${path}/attached/${name}`, bytes), name } });
  }
  const hasText = blocksPlainText(blocks.filter(({ content }) => content)).trim() !== '';
  const about = ((await pdf.getMetadata().catch(() => undefined))?.info ?? {}) as Record<string, unknown>;
  await pdf.loadingTask.destroy();
  const own = { blocks, anchors: {}, unsupported, files, hasText, unread };
  return { ...own, ...(comments.length && { comments }), ...aboutOf(about) };
}

/** pdf.js takes these bytes over, and refuses buffers. */
async function contentOf(file: string): Promise<Uint8Array> {
  const { buffer, byteOffset, byteLength } = await readFile(file);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** @param keep makes a file; its address */
async function pictureBlocks(images: Pixels[], keep: (bytes: Buffer) => string): Promise<Block[]> {
  const pictures: Block[] = [];
  for (const image of images) {
    if (image.width < SIDE_MIN || image.height < SIDE_MIN || image.width * image.height > PIXELS_MAX) continue;
    pictures.push({ id: '', type: 'image', data: { url: keep(await pngOf(image)) } });
  }
  return pictures;
}

interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  /** gray, red green blue, or these with how solid they are */
  channels: 1 | 3 | 4;
}

async function pngOf({ data, width, height, channels }: Pixels): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // What was made of one picture is of no use for another.
  sharp.cache(false);
  const picture = sharp(data, { raw: { width, height, channels } });
  return (channels === 1 ? picture.toColourspace('b-w') : picture).png().toBuffer();
}

interface Annotation {
  subtype?: string;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  modificationDate?: string | null;
}

const SAID = new Set([
  'Text',
  'FreeText',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Ink',
  'Square',
  'Circle',
]);

/** What people wrote on a page are comments; fields of forms are counted. */
function noteTo(note: Annotation, comments: CommentItem[], unsupported: Record<string, number>): void {
  const { subtype = '', contentsObj, titleObj, modificationDate } = note;
  const text = contentsObj?.str?.trim();
  const author = titleObj?.str?.trim();
  const created = dateOf(modificationDate);
  if (SAID.has(subtype) && text) comments.push({ text, ...(author && { author }), ...(created && { created }) });
  else if (subtype === 'Widget') unsupported.form_field = (unsupported.form_field ?? 0) + 1;
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

/** `D:20230405123000+02'00'` as ISO 8601. */
function dateOf(text: unknown): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?|Z)?/.exec(String(text ?? ''));
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone, minutes = '00'] = parts;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone ? `${zone}:${minutes}` : 'Z'}`);
}

function aboutOf(
  info: Record<string, unknown>,
): Pick<WordDocument, 'title' | 'author' | 'created' | 'updated' | 'tags'> {
  const said = (key: string): string => (typeof info[key] === 'string' ? info[key].replace(/\0/g, '').trim() : '');
  const [created, updated] = [dateOf(info.CreationDate), dateOf(info.ModDate)];
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
