// The bases of a vault: which are databases in the place of their notes, and which are pages that list them.
import type { FileItem, Item, PageItem, Source, SourceEntry } from '../../../contract.ts';
import { isNote } from '../../../conversion/link-names.ts';
import { fileItem } from '../../../items/note-item.ts';
import { folderOf, pathEnding } from '../../../reading/entry-path.ts';
import { type Base, readBase } from './base.ts';
import type { BaseNote } from './filter.ts';
import { besidePath, listingOf } from './listing.ts';
import { baseDatabase, baseRow, folderShown } from './table.ts';

export const isBase = (path: string): boolean => pathEnding(path) === '.base';

/** Bytes that a base may have. */
const BYTES_MAX = 262_144;

const TAG = /(?:^|\s)#([\p{L}\p{N}\p{So}_/-]*[\p{L}\p{So}_/-][\p{L}\p{N}\p{So}_/-]*)/gu;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

export class Bases {
  readonly #bases: Map<string, Base>;
  readonly #faults: Map<string, string>;
  /** folder → the base that shows its notes, and no other does */
  readonly #homes: Map<string, string>;
  readonly #notes: BaseNote[] = [];
  readonly #keys = new Map<string, Set<string>>();

  private constructor(bases: Map<string, Base>, faults: Map<string, string>, homes: Map<string, string>) {
    this.#bases = bases;
    this.#faults = faults;
    this.#homes = homes;
  }

  /** Looks for them before anything is read: what notes become depends on it. */
  static async of(source: Source): Promise<Bases> {
    const [bases, faults] = [new Map<string, Base>(), new Map<string, string>()];
    const notes: string[] = [];
    for await (const entry of source.entries()) {
      if (isNote(entry.path)) notes.push(entry.path);
      if (!isBase(entry.path)) continue;
      try {
        if (entry.size > BYTES_MAX) throw new Error('it is longer than 256 KiB');
        bases.set(entry.path, readBase(await entry.text()));
      } catch (error) {
        faults.set(entry.path, (error as Error).message.split('\n')[0] as string);
      }
    }
    const wanted = [...bases].flatMap(([path, base]) => {
      const folder = folderShown(base, notes);
      return folder !== undefined && notes.some((note) => folderOf(note) === folder) ? [[folder, path] as const] : [];
    });
    const once = wanted.filter(([folder]) => wanted.filter(([other]) => other === folder).length === 1);
    return new Bases(bases, faults, new Map(once));
  }

  /** A note as a page, or as a row of the base that shows its folder. */
  note(page: PageItem): Item {
    if (!this.#bases.size) return page;
    const { id: path, properties = {}, tags = [], markdown = '' } = page;
    const inText = [...markdown.replace(CODE, '').matchAll(TAG)].map(([, tag]) => tag as string);
    this.#notes.push({ path, properties, tags: [...new Set([...tags, ...inText])] });
    const base = this.#homes.get(folderOf(path));
    if (!base) return page;
    const keys = this.#keys.get(base) ?? new Set();
    for (const key of Object.keys(properties)) keys.add(key);
    this.#keys.set(base, keys);
    return baseRow(page, base);
  }

  /** The file of a base is kept whatever it becomes. */
  *file(entry: SourceEntry): Generator<Item> {
    const { path } = entry;
    const because = this.#faults.get(path);
    if (because)
      yield { type: 'problem', at: path, kind: 'base', because: `It is kept as a file, because ${because}.` };
    const item = fileItem(entry, 'base');
    const isHome = [...this.#homes.values()].includes(path);
    if (isHome) yield { ...beside(item), id: besidePath(path) };
    else yield this.#bases.get(path)?.views.length ? beside(item) : item;
  }

  /** Once all notes are known. */
  *items(): Generator<Item> {
    const homes = new Map([...this.#homes].map(([folder, path]) => [path, folder]));
    for (const [path, base] of this.#bases) {
      const folder = homes.get(path);
      if (folder !== undefined) yield baseDatabase(path, folder, base, this.#keys.get(path) ?? []);
      else if (base.views.length) yield listingOf(path, base, this.#notes);
    }
  }
}

/** Links to the base mean the database or the list that it became. */
function beside(item: FileItem): FileItem {
  const { path, name, size } = item.entry;
  const entry: SourceEntry = {
    ...{ path: besidePath(path), name, size },
    bytes: () => item.entry.bytes(),
    text: () => item.entry.text(),
  };
  return { ...item, entry };
}
