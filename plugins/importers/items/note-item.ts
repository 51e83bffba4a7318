// What both kinds of notes share: folders as pages, front matter, dates, and files that are no notes.
import { createHash } from 'node:crypto';
import type { FileItem, Item, PageItem, ProblemItem, SourceEntry } from '../contract.ts';
import { aliasesOf, frontMatterDate, frontMatterTags, readFrontMatter } from '../conversion/front-matter.ts';
import { fileStem } from '../conversion/link-names.ts';
import { baseName, cleanTitle, folderOf } from '../reading/entry-path.ts';
import { cannotRead } from '../reading/error-reason.ts';

/** Notes of more bytes are kept as files. */
const NOTE_BYTES = 33_554_432;
const CREATED = ['created', 'date created', 'created_at', 'date'];
const UPDATED = ['updated', 'modified', 'date modified', 'updated_at', 'lastmod'];

export const folderId = (folder: string): string | undefined => (folder ? `${folder}/` : undefined);

/** Yields each folder once, before what lies in it. */
export class Folders {
  readonly #known = new Set<string>();
  readonly #notes: ReadonlyMap<string, string>;

  /** @param notes folders that are no pages of their own → the note in which their content stands */
  constructor(notes: ReadonlyMap<string, string> = new Map()) {
    this.#notes = notes;
  }

  /** The page in which the content of a folder stands; undefined at the top. */
  page(folder: string): string | undefined {
    return this.#notes.get(folder) ?? folderId(folder);
  }

  *above(path: string): Generator<PageItem> {
    const folder = folderOf(path);
    if (!folder || this.#known.has(folder)) return;
    this.#known.add(folder);
    yield* this.above(folder);
    if (this.#notes.has(folder)) return;
    const parent = this.page(folderOf(folder));
    yield {
      type: 'page',
      kind: 'folder',
      id: `${folder}/`,
      title: cleanTitle(baseName(folder)),
      ...(parent && { parent }),
    };
  }
}

export function fileItem(entry: SourceEntry, unsupported?: string): FileItem {
  const parent = folderId(folderOf(entry.path));
  return { type: 'file', id: entry.path, entry, ...(parent && { parent }), ...(unsupported && { unsupported }) };
}

/** Files that are no notes, in the folders in which they lie. */
export function* fileItems(entries: SourceEntry[]): Generator<Item> {
  const folders = new Folders();
  for (const entry of entries) {
    yield* folders.above(entry.path);
    yield fileItem(entry);
  }
}

/** Reads a note; what cannot be read becomes a problem, a note that is too long a file. */
export async function* noteItems(
  entry: SourceEntry,
  finish: (page: PageItem, properties: Record<string, unknown>) => Item,
): AsyncGenerator<Item> {
  if (entry.size > NOTE_BYTES) {
    yield {
      type: 'problem',
      at: entry.path,
      kind: 'too_large',
      because: 'The note is very long; it is kept as a file.',
    };
    yield fileItem(entry);
    return;
  }
  let text: string;
  try {
    text = await entry.text();
  } catch (error) {
    yield {
      type: 'problem',
      at: entry.path,
      kind: 'unreadable',
      because: cannotRead(error),
    };
    return;
  }
  const { page, problem, properties } = noteItem(entry, text);
  if (problem) yield problem;
  yield finish(page, properties);
}

/** The pure half: a file with its text as a page. */
export function noteItem(
  entry: Pick<SourceEntry, 'path' | 'modified'>,
  text: string,
): { page: PageItem; problem?: ProblemItem; properties: Record<string, unknown> } {
  const front = readFrontMatter(text);
  const properties = front.properties ?? {};
  const parent = folderId(folderOf(entry.path));
  const tags = frontMatterTags(properties);
  const aliases = aliasesOf(properties);
  const created = frontMatterDate(properties, CREATED) ?? entry.modified;
  const updated = frontMatterDate(properties, UPDATED) ?? entry.modified;
  const page: PageItem = {
    type: 'page',
    id: entry.path,
    title: cleanTitle(fileStem(entry.path)),
    contentHash: createHash('sha256').update(text).digest('base64url'),
    markdown: front.source === undefined ? front.body : `${fenced(front.source)}\n\n${front.body}`,
    ...(parent && { parent }),
    ...(tags.length && { tags }),
    ...(aliases.length && { aliases }),
    ...(Object.keys(properties).length && { properties }),
    ...(created && { created }),
    ...(updated && { updated }),
  };
  const problem = front.problem
    ? ({
        type: 'problem',
        at: entry.path,
        kind: 'front_matter',
        because: `${front.problem} It is kept as text.`,
      } as const)
    : undefined;
  return { page, properties, ...(problem && { problem }) };
}

function fenced(source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}yaml\n${source}\n${fence}`;
}
