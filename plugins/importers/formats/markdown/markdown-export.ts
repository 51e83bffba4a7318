// Markdown that this product exported: folders are the insides of the pages beside them, front matter says what pages are.
import type { Item, PageItem, Source, SourceEntry } from '../../contract.ts';
import { readFrontMatter } from '../../conversion/front-matter.ts';
import { isNote } from '../../conversion/link-names.ts';
import { noteItems } from '../../items/note-item.ts';
import { folderOf, pathEnding } from '../../reading/entry-path.ts';
import { databaseItem, isJsonObject, type KeptDatabase, keptDatabase, rowItem, scalarText } from './database-notes.ts';

const MARKER = 'commonplace.json';
/** Holds what pages show; nothing in it stands for itself. */
const SHOWN = 'files/';

/** From this version on, blocks to which links lead have their names behind them. */
const NAMED_BLOCKS = 2;

export interface OwnExport {
  version: number;
  /** of its pages and files, one after another as they were; empty in exports of earlier releases */
  order: string[];
}

/** What our export says of itself; undefined for anything else. */
export async function ownExport(source: Source): Promise<OwnExport | undefined> {
  const marker = (await (await source.entry(MARKER))?.text()) ?? '';
  if (!/"format":\s*"commonplace-markdown"/.test(marker)) return undefined;
  const version = Number(/"version":\s*(\d{1,3})/.exec(marker)?.[1] ?? 1);
  return { version, order: orderIn(marker) };
}

/** Somebody may have changed the file: then the pages come in the order of their names. */
function orderIn(marker: string): string[] {
  try {
    const { order } = JSON.parse(marker) as { order?: unknown };
    return Array.isArray(order) ? order.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** What the export names in its order, then what has been put beside it since. */
async function* inOrder(source: Source, order: string[]): AsyncGenerator<SourceEntry> {
  if (!order.length) return yield* source.entries();
  const left = new Map<string, SourceEntry>();
  for await (const entry of source.entries()) left.set(entry.path, entry);
  for (const path of order) {
    const entry = left.get(path);
    if (entry && left.delete(path)) yield entry;
  }
  yield* left.values();
}

/** What is known of the notes before any of them is read in full. */
interface Known {
  notes: Set<string>;
  databases: Map<string, KeptDatabase>;
}

export async function* ownItems(source: Source, { version, order }: OwnExport): AsyncGenerator<Item> {
  const blockIds = version >= NAMED_BLOCKS && { blockIds: true as const };
  const known = await knownOf(source);
  for await (const entry of inOrder(source, order)) {
    if (entry.path === MARKER || known.databases.has(besideTable(entry))) continue;
    const parent = parentOf(entry, known.notes);
    if (isNote(entry.path))
      yield* noteItems(entry, (page, properties) => ownItem({ ...page, ...blockIds, parent }, properties, known));
    else yield { type: 'file', id: entry.path, entry, ...(parent && { parent }) };
  }
}

/** The note of the database whose table a file is, or the empty string. */
const besideTable = ({ path }: SourceEntry): string =>
  pathEnding(path) === '.csv' ? `${path.slice(0, -'.csv'.length)}.md` : '';

async function knownOf(source: Source): Promise<Known> {
  const notes = new Set<string>();
  const tables: string[] = [];
  for await (const entry of source.entries()) {
    if (isNote(entry.path)) notes.add(entry.path);
    const table = besideTable(entry);
    if (table) tables.push(table);
  }
  const databases = new Map<string, KeptDatabase>();
  for (const path of tables) {
    const entry = notes.has(path) ? await source.entry(path) : undefined;
    const kept = entry && keptDatabase(path, readFrontMatter(await entry.text()).properties ?? {});
    if (kept) databases.set(path, kept);
  }
  return { notes, databases };
}

/** The page whose inside the folder is; the table of a database lies beside its page. */
function parentOf(entry: SourceEntry, notes: ReadonlySet<string>): string | undefined {
  if (entry.path.startsWith(SHOWN)) return undefined;
  const above = `${folderOf(entry.path)}.md`;
  return [besideTable(entry), above].find((one) => notes.has(one));
}

function ownItem(
  { parent, properties: _, ...page }: PageItem & { parent?: string },
  given: Record<string, unknown>,
  { databases }: Known,
): Item {
  const icon = scalarText(given.icon);
  const own = { ...page, title: scalarText(given.title) ?? page.title, ...(icon && { icon }) };
  const database = databases.get(page.id);
  if (database) return databaseItem({ ...own, parent }, database);
  const values = isJsonObject(given.properties) ? given.properties : {};
  const row =
    given.kind === 'row' ? rowItem(own, { at: scalarText(given.database) ?? '', values, databases }) : undefined;
  if (row) return row;
  return {
    ...own,
    kind: given.kind === 'folder' ? 'folder' : 'page',
    ...(parent && { parent }),
    ...(Object.keys(values).length && { properties: values }),
  };
}
