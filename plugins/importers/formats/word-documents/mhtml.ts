// Web pages that are saved in one file, as browsers, Word and Confluence write them: the page and its pictures.
import iconv from 'iconv-lite';
import { decodeMarkup, type HtmlDocument, htmlDocument } from '../../conversion/html/document.ts';
import { elementsIn, type MarkupElement, readTree } from '../../conversion/html/tree.ts';
import { endingFor, fileNameOf, type MadeFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { baseName } from '../../reading/entry-path.ts';
import { isMime, type MimePart, mimeParts } from '../../reading/mime-parts.ts';
import type { WordDocument } from './docx.ts';

/** What only shows how a page looks. */
const LOOK = /css|javascript|font|xml|officetheme|msonumbering|^text\/html$|^multipart\//;

/** @throws Error whose message ends a sentence */
export function readMhtml(bytes: Uint8Array, path: string): WordDocument {
  if (!isMime(bytes)) throw new Error('it is not a web page saved in one file');
  const { head, parts, isWhole } = mimeParts(bytes);
  const page = parts.find(({ type }) => type === 'text/html' || type === 'application/xhtml+xml');
  if (!page) throw new Error('there is no page in it');
  const { text, problem } = markupOf(page);
  const root = readTree(text);
  const places = new Places(parts, page, path);
  places.resolve(root);
  const document: HtmlDocument = htmlDocument(root, path);
  const unused = parts.filter((part) => !LOOK.test(part.type) && !places.isShown(part)).length;
  const source = [head.get('snapshot-content-location'), page.headers.get('content-location')].find(
    (address) => address && /^https?:/i.test(address),
  );
  return {
    ...document,
    files: [...document.files, ...places.files],
    unsupported: { ...document.unsupported, ...(unused && { unused_part: unused }) },
    ...(problem && { problem }),
    ...(source && { properties: { source } }),
    ...(!isWhole && { isCut: true }),
  };
}

/** Its head says how it is written, else it says so itself. */
function markupOf({ bytes, charset }: MimePart): ReturnType<typeof decodeMarkup> {
  if (!charset || !iconv.encodingExists(charset)) return decodeMarkup(bytes);
  return { text: iconv.decode(bytes, charset).replaceAll('\0', '\ufffd').toWellFormed() };
}

/** The parts by the addresses under which the page knows them. */
class Places {
  readonly files: MadeFile[] = [];
  readonly #parts = new Map<string, MimePart>();
  readonly #made = new Map<MimePart, string>();
  readonly #base: string;
  readonly #path: string;

  constructor(parts: MimePart[], page: MimePart, path: string) {
    this.#path = path;
    this.#base = page.headers.get('content-location') ?? '';
    for (const part of parts) {
      const id = part.headers.get('content-id')?.replace(/^<|>$/g, '');
      const location = part.headers.get('content-location');
      if (id) this.#parts.set(`cid:${id}`, part);
      if (location) {
        this.#parts.set(location, part);
        this.#parts.set(this.#absolute(location), part);
      }
    }
  }

  isShown(part: MimePart): boolean {
    return this.#made.has(part);
  }

  resolve(root: MarkupElement): void {
    for (const { tag, attrs } of elementsIn(root))
      for (const name of ['src', 'data', 'href']) {
        const value = attrs[name]?.trim();
        const part = value && tag !== 'link' && tag !== 'script' ? this.#partAt(value) : undefined;
        if (part && part.type !== 'text/html') attrs[name] = this.#addressOf(part, value as string);
      }
  }

  #absolute(address: string): string {
    return URL.canParse(address, this.#base) ? new URL(address, this.#base).href : address;
  }

  #partAt(address: string): MimePart | undefined {
    if (address.startsWith('#') || address.startsWith('data:')) return undefined;
    return this.#parts.get(address) ?? this.#parts.get(this.#absolute(address));
  }

  #addressOf(part: MimePart, address: string): string {
    const known = this.#made.get(part);
    if (known) return known;
    const ending = endingFor(part.type);
    const [bare = ''] = address.split(/[?#]/, 1);
    const named = fileNameOf(baseName(bare.replace(/^cid:/, '')), `part${ending}`);
    const name = /\.\w{1,5}$/.test(named) ? named : `${named}${ending}`;
    const path = `${this.#path}.${this.files.length + 1}-${name}`;
    this.files.push({ path, bytes: part.bytes });
    this.#made.set(part, sourcePathAddress(path));
    return sourcePathAddress(path);
  }
}
