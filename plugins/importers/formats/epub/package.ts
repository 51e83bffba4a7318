// The package of a book in EPUB: its files, their order, its table of contents, and what it says of itself.
import { all, type MarkupElement, markupNodeText, readTree } from '../../conversion/html/tree.ts';
import { type OpenPackage, PackageFault } from '../../reading/document-zip.ts';
import { folderOf } from '../../reading/entry-path.ts';
import { type ContentsEntry, pageContents, pointContents } from './contents.ts';

export interface BookPackage {
  /** by id */
  manifest: Map<string, { path: string; type: string; properties: string }>;
  /** paths in the order of reading */
  spine: string[];
  /** of the table of contents */
  entries: ContentsEntry[];
  /** path of the page that is the table of contents */
  contents?: string;
  about: {
    title: string;
    author: string;
    tags: string[];
    /** may be HTML */
    description: string;
    properties: Record<string, string | string[]>;
  };
}

/** @throws Error whose message ends a sentence */
export async function readPackage(parts: OpenPackage): Promise<BookPackage> {
  const container = readTree(await parts.text('META-INF/container.xml'), { xml: true });
  const place = named(container, 'rootfile')[0]?.attrs['full-path'];
  const text = place ? await parts.text(place) : '';
  if (!place || !text) throw new PackageFault('it is not a book in EPUB');
  const root = readTree(text, { xml: true });
  const manifest: BookPackage['manifest'] = new Map();
  for (const { attrs } of named(root, 'item')) {
    const { id = '', href = '', properties = '' } = attrs;
    if (href) manifest.set(id || href, { path: pathOf(href, place), type: attrs['media-type'] ?? '', properties });
  }
  const spine = named(root, 'itemref').flatMap(({ attrs }) => manifest.get(attrs.idref ?? '')?.path ?? []);
  if (!spine.length) throw new PackageFault('it is a book without chapters');
  const contents = [...manifest.values()].find(({ properties }) => /\bnav\b/.test(properties))?.path;
  const list = [...manifest.values()].find(({ type }) => type === 'application/x-dtbncx+xml')?.path;
  const entries = await entriesOf(parts, contents, list);
  return { manifest, spine, entries, about: aboutOf(root), ...(contents && { contents }) };
}

/** Whatever prefix the names have. */
const named = (root: MarkupElement, name: string): MarkupElement[] =>
  all(root, name, `opf:${name}`, `ncx:${name}`, `dc:${name}`);

/** A path in the book, of an address in a file of it. */
function pathOf(address: string, from: string): string {
  const parts = folderOf(from).split('/').filter(Boolean);
  for (const part of decoded(address.split('#', 1)[0] ?? '').split('/'))
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  return parts.join('/').normalize('NFC');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** What the table of contents says, on its page and in the list of older books, each entry once. */
async function entriesOf(parts: OpenPackage, page?: string, list?: string): Promise<ContentsEntry[]> {
  const resolvedIn = (place: string) => (address: string) => pathOf(address, place);
  const entries = page ? pageContents(await parts.text(page), resolvedIn(page)) : [];
  const labels = new Set(entries.map(({ label }) => label));
  const points = list ? pointContents(await parts.text(list), resolvedIn(list)) : [];
  return [...entries, ...points.filter(({ label }) => !labels.has(label))];
}

const DETAILS = ['language', 'publisher', 'date', 'identifier', 'rights', 'contributor', 'source', 'type', 'coverage'];

function aboutOf(root: MarkupElement): BookPackage['about'] {
  const said = (name: string): string[] =>
    all(root, `dc:${name}`)
      .map((one) => markupNodeText(one).trim())
      .filter(Boolean);
  const [title = '', ...titles] = said('title');
  const details = DETAILS.map((name) => [name, said(name)] as const).filter(([, words]) => words.length);
  const properties = Object.fromEntries(
    details.map(([name, words]) => [name, words.length > 1 ? words : (words[0] as string)]),
  );
  return {
    title,
    author: said('creator').join(', '),
    tags: said('subject'),
    description: said('description').join('<br>'),
    properties: { ...properties, ...(titles.length && { titles }) },
  };
}
