// The bookmark file that all browsers write: a page for each folder, a card for each link.
import type { Block } from '../../../blocks/block.ts';
import { isWebAddress } from '../../../blocks/link-address.ts';
import type { PageItem } from '../../contract.ts';
import { isoDate } from '../../conversion/front-matter.ts';
import { faultIn } from '../../conversion/html/soundness.ts';
import { isElement, type MarkupElement, markupNodeLine, readTree } from '../../conversion/html/tree.ts';
import { textParagraph } from '../../items/plain-text.ts';
import { cleanTitle } from '../../reading/entry-path.ts';
import { UniqueIds } from '../../reading/unique-ids.ts';

/** Browsers leave out the ends of all others. */
const ENDS = /^(?:dl|a|h[1-6])$/;

export interface Bookmarks {
  /** of all folders, parents first */
  pages: PageItem[];
  /** what is wrong with the file, as a sentence */
  fault?: string;
}

/** `path` is where the file lies. */
export function readBookmarks(text: string, path: string, title: string): Bookmarks {
  const reader = new BookmarkReader(path, cleanTitle(title));
  reader.walk(readTree(text), reader.top);
  const { top, pages } = reader;
  const fault = faultIn(text, { ends: ENDS });
  // Without links of its own or folders there is nothing in the file.
  const isEmpty = pages.length === 1 && !top.blocks?.length;
  return { pages: isEmpty ? [] : pages.map(withTags), ...(fault && { fault }) };
}

const withTags = ({ tags, ...page }: PageItem): PageItem => ({
  ...page,
  ...(tags?.length && { tags: [...new Set(tags)] }),
});

class BookmarkReader {
  readonly top: PageItem;
  readonly pages: PageItem[];
  readonly #ids = new UniqueIds();
  #heading: MarkupElement | undefined;
  #last: Block | undefined;

  constructor(path: string, title: string) {
    this.top = { type: 'page', id: this.#ids.of(path), title, blocks: [], tags: [], unsupported: {} };
    this.pages = [this.top];
  }

  walk(element: MarkupElement, folder: PageItem): void {
    for (const node of element.children) {
      if (!isElement(node)) continue;
      if (node.tag === 'h1' || node.tag === 'title') this.#call(markupNodeLine(node));
      else if (/^h[2-6]$/.test(node.tag)) this.#heading = node;
      else if (node.tag === 'a') this.#link(node, folder);
      else if (node.tag === 'dd') this.#describe(node, folder);
      else this.walk(node, node.tag === 'dl' ? this.#inside(folder) : folder);
    }
  }

  /** What the file calls itself, where that is more than its kind. */
  #call(title: string): void {
    const before = this.top.properties?.title;
    if (
      title &&
      !/^(?:bookmarks|lesezeichen|favorites|favoriten)(?:$| menu| bar)/i.test(title) &&
      title !== this.top.title
    )
      this.top.properties = { title: before && before !== title ? `${before} · ${title}` : title };
  }

  /** A list belongs to the heading before it. */
  #inside(folder: PageItem): PageItem {
    const heading = this.#heading;
    this.#heading = undefined;
    if (!heading) return folder;
    const title = cleanTitle(markupNodeLine(heading));
    const page: PageItem = {
      type: 'page',
      id: this.#ids.of(`${folder.id}/${title}`),
      parent: folder.id,
      title,
      blocks: [],
      tags: [],
      unsupported: {},
      ...dated(heading.attrs.add_date, 'created'),
      ...dated(heading.attrs.last_modified, 'updated'),
    };
    this.pages.push(page);
    return page;
  }

  #link({ attrs, children }: MarkupElement, folder: PageItem): void {
    const url = attrs.href?.trim() ?? '';
    const title = markupNodeLine({ tag: 'a', attrs: {}, children }).slice(0, 2000);
    const tags = (attrs.tags ?? '').split(',').flatMap((tag) => tag.trim() || []);
    folder.tags?.push(...tags);
    const said = [
      tags.map((tag) => `#${tag}`).join(' '),
      dayOf(attrs.add_date),
      attrs.private === '1' ? 'private' : '',
      attrs.shortcuturl?.trim(),
      attrs.feedurl?.trim(),
      ...othersOf(attrs),
    ]
      .filter(Boolean)
      .join(' · ');
    const safe = isWebAddress(url) && /^https?:/i.test(url);
    // What no browser should follow from here is still worth reading.
    if (!safe) folder.unsupported = { ...folder.unsupported, link_scheme: (folder.unsupported?.link_scheme ?? 0) + 1 };
    this.#last = safe
      ? { id: '', type: 'bookmark', data: { url, ...(title && { title }), ...(said && { description: said }) } }
      : textParagraph([`${title} (${url.slice(0, 2000)})`, said].filter(Boolean).join(' · '));
    folder.blocks?.push(this.#last);
  }

  /** A description follows what it describes. */
  #describe(element: MarkupElement, folder: PageItem): void {
    const inner = element.children.filter((node) => !isElement(node) || !['dl', 'dt', 'p'].includes(node.tag));
    const text = markupNodeLine(withAddresses({ ...element, children: inner }));
    if (text && this.#last?.type === 'bookmark' && !this.#heading) {
      const { description } = this.#last.data;
      this.#last.data.description = [text, description].filter(Boolean).join('\n').slice(0, 10_000);
    } else if (text) folder.blocks?.push(textParagraph(text));
    this.walk({ ...element, children: element.children.filter((node) => !inner.includes(node)) }, folder);
  }
}

/** A description is text alone: links and pictures in it are followed by their addresses. */
function withAddresses(element: MarkupElement): MarkupElement {
  const children = element.children.map((node) => (isElement(node) ? withAddresses(node) : node));
  const address = (element.attrs.href ?? element.attrs.src ?? '').trim();
  const isSaid = !address || markupNodeLine(element).includes(address);
  const alt = element.tag === 'img' ? (element.attrs.alt ?? '') : '';
  return { ...element, children: [alt, ...children, isSaid ? '' : ` (${address}) `].filter((node) => node !== '') };
}

/** Said elsewhere, of the program that wrote it alone, or pictures that browsers fetch anew. */
const KNOWN_ATTRIBUTES = new Set(
  'href tags add_date time_added last_visit last_modified last_charset private shortcuturl feedurl icon icon_uri id target rel'.split(
    ' ',
  ),
);

const othersOf = (attrs: Record<string, string>): string[] =>
  Object.entries(attrs).flatMap(([name, value]) => {
    if (KNOWN_ATTRIBUTES.has(name) || !value.trim() || value === '0' || value === 'false') return [];
    return name === 'toread' ? ['to read'] : [`${name.replace(/^data-/, '')}: ${value.trim()}`];
  });

const dated = (seconds: string | undefined, key: 'created' | 'updated'): Partial<PageItem> => {
  const day = dayOf(seconds, 24);
  return day ? { [key]: day } : {};
};

/** Some write seconds, some milliseconds or microseconds. */
function dayOf(stamp = '', length = 10): string | undefined {
  const number = Number(stamp);
  if (!number) return undefined;
  const seconds = number > 1e14 ? number / 1e6 : number > 1e11 ? number / 1e3 : number;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : isoDate(date.toISOString())?.slice(0, length);
}
