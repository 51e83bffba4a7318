// Names in an export of Notion: ids at the end of names, folders that belong to a page, links by id.
import { baseName, folderOf, pathEnding, stemOf } from '../../reading/entry-path.ts';

const ID = /(?:^|[ _-])([0-9a-f]{32})(?:_all)?$/i;
/** What programs put around everything. */
const WRAPPER = /^Export(?:Block)?-[0-9a-f-]{36}(?:-Part-\d+)?\//i;
const PART = /(?:^|\/)Export(?:Block)?-[0-9a-f-]{36}(?:-Part-\d+)?\.zip$/i;
const IN_PART = new RegExp(`^.*?${PART.source.slice(0, -1)}/`, 'i');

/** An archive that is a part of the export, not a file in it. */
export const isPart = (path: string): boolean => PART.test(path);

/** Without the archive and the folder that only say that it is an export. */
export const pathIn = (path: string): string => path.replace(IN_PART, '').replace(WRAPPER, '');

/** The list of everything, which says nothing of its own; pages have ids. */
export const isList = (path: string): boolean =>
  baseName(path) === 'index.html' &&
  !folderOf(path)
    .split('/')
    .some((folder) => idIn(`${folder}.md`));

/** The id at the end of a name; undefined for what has none. */
export const idIn = (path: string): string | undefined => ID.exec(stemOf(path))?.[1]?.toLowerCase();

/** The name without its id. */
export const notionTitle = (path: string): string =>
  stemOf(path).replace(ID, '').replace(/_all$/, '').trim() || 'Untitled';

/** A folder holds what lies inside the page or database of the same name. */
export const folderOfExport = (path: string): string =>
  `${path.slice(0, path.length - pathEnding(path).length)}`.replace(/_all$/, '');

/** Pages and databases by id and by the folder that belongs to them. */
export class NotionPlaces {
  readonly #byId = new Map<string, string>();
  readonly #byHome = new Map<string, string>();
  /** newer exports name folders without ids; undefined where several could be meant */
  readonly #byTitle = new Map<string, string | undefined>();
  readonly #paths = new Map<string, string>();

  /** `id` is that of the item */
  add(path: string, id: string): void {
    const own = idIn(path);
    if (own) this.#byId.set(own, path);
    this.#byHome.set(folderOfExport(path), id);
    const plain = [folderOf(path), notionTitle(path)].filter(Boolean).join('/');
    const known = this.#byTitle.has(plain) && this.#byTitle.get(plain) !== id;
    this.#byTitle.set(plain, known ? undefined : id);
    this.#paths.set(path, id);
  }

  /** The item inside which this lies; undefined at the top and in folders that belong to nothing. */
  parent(path: string): string | undefined {
    for (let folder = folderOf(path); folder; folder = folderOf(folder)) {
      const found = this.home(folder);
      if (found) return found;
    }
    return undefined;
  }

  /** The item to which a folder belongs. */
  home(folder: string): string | undefined {
    return this.#byHome.get(folder) ?? this.#ofId(idIn(`${baseName(folder)}.md`)) ?? this.#byTitle.get(folder);
  }

  #ofId(id: string | undefined): string | undefined {
    const path = id === undefined ? undefined : this.#byId.get(id);
    return path === undefined ? undefined : this.#paths.get(path);
  }

  /** The item that an address of a link leads to, by the id in it. */
  linked(address: string): { id: string; path: string } | undefined {
    if (/^[a-z]+:\/\//i.test(address) && !/\bnotion\.(?:so|site)\//.test(address)) return undefined;
    // A row that is shown beside its database is named behind it.
    const beside = /\?(?:[^#]*&)?p=([0-9a-f]{32})\b/i.exec(address)?.[1]?.toLowerCase();
    const path = this.#byId.get(beside ?? '') ?? this.#byId.get(linkId(address) ?? '');
    return path === undefined ? undefined : { path, id: this.#paths.get(path) as string };
  }
}

function linkId(address: string): string | undefined {
  const path = decodeAddress(address.replace(/[?#].*$/s, ''));
  return idIn(/\.(md|csv|html)$/i.test(path) ? path : `${path}.md`);
}

export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const LINK = /\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;
/** The sign of a callout stands before its text. */
const ICON = /^\p{Extended_Pictographic}(?:\p{M}|\p{Extended_Pictographic}|\u200d|\ufe0f){0,10}(?=\s)/u;
const ASIDE = /^<aside>\r?\n([\s\S]*?)\r?\n<\/aside>[ \t]*$/gm;

/** Markdown whose links name things here by path, with callouts as other programs write them. */
export function localMarkdown(markdown: string, places: NotionPlaces): string {
  return markdown
    .replace(ASIDE, (_all, inside: string) => {
      const [icon = ''] = ICON.exec(inside.trim()) ?? [];
      const lines = inside.trim().slice(icon.length).trim().split(/\r?\n/);
      const look = icon
        ? `<!-- commonplace:${JSON.stringify({ data: { icon: icon.trim(), color: 'default' } })} -->\n\n`
        : '';
      return `${look}${['> [!info]', ...lines.map((line) => `> ${line}`)].join('\n')}`;
    })
    .replace(LINK, (whole, address: string) => {
      const found = places.linked(address);
      const path = found?.path.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, escape);
      return found ? `](/${path}${/#.*$/s.exec(address)?.[0] ?? ''})` : whole;
    });
}
