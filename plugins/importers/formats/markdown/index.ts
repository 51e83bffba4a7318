// Markdown files and folders of them, with front matter and relative links, and plain texts and tables among them.
import type { Importer, PageItem, SourceEntry } from '../../contract.ts';
import { isNote } from '../../conversion/link-names.ts';
import { Folders, fileItem, folderId, noteItems } from '../../items/note-item.ts';
import { textItems } from '../../items/text-item.ts';
import { cleanTitle, folderOf, pathEnding } from '../../reading/entry-path.ts';
import { textTableItems } from '../../tables/text-table.ts';
import { withoutCraftTags } from './craft-tags.ts';
import { ownExport, ownItems } from './markdown-export.ts';
import { hasWikiLinks, linkableNames } from './wiki-links.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'markdown',
  title: 'Markdown files',
  accepts: ['folder', '.zip', '.md', '.markdown', '.txt'],
  async *read(source) {
    const own = await ownExport(source);
    if (own) return yield* ownItems(source, own);
    const folders = new Folders();
    const names = await linkableNames(source);
    const linked = (page: PageItem, properties: Record<string, unknown>): PageItem => ({
      ...craftless(page, properties),
      ...(hasWikiLinks(page.markdown ?? '', names) && { wiki: true }),
    });
    for await (const entry of source.entries()) {
      yield* folders.above(entry.path);
      if (isNote(entry.path)) yield* noteItems(entry, linked);
      else if (pathEnding(entry.path) === '.txt') yield* textItems(entry);
      else if (isTable(entry)) {
        const parent = folderId(folderOf(entry.path));
        yield* textTableItems(entry, { ...(parent && { parent }) });
      } else yield fileItem(entry);
    }
  },
};

export default importer;

const craftless = ({ markdown = '', ...page }: PageItem, properties: Record<string, unknown>): PageItem =>
  titled({ ...page, markdown: withoutCraftTags(markdown) }, properties);

/** Bytes of a table that somebody has written and not a machine. */
const TABLE_MAX = 5_242_880;
/** Folders of what notes show and lead to. */
const BESIDE = /^[._]?(?:assets?|attachments?|files?|images?|media|resources?|static|data)$/i;

/** Databases that a program has exported beside its notes, as AppFlowy does. */
const isTable = ({ path, size }: SourceEntry): boolean =>
  pathEnding(path) === '.csv' &&
  size <= TABLE_MAX &&
  !folderOf(path)
    .split('/')
    .some((name) => BESIDE.test(name));

const FIRST_HEADING = /^\s*# +([^\n[<]+?)[ \t]*#*[ \t]*(?:\r?\n|$)/;

/** The title of the front matter, else of a first heading, which then leaves the body, else the file's name. */
export function titled(page: PageItem, properties: Record<string, unknown>): PageItem {
  const { title: given, ...rest } = properties;
  const named = typeof given === 'string' || typeof given === 'number' ? cleanTitle(String(given)) : undefined;
  const heading = FIRST_HEADING.exec(page.markdown ?? '');
  const words = heading?.[1]?.replace(/[*_`~]|\\(?=[^\w\s])/g, '').trim();
  if (named !== undefined && named !== words) return { ...page, title: named, properties: rest };
  if (!heading || !words) return page;
  const markdown = page.markdown?.slice(heading[0].length) ?? '';
  return {
    ...page,
    title: cleanTitle(words),
    markdown,
    ...(page.properties && { properties: named ? rest : properties }),
  };
}
