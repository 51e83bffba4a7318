// Web pages that are saved in one file, as browsers, Word and Confluence write them: the page and its pictures.
import iconv from 'iconv-lite';
import type { Block } from '../../../blocks/block.ts';
import { decodeMarkup, type HtmlDocument, htmlDocument } from '../../conversion/html/document.ts';
import { headOneNotePages } from '../../conversion/html/onenote.ts';
import { pressSignTasks } from '../../conversion/html/sign-tasks.ts';
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
  headOneNotePages(root);
  pressSignTasks(root);
  const document: HtmlDocument = htmlDocument(root, path);
  const attached = parts.filter((part) => !places.isShown(part) && isAttachment(part));
  const blocks = attached.map((part) => places.attached(part));
  const unused = parts.filter((part) => !LOOK.test(part.type) && !places.isShown(part)).length;
  const source = [head.get('snapshot-content-location'), page.headers.get('content-location')].find(
    (address) => address && /^https?:/i.test(address),
  );
  return {
    ...mailOf(head),
    ...document,
    title: document.title || headWords(head.get('subject')),
    blocks: [...document.blocks, ...blocks],
    files: [...document.files, ...places.files],
    unsupported: { ...document.unsupported, ...(unused && { unused_part: unused }) },
    ...(problem && { problem }),
    ...(source && { properties: { source } }),
    ...(!isWhole && { isCut: true }),
  };
}

/** What a mail brings along; browsers and Word say of no part that it is such. */
const isAttachment = ({ headers }: MimePart): boolean =>
  /^attachment\b/i.test(headers.get('content-disposition') ?? '');

/** Letters that a head cannot have are written as `=?utf-8?Q?…?=`. */
const headWords = (text = ''): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]{1,30})\?([BQ])\?([^?]{0,2000})\?=/gi, (whole, charset: string, way: string, said: string) => {
      if (!iconv.encodingExists(charset)) return whole;
      const plain = said
        .replaceAll('_', ' ')
        .replace(/=([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
      return iconv.decode(/b/i.test(way) ? Buffer.from(said, 'base64') : Buffer.from(plain, 'latin1'), charset);
    })
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
    .trim();

/** Who wrote a mail and when; of a page that a browser saved the sender is no address. */
function mailOf(head: Map<string, string>): Pick<HtmlDocument, 'author' | 'created'> {
  const author = headWords(head.get('from'));
  const sent = new Date(head.get('date') ?? '');
  if (!author.includes('@')) return {};
  return { author, ...(!Number.isNaN(sent.getTime()) && { created: sent.toISOString() }) };
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

  /** A file below the page. */
  attached(part: MimePart): Block {
    const named = `${part.headers.get('content-disposition')};${part.headers.get('content-type')}`;
    const [, quoted, bare] = /;\s*(?:file)?name\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(named) ?? [];
    const name = fileNameOf(headWords(quoted ?? bare), `attachment${endingFor(part.type)}`);
    return { id: '', type: 'file', data: { url: this.#addressOf(part, name), name } };
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
