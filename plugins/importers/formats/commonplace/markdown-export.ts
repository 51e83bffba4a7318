// Markdown that this product exported: folders are the insides of the pages beside them, front matter says what pages are.
import type { Item, PageItem, Source, SourceEntry } from '../../contract.ts';
import { isNote } from '../../conversion/link-names.ts';
import { noteItems } from '../../notes/note-item.ts';
import { endingOf, folderOf } from '../../reading/entry-path.ts';

const MARKER = 'commonplace.json';
/** Holds what pages show; nothing in it stands for itself. */
const SHOWN = 'files/';

export async function isOwnExport(source: Source): Promise<boolean> {
  const marker = await source.entry(MARKER);
  return marker !== undefined && /"format":\s*"commonplace-markdown"/.test(await marker.text());
}

export async function* ownItems(source: Source): AsyncGenerator<Item> {
  const notes = new Set<string>();
  for await (const { path } of source.entries()) if (isNote(path)) notes.add(path);
  for await (const entry of source.entries()) {
    if (entry.path === MARKER) continue;
    const parent = parentOf(entry, notes);
    if (isNote(entry.path)) yield* noteItems(entry, (page, properties) => ownPage({ ...page, parent }, properties));
    else yield { type: 'file', id: entry.path, entry, ...(parent && { parent }) };
  }
}

/** The page whose inside the folder is; the table of a database lies beside its page. */
function parentOf({ path }: SourceEntry, notes: ReadonlySet<string>): string | undefined {
  if (path.startsWith(SHOWN)) return undefined;
  const beside = endingOf(path) === '.csv' ? `${path.slice(0, -'.csv'.length)}.md` : '';
  const above = `${folderOf(path)}.md`;
  return [beside, above].find((one) => notes.has(one));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function ownPage(
  { parent, properties: _, ...page }: PageItem & { parent?: string },
  given: Record<string, unknown>,
): PageItem {
  const values = given.properties;
  const icon = textOf(given.icon);
  return {
    ...page,
    title: textOf(given.title) ?? page.title,
    kind: given.kind === 'folder' ? 'folder' : 'page',
    ...(parent && { parent }),
    ...(icon && { icon }),
    ...(isObject(values) && { properties: values }),
  };
}
