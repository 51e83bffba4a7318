// One page of a PDF file after the other: its lines, what stands beside them, and what of it stays in the file only.
import { type Block, MAX_BLOCKS } from '../../../blocks/block.ts';
import type { CommentItem } from '../../contract.ts';
import { linkParagraph, textParagraph } from '../../items/plain-text.ts';
import { type LaidFile, layFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { type Annotation, enteredText, remarkOf } from './annotations.ts';
import type { PdfPage } from './file.ts';
import { beginnings, type PdfLine, type PdfLink, pdfLines, type TextItem } from './lines.ts';
import { pdfPictures } from './pictures.ts';

const PICTURES_MAX = 500;
/** Of all its text: what three thousand full pages have. */
const LETTERS_MAX = 10_000_000;

export class PageReading {
  readonly parts: { lines: PdfLine[]; beside: Block[] }[] = [];
  readonly files: LaidFile[] = [];
  readonly comments: CommentItem[] = [];
  readonly unsupported: Record<string, number> = {};
  /** files that hang on pages, by their ids */
  readonly attached = new Map<string, { filename?: string }>();
  /** pages on which letters are drawn that nothing says the meaning of */
  unread = 0;
  #paragraphs = 0;
  #letters = 0;
  readonly #path: string;
  readonly #folder: string;

  /** @param folder into which files are laid */
  constructor(path: string, folder: string) {
    this.#path = path;
    this.#folder = folder;
  }

  /** The address of a file that is laid down. */
  keep(path: string, bytes: Uint8Array): string {
    this.files.push(layFile({ path, bytes }, this.#folder));
    return sourcePathAddress(path);
  }

  /** @throws Error whose message ends a sentence, as soon as all that was read is more than a page can hold */
  async add(page: PdfPage): Promise<void> {
    const { OPS } = await (await import('unpdf')).getResolvedPDFJS();
    const { items } = await page.getTextContent();
    const laid = (await page.getAnnotations()) as Annotation[];
    const links = linksOf(laid);
    // Codes that mean nothing come as signs that nobody can read.
    const lines = pdfLines(items as TextItem[], links).filter(({ text }) => /[^\p{C}\s]/u.test(text));
    const beside = links.filter(({ isSaid }) => !isSaid).map(({ url }) => linkParagraph(url, url));
    beside.push(...(await this.#pictures(page, OPS)), ...laid.flatMap((one) => this.#laid(one)));
    if (!lines.length && (await page.getOperatorList()).fnArray.some((one) => one === OPS.showText)) this.unread++;
    this.parts.push({ lines, beside });
    page.cleanup();
    this.#measure(lines);
  }

  #measure(lines: PdfLine[]): void {
    this.#paragraphs += beginnings(lines);
    this.#letters += lines.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#paragraphs > MAX_BLOCKS)
      throw new Error(`it has more than ${MAX_BLOCKS} paragraphs, and a page holds no more; save it in parts`);
    if (this.#letters > LETTERS_MAX)
      throw new Error(`it has more than ${LETTERS_MAX / 1_000_000} million letters; save it in parts`);
  }

  async #pictures(page: PdfPage, operators: Parameters<typeof pdfPictures>[1]): Promise<Block[]> {
    const blocks: Block[] = [];
    try {
      for await (const picture of pdfPictures(page as never, operators, () => this.files.length < PICTURES_MAX)) {
        const path = `${this.#path}/picture-${this.files.length + 1}${picture?.ending}`;
        if (picture) blocks.push({ id: '', type: 'image', data: { url: this.keep(path, picture.bytes) } });
        else this.#count('picture_in_file');
      }
    } catch {
      // A page that cannot be drawn has its text.
      this.#count('picture_in_file');
    }
    return blocks;
  }

  #laid(one: Annotation): Block[] {
    this.comments.push(...remarkOf(one));
    if (one.subtype === 'Widget') this.#count('form_field');
    else if (one.subtype === 'Link' && !one.url) this.#count('link_in_file');
    else if (one.fileId) this.attached.set(one.fileId, one.file ?? {});
    const entered = enteredText(one);
    return entered ? [textParagraph(entered)] : [];
  }

  #count(kind: string): void {
    this.unsupported[kind] = (this.unsupported[kind] ?? 0) + 1;
  }
}

/** Places of a page that lead to an address. */
const linksOf = (laid: Annotation[]): PdfLink[] =>
  laid.flatMap(({ subtype, url, rect }) => (subtype === 'Link' && url && rect ? { url, rect } : []));
