// Finds what a link in a note means: by path, by name, by alias, as note programs do.
import { baseName, folderOf, stemOf } from '../reading/entry-path.ts';

/** Something a link can lead to. */
export interface LinkDestination {
  id: string;
  /** where it lies in the source */
  path: string;
  title: string;
  aliases?: readonly string[];
}

const NOTE = /\.(?:md|markdown)$/i;
const fold = (text: string): string => text.normalize('NFC').toLowerCase();
const bare = (path: string): string => path.replace(NOTE, '');

/** All targets of one source. */
export class LinkNames<T extends LinkDestination> {
  readonly #paths = new Map<string, T[]>();
  readonly #names = new Map<string, T[]>();
  readonly #aliases = new Map<string, T[]>();

  constructor(targets: Iterable<T>) {
    for (const target of targets) {
      const path = bare(target.path);
      add(this.#paths, fold(path), target);
      // Folders end in a slash; wiki links never mean one.
      if (path.endsWith('/')) continue;
      add(this.#names, fold(baseName(path)), target);
      for (const alias of [...(target.aliases ?? []), target.title]) add(this.#aliases, fold(alias), target);
    }
  }

  /** As wiki links are read: the exact path, a path from here, a unique or the nearest name, an alias. */
  wiki(wanted: string, from: string): T | undefined {
    const path = bare(wanted.trim().replace(/^\/+/, ''));
    if (!path) return undefined;
    const exact = this.#at(path, from) ?? this.#at(joined(folderOf(from), path), from);
    if (exact) return exact;
    const ending = `/${fold(path)}`;
    const named = (this.#names.get(fold(baseName(path))) ?? []).filter(
      (target) => !path.includes('/') || `/${fold(bare(target.path))}`.endsWith(ending),
    );
    return nearest(named, baseName(path), from) ?? nearest(this.#aliases.get(fold(wanted.trim())) ?? [], wanted, from);
  }

  /** As links of Markdown are read: relative to the file, else to the top of the source. */
  relative(wanted: string, from: string): T | undefined {
    const top = wanted.startsWith('/');
    for (const path of top ? [joined('', wanted.slice(1))] : [joined(folderOf(from), wanted), joined('', wanted)]) {
      const found =
        path === undefined
          ? undefined
          : ((path.endsWith('/') ? undefined : this.#at(path, from)) ?? this.#inside(path, from));
      if (found) return found;
    }
    return undefined;
  }

  #at(path: string | undefined, from: string): T | undefined {
    if (path === undefined) return undefined;
    const found = this.#paths.get(fold(bare(path)));
    return found && nearest(found, path, from);
  }

  /** A link to a folder means the note that introduces it. */
  #inside(path: string, from: string): T | undefined {
    const folder = path.replace(/\/$/, '');
    return this.#at(`${folder}/README`, from) ?? this.#at(`${folder}/index`, from) ?? this.#at(`${folder}/`, from);
  }
}

function add<T>(map: Map<string, T[]>, key: string, target: T): void {
  const found = map.get(key);
  if (!found) map.set(key, [target]);
  else if (!found.includes(target)) found.push(target);
}

/** The right capitals first, then the same folder, then the least steps away, then the shortest path. */
function nearest<T extends LinkDestination>(found: T[], wanted: string, from: string): T | undefined {
  if (found.length < 2) return found[0];
  const name = baseName(bare(wanted));
  const folder = folderOf(from);
  const rank = (target: T): [number, number, number] => [
    baseName(bare(target.path)) === name ? 0 : 1,
    folderDistance(folderOf(target.path), folder),
    target.path.length,
  ];
  const ranked = found.map((target) => ({ target, rank: rank(target) }));
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
  return ranked[0]?.target;
}

/** Steps from one folder to another. */
export function folderDistance(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => path.split('/').filter(Boolean)) as [string[], string[]];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return left.length + right.length - 2 * shared;
}

/** A path seen from a folder, or undefined when it leaves the source. */
function joined(folder: string, path: string): string | undefined {
  const parts = folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (!parts.pop()) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  const end = path.endsWith('/') ? '/' : '';
  return parts.length ? `${parts.join('/')}${end}` : undefined;
}

/** Whether a name ends as notes do. */
export const isNote = (path: string): boolean => NOTE.test(path);

/** The title of a note that has none: its name. */
export const fileStem = (path: string): string => (isNote(path) ? stemOf(path) : baseName(path));
