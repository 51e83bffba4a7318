// Answers where the links of one note lead, and keeps count of what was found, broken or has no equal here.
import type { Inline } from '../../blocks/block.ts';
import type { MarkdownOptions, ResolvedLink } from '../../blocks/markdown/options.ts';
import type { BrokenLink } from '../contract.ts';
import { headingAnchor } from './anchors.ts';
import type { LinkDestination, LinkNames } from './link-names.ts';

/** A page or file of the source, as links see it. */
export interface SourcePlace extends LinkDestination {
  type: 'page' | 'file';
  /** what a link can name inside it → the id it has here */
  anchors?: ReadonlyMap<string, string>;
}

export type FileBlock = Extract<ResolvedLink, { fileId: number }>;

/** What a note can link to. */
export interface NoteSurroundings {
  names: LinkNames<SourcePlace>;
  /** id of the page that an item became or will become */
  pageId(id: string): number | undefined;
  /** No page can show that one's title; an address with its name leads there again once it is restored. */
  inTrash?(id: string): boolean;
  file(id: string): FileBlock | undefined;
  /** id of the database that an item has become by now */
  collectionId?(id: string): number | undefined;
}

export type LinkKind = BrokenLink['kind'];

const SCHEME = /^(?:([a-z][a-z0-9+.-]*):|\/\/)/i;
const KEPT_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** One note's links. */
export class NoteLinks {
  readonly broken: BrokenLink[] = [];
  readonly unsupported: Record<string, number> = {};
  /** ids of files the note refers to */
  readonly files = new Set<string>();
  /** where each link led, in order: a note whose links lead elsewhere now has changed */
  readonly answers: string[] = [];
  readonly #note: SourcePlace;
  readonly #around: NoteSurroundings;
  readonly #wiki: boolean;

  constructor(note: SourcePlace, around: NoteSurroundings, wiki: boolean) {
    this.#note = note;
    this.#around = around;
    this.#wiki = wiki;
  }

  get found(): number {
    return this.answers.filter((answer) => answer !== '').length;
  }

  count(kind: string): void {
    this.unsupported[kind] = (this.unsupported[kind] ?? 0) + 1;
  }

  /** For the Markdown reader. */
  readonly link: NonNullable<MarkdownOptions['link']> = (href, kind) =>
    kind === 'wiki' || kind === 'embed' ? this.#named(href, kind) : this.#addressed(href, kind);

  /** For values of properties: the node to show, and the file that should stand below. */
  property(target: string, label: string | undefined): { node: Inline; file?: FileBlock } | null {
    const found = this.#named(target, 'property');
    if (!found) return null;
    const plain: Inline = { type: 'text', text: label || target };
    if ('fileId' in found) return { node: plain, file: found };
    if ('pageId' in found && !label) return { node: { type: 'pageLink', pageId: found.pageId } };
    const href = 'pageId' in found ? `/pages/${found.pageId}` : found.href;
    return { node: { ...plain, marks: [{ type: 'link', attrs: { href } }] } };
  }

  /** A database that a block shows: itself, or only its page while it is not there yet; null: the source has none. */
  database(path: string): { collectionId: number } | { pageId: number } | null {
    const place = this.#around.names.relative(path, this.#note.path);
    const pageId = place && this.#around.pageId(place.id);
    if (!place || pageId === undefined) {
      this.answers.push('');
      this.broken.push({ item: this.#note.path, target: path, kind: 'embed' });
      return null;
    }
    // The same in each import: what is there by then may differ.
    this.answers.push(`database ${pageId}`);
    const collectionId = this.#around.collectionId?.(place.id);
    return collectionId === undefined ? { pageId } : { collectionId };
  }

  #named(target: string, kind: 'wiki' | 'embed' | 'property'): ResolvedLink | null {
    const [name, fragment] = split(target);
    const place = name.trim() ? this.#around.names.wiki(name, this.#note.path) : this.#note;
    return this.#resolved(place, fragment, target, kind) ?? null;
  }

  #addressed(href: string, kind: 'markdown' | 'image'): ResolvedLink | null {
    const scheme = SCHEME.exec(href);
    if (scheme || !href) {
      if (scheme?.[1] && !KEPT_SCHEMES.has(scheme[1].toLowerCase())) this.count('link_scheme');
      return null;
    }
    const [address, fragment] = split(href);
    const path = decoded(address.split('?', 1)[0] ?? '');
    const { names } = this.#around;
    const place = path
      ? (names.relative(path, this.#note.path) ?? (this.#wiki ? names.wiki(path, this.#note.path) : undefined))
      : this.#note;
    // An empty address is none: the reader then keeps what is written, instead of a link to nowhere.
    return this.#resolved(place, decoded(fragment), href, kind) ?? { href: '' };
  }

  #resolved(
    place: SourcePlace | undefined,
    fragment: string,
    target: string,
    kind: LinkKind,
  ): ResolvedLink | undefined {
    const file = place?.type === 'file' ? this.#around.file(place.id) : undefined;
    const pageId = place?.type === 'page' ? this.#around.pageId(place.id) : undefined;
    if (!place || (!file && pageId === undefined)) {
      this.answers.push('');
      this.broken.push({ item: this.#note.path, target, kind });
      return undefined;
    }
    if (file) {
      this.files.add(place.id);
      this.answers.push(`file ${file.fileId}`);
      return file;
    }
    return this.#page(place, pageId as number, fragment, kind);
  }

  #page(place: SourcePlace, pageId: number, fragment: string, kind: LinkKind): ResolvedLink {
    if (kind === 'embed') this.count('note_embed');
    const anchor = fragment.trim();
    const known = anchor && anchorIn(place, anchor);
    if (anchor && !known) this.count('missing_anchor');
    this.answers.push(`page ${pageId} ${known}`);
    const isShown = kind === 'embed' || (!known && kind !== 'markdown');
    if (isShown && !this.#around.inTrash?.(place.id)) return { pageId };
    return { href: `/pages/${pageId}${known ? `#${known}` : ''}` };
  }
}

/** The id of what a fragment names: a mark of the source, a `^block`, or a heading by its words. */
function anchorIn({ anchors }: SourcePlace, fragment: string): string {
  const named = fragment.startsWith('^') ? anchors?.get(fragment.slice(1)) : anchors?.get(headingAnchor(fragment));
  return anchors?.get(fragment) ?? named ?? '';
}

function split(target: string): [string, string] {
  const at = target.indexOf('#');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address).replaceAll('\0', '');
  } catch {
    return address;
  }
}
