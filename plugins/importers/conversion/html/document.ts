// One HTML file as a page: its title, what its head says, its body as blocks, and the files written inside it.
import iconv from 'iconv-lite';
import { decode } from '../../../../core/files/text-decoding.ts';
import type { Block } from '../../../blocks/block.ts';
import { blocksPlainText } from '../../../blocks/plain-text.ts';
import { dataOf, endingFor, type MadeFile, sourcePathAddress } from '../../reading/embedded-file.ts';
import { plainGoogleDocs } from './google-docs.ts';
import { plainQuip } from './quip.ts';
import { type HtmlOptions, treeToBlocks } from './read.ts';
import { all, type MarkupElement, markupNodeLine, readTree } from './tree.ts';
import { plainWordLists } from './word.ts';

export interface HtmlDocument {
  title: string;
  blocks: Block[];
  anchors: Record<string, string>;
  unsupported: Record<string, number>;
  files: MadeFile[];
  /** what had to be guessed about its letters */
  problem?: string;
  author?: string;
  created?: string;
  updated?: string;
  tags?: string[];
  properties?: Record<string, unknown>;
}

/** Called in a worker. `path` is where it lies; files inside it get paths beside it. */
export function readHtml(bytes: Uint8Array, path: string, options: HtmlOptions = {}): HtmlDocument {
  const { text, problem } = decodeMarkup(bytes);
  const root = readTree(text);
  plainGoogleDocs(root);
  plainQuip(root);
  return { ...htmlDocument(root, path, options), ...(problem && { problem }) };
}

/** The same of a file that is read. */
export function htmlDocument(root: MarkupElement, path: string, options: HtmlOptions = {}): HtmlDocument {
  plainWordLists(root);
  const files: MadeFile[] = [];
  const page = treeToBlocks(root, { data: (address) => keepData(address, path, files), ...options });
  const { title, blocks } = titled(page.blocks, markupNodeLine(all(root, 'title')[0]));
  return { ...page, blocks, title, files, ...headOf(root) };
}

/** Keeps what a `data:` address holds; equal ones once. */
export function keepData(address: string, path: string, files: MadeFile[]): string | undefined {
  const found = dataOf(address);
  if (!found?.bytes.length) return undefined;
  const kept = files.find(({ bytes }) => found.bytes.equals(bytes));
  const made = kept ?? { path: `${path}.${files.length + 1}${endingFor(found.mime)}`, bytes: found.bytes };
  if (!kept) files.push(made);
  return sourcePathAddress(made.path);
}

/** A first heading that says the title again leaves the body; without a title it is the title. */
function titled(blocks: Block[], said: string): { title: string; blocks: Block[] } {
  const [first, ...rest] = blocks;
  const heading =
    first?.type === 'heading' && first.data.level === 1 ? blocksPlainText([{ ...first, children: [] }]) : '';
  if (!first || !heading || (said && said !== heading)) return { title: said, blocks };
  return { title: heading, blocks: saysMore(first) ? blocks : [...(first.children ?? []), ...rest] };
}

/** Whether a heading that is the title, too, has a name for links, or leads somewhere: a title does neither. */
export const saysMore = ({ id, content = [] }: Block): boolean =>
  id !== '' || content.some((node) => node.type !== 'text' || node.marks?.some(({ type }) => type === 'link'));

const BYTES_OF_HEAD = 2048;

/** By its byte order mark or as UTF-8 when it is that, else as it says itself. */
export function decodeMarkup(bytes: Uint8Array): ReturnType<typeof decode> {
  const read = decode(bytes);
  if (!read.problem) return read;
  const head = Buffer.from(bytes.subarray(0, BYTES_OF_HEAD)).toString('latin1');
  const said = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
  if (!said || /^utf-?8$/.test(said) || !iconv.encodingExists(said)) return read;
  return { text: iconv.decode(Buffer.from(bytes), said).replaceAll('\0', '\ufffd').toWellFormed() };
}

function headOf(root: MarkupElement): Partial<HtmlDocument> {
  const meta = new Map<string, string>();
  for (const { attrs } of all(root, 'meta')) {
    const name = (attrs.name ?? attrs.property ?? attrs.itemprop ?? '').toLowerCase();
    if (name && attrs.content && !meta.has(name)) meta.set(name, attrs.content.trim());
  }
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean);
  const author = first('author', 'dc.creator', 'article:author');
  const created = first('article:published_time', 'dcterms.created', 'created', 'date');
  const updated = first('article:modified_time', 'dcterms.modified', 'modified', 'last-modified');
  const tags = first('keywords')
    ?.split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const canonical = all(root, 'link').find(({ attrs }) => attrs.rel === 'canonical')?.attrs.href;
  const description = first('description', 'dcterms.description', 'dc.description');
  const properties = {
    ...(canonical && /^https?:/.test(canonical) && { source: canonical }),
    ...(description && { description }),
  };
  return {
    ...(author && { author }),
    ...(created && { created }),
    ...(updated && { updated }),
    ...(tags?.length && { tags }),
    ...(Object.keys(properties).length && { properties }),
  };
}
