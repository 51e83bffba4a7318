// The package of a book in EPUB: its files, their order, its table of contents, and what it says of itself.
import { all, type MarkupElement, markupNodeLine, markupNodeText, readTree } from '../../conversion/html/tree.ts';
import { type OpenPackage, PackageFault } from '../../reading/document-zip.ts';
import { folderOf } from '../../reading/entry-path.ts';

export interface BookPackage {
  /** by id */
  manifest: Map<string, { path: string; type: string; properties: string }>;
  /** paths in the order of reading */
  spine: string[];
  /** path → what the table of contents calls it */
  titles: Map<string, string>;
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
  const titles = new Map([...(await listTitles(parts, list)), ...(await pageTitles(parts, contents))]);
  return { manifest, spine, titles, about: aboutOf(root), ...(contents && { contents }) };
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

/** Of EPUB 3: links of a page; the first of a chapter names it. */
async function pageTitles(parts: OpenPackage, path: string | undefined): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (!path) return titles;
  const root = readTree(await parts.text(path), { xhtml: true });
  const lists = all(root, 'nav').filter(({ attrs }) => /\btoc\b/.test(attrs['epub:type'] ?? ''));
  for (const link of all(lists[0] ?? root, 'a')) add(titles, pathOf(link.attrs.href ?? '', path), markupNodeLine(link));
  return titles;
}

/** Of EPUB 2: points of a list. */
async function listTitles(parts: OpenPackage, path: string | undefined): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  if (!path) return titles;
  const root = readTree(await parts.text(path), { xml: true });
  for (const point of named(root, 'navPoint')) {
    const [address] = named(point, 'content');
    const [label] = named(point, 'navLabel');
    if (address && label) add(titles, pathOf(address.attrs.src ?? '', path), markupNodeLine(label));
  }
  return titles;
}

function add(titles: Map<string, string>, path: string, title: string): void {
  if (path && title && !titles.has(path)) titles.set(path, title);
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
