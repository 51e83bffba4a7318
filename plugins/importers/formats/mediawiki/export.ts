// The XML export of a MediaWiki: its pages with their last revision, and what its namespaces are called.
import { readXml } from '../../reading/xml.ts';

export interface WikiPage {
  /** with its namespace, e.g. `Help:Editing/Tables` */
  title: string;
  id: string;
  /** title of the page that it leads to, and `#` with the section where it leads to one */
  redirect?: string;
  text: string;
  /** `wikitext`, or what else the page holds */
  model: string;
  author?: string;
  /** what was said of the last edit */
  comment?: string;
  created?: string;
  updated?: string;
  /** revisions before the last one */
  older: number;
  /** the wiki keeps the text from readers */
  isHidden: boolean;
}

export interface WikiExport {
  pages: WikiPage[];
  /** names of the namespace in lower case → its number */
  namespaces: Map<string, number>;
  /** files that lie in the export itself */
  uploads: number;
  isWhole: boolean;
}

export const FILE = 6;
export const CATEGORY = 14;

/** What the namespaces are called in every wiki, whatever its language. */
const NAMESPACES: [string, number][] = [
  ['file', FILE],
  ['image', FILE],
  ['media', FILE],
  ['category', CATEGORY],
];

interface Revision {
  text: string;
  model: string;
  author: string;
  comment: string;
  time: string;
  isHidden: boolean;
}

const EMPTY: Revision = { text: '', model: '', author: '', comment: '', time: '', isHidden: false };

/** @throws Error when it is no export; the message is the end of a sentence */
export function readWikiExport(text: string): WikiExport {
  if (!/^[^<]*(?:<[?!][^>]*>[^<]*)*<mediawiki\b/.test(text.slice(0, 10_000)))
    throw new Error('it is not an XML export of a MediaWiki');
  const reader = new ExportReader();
  readXml(text, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (part) => reader.text(part),
    close: (name) => reader.close(name),
  });
  return { ...reader, isWhole: /<\/mediawiki>\s*$/.test(text.slice(-1000)) };
}

class ExportReader {
  readonly pages: WikiPage[] = [];
  readonly namespaces = new Map(NAMESPACES);
  uploads = 0;
  #parts: string[] = [];
  #namespace = Number.NaN;
  #page: { title: string; id: string; redirect: string; revisions: Revision[] } | undefined;
  #revision: Revision | undefined;

  open(name: string, attributes: Record<string, string>): void {
    this.#parts = [];
    if (name === 'namespace') this.#namespace = Number(attributes.key);
    else if (name === 'page') this.#page = { title: '', id: '', redirect: '', revisions: [] };
    else if (name === 'redirect' && this.#page) this.#page.redirect = attributes.title ?? '';
    else if (name === 'revision') this.#revision = { ...EMPTY };
    else if (name === 'upload') this.uploads++;
    else if (name === 'text' && this.#revision) this.#revision.isHidden = 'deleted' in attributes;
  }

  text(part: string): void {
    this.#parts.push(part);
  }

  close(name: string): void {
    const text = this.#parts.join('');
    this.#parts = [];
    if (name === 'namespace' && text) this.namespaces.set(text.trim().toLowerCase(), this.#namespace);
    else if (name === 'page') this.#endPage();
    else if (name === 'revision') {
      if (this.#revision) this.#page?.revisions.push(this.#revision);
      this.#revision = undefined;
    } else if (this.#revision) setRevision(this.#revision, name, text);
    else if (name === 'title' && this.#page) this.#page.title = wikiTitle(text);
    else if (name === 'id' && this.#page) this.#page.id ||= text.trim();
  }

  #endPage(): void {
    const page = this.#page;
    this.#page = undefined;
    if (!page?.title) return;
    const { title, id, revisions } = page;
    // Not every wiki writes them in order.
    const sorted = revisions.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time) || 0);
    const { text, model, author, comment, time, isHidden } = sorted.at(-1) ?? EMPTY;
    // Its element says the page, and only its text the section.
    const [, written = '', section = ''] = /^\s*#\p{L}+:?\s*\[\[([^\]|#]+)(#[^\]|]*)?/u.exec(text) ?? [];
    const led = page.redirect || written;
    const redirect = wikiTitle(led.includes('#') ? led : led && led + section);
    this.pages.push({
      ...{ title, id: id || title, text, model, isHidden, older: Math.max(0, revisions.length - 1) },
      ...(redirect && { redirect }),
      ...(author && { author }),
      ...(comment && { comment }),
      ...(sorted[0]?.time && { created: sorted[0].time }),
      ...(time && { updated: time }),
    });
  }
}

function setRevision(revision: Revision, name: string, text: string): void {
  if (name === 'text') revision.text = text;
  else if (name === 'model') revision.model = text.trim();
  else if (name === 'timestamp') revision.time = text.trim();
  else if (name === 'comment') revision.comment = text.trim();
  else if (name === 'username' || name === 'ip') revision.author = text.trim();
}

/** Titles are the same with blanks and with underscores. */
export const wikiTitle = (text: string): string => text.replace(/[\s_]+/g, ' ').trim();
