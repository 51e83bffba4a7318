// A space that Confluence exports as HTML: an index, a file for each page, and the files of the pages.
import type { WorkerRunner } from '../../../../core/workers/worker-runner.ts';
import type { Item, SourceEntry } from '../../contract.ts';
import { decodeMarkup } from '../../conversion/html/document.ts';
import {
  all,
  elementChildren,
  hasClass,
  type MarkupElement,
  markupNodeLine,
  markupNodeText,
  readTree,
} from '../../conversion/html/tree.ts';
import { textBlocks } from '../../items/plain-text.ts';
import { madeItem } from '../../reading/embedded-file.ts';
import { baseName, cleanTitle, folderOf, pathEnding } from '../../reading/entry-path.ts';
import { cutOffPage, unreadable } from '../../reading/problem-item.ts';
import type { ViewPage } from './view-page.ts';

/** Whether the index of a folder is one of Confluence. */
export async function isSpaceIndex(entry: SourceEntry): Promise<boolean> {
  if (entry.name !== 'index.html') return false;
  const { text } = decodeMarkup(await entry.bytes());
  return /styles\/site\.css|\bConfluence\b|\bconfluenceT[dh]\b/.test(text);
}

/** What only shows how the export looks. */
const LOOK = /^(?:styles\/|images\/(?:icons|border)\/|images\/[^/]*\.gif$)/;

interface SpaceIndex {
  name: string;
  /** what is said of the space */
  description: string;
  /** paths of pages in the order of the index → their titles */
  titles: Map<string, string>;
}

async function readIndex(index: SourceEntry, folder: string): Promise<SpaceIndex> {
  const root = readTree(decodeMarkup(await index.bytes()).text);
  const titles = new Map<string, string>();
  for (const link of all(root, 'a')) {
    const path = `${folder}${decodedName(link.attrs.href ?? '')}`;
    if (pathEnding(path) === '.html' && markupNodeLine(link) && !titles.has(path))
      titles.set(path, markupNodeLine(link));
  }
  const name = markupNodeLine(all(root, 'title')[0]).replace(/\s*\([^()]*\)$/, '');
  return { name, description: descriptionIn(root), titles };
}

/** Key, name, description and who made it stand below each other, in whatever language. */
function descriptionIn(root: MarkupElement): string {
  const about = all(root, 'table').find((table) => hasClass(table, 'confluenceTable'));
  const rows = (about ? all(about, 'tr') : []).map((row) => elementChildren(row, 'th', 'td'));
  const called = rows.find(([head]) => /^(?:Description|Beschreibung)$/i.test(markupNodeLine(head)));
  const [, said] = called ?? (rows.length === 4 ? (rows[2] ?? []) : []);
  return said ? markupNodeText(said).trim() : '';
}

function decodedName(href: string): string {
  const [bare = ''] = href.split(/[?#]/, 1);
  try {
    return decodeURIComponent(bare).normalize('NFC');
  } catch {
    return bare;
  }
}

/** `Title_123.html` and `123.html` are page 123. */
const numberOf = (path: string): string => /(?:^|_)(\d{3,15})\.html$/.exec(baseName(path))?.[1] ?? '';

/** @param isOne of the only space of a source, which needs no page of its own where nothing is said of it */
export async function* htmlSpaceItems(
  index: SourceEntry,
  entries: ReadonlyMap<string, SourceEntry>,
  { runner, isOne }: { runner: WorkerRunner; isOne: boolean },
): AsyncGenerator<Item> {
  const folder = index.path.slice(0, -index.name.length);
  const own = [...entries.values()].filter(({ path }) => path.startsWith(folder) && path !== index.path);
  yield* cutOffPage(index, await index.bytes());
  const { name, description, titles } = await readIndex(index, folder);
  const space = isOne && !description ? undefined : index.path;
  const body = description ? { blocks: textBlocks(description) } : { kind: 'folder' as const };
  if (space) yield { type: 'page', id: space, title: cleanTitle(name || baseName(folderOf(space))), ...body };
  const pages = inOrder(
    own.filter(({ path }) => pathEnding(path) === '.html' && folderOf(path) === folderOf(index.path)),
    [...titles.keys()],
  );
  const names = new Map<string, string>();
  // Old exports call some pages by their titles alone.
  const numbered = pages.filter(({ path }) => numberOf(path));
  const numbers = Object.fromEntries(numbered.map(({ path }) => [numberOf(path), baseName(path)]));
  const paths = new Set(pages.map(({ path }) => path));
  for (const entry of pages)
    try {
      const bytes = await entry.bytes();
      yield* cutOffPage(entry, bytes);
      const page = await runner.run<ViewPage>('readViewPage', bytes, entry.path, numbers);
      for (const [path, said] of Object.entries(page.names)) names.set(`${folder}${decodedName(path)}`, said);
      const above = page.above.map((href) => `${folder}${decodedName(href)}`).findLast((path) => paths.has(path));
      const parent = above ?? space;
      yield* pageItems(entry, page, { title: titles.get(entry.path) ?? page.title, ...(parent && { parent }) });
    } catch (error) {
      yield* unreadable(entry, error);
    }
  const known = new Map(numbered.map(({ path }) => [numberOf(path), path]));
  for (const entry of own) {
    const path = entry.path.slice(folder.length);
    if (paths.has(entry.path) || LOOK.test(path) || path.startsWith('attachments/thumbnails/')) continue;
    const parent = known.get(/^attachments\/(\d+)\//.exec(path)?.[1] ?? '') ?? space;
    const name = names.get(entry.path) ?? entry.name;
    yield { type: 'file', id: entry.path, entry: { ...entry, name }, ...(parent && { parent }) };
  }
}

/** Pages that the index does not name come last. */
function inOrder(pages: SourceEntry[], order: string[]): SourceEntry[] {
  const places = new Map(order.map((path, at) => [path, at]));
  const place = ({ path }: SourceEntry): number => places.get(path) ?? order.length;
  return pages.sort((a, b) => place(a) - place(b));
}

function* pageItems(
  { path, modified }: SourceEntry,
  { files, names: _names, above: _above, problem, ...page }: ViewPage,
  place: { title: string; parent?: string },
): Generator<Item> {
  if (problem) yield { type: 'problem', at: path, kind: 'encoding', because: `The text ${problem}.` };
  yield {
    ...page,
    ...place,
    ...{ type: 'page', id: path, title: cleanTitle(place.title) },
    updated: page.updated ?? modified,
  };
  for (const file of files) yield madeItem(file, path);
}
