// Rows of a database in an export of Notion: the lines of its table, and the pages with their bodies that belong to them.
import type { RowItem } from '../../contract.ts';
import { optionName } from '../../tables/columns.ts';

/** A page inside the folder of a database. */
export interface RowPage {
  path: string;
  title: string;
  /** as the page says them below its title */
  values: Record<string, string>;
  /** of its properties, as HTML names them, e.g. `person` */
  types?: ReadonlyMap<string, string>;
  body: Pick<RowItem, 'markdown' | 'blocks' | 'anchors' | 'unsupported' | 'icon'>;
}

export interface NotionRow {
  title: string;
  values: Record<string, string>;
}

const HEADING = /^# +(.*)(?:\r?\n|$)/;

/** The title, the values that follow it, and the text. @param names of the columns of its database */
export function readRowPage(path: string, text: string, names: ReadonlySet<string>): RowPage {
  const heading = HEADING.exec(text);
  const title = heading?.[1]?.trim() ?? '';
  const lines = text
    .slice(heading?.[0].length ?? 0)
    .replace(/^(?:\r?\n)+/, '')
    .split(/\r?\n/);
  const { values, rest } = readValues(lines, names);
  return { path, title, values, body: { markdown: rest.join('\n').trim() } };
}

/** Pages may say more than the table has columns for: such a line among the others stays with the text. */
function readValues(lines: string[], names: ReadonlySet<string>) {
  const values: Record<string, string> = {};
  const others: string[] = [];
  let end = 0;
  let kept = 0;
  for (const [at, line] of lines.entries()) {
    const [, name = '', value = ''] = /^([^:]{1,200}): ?(.*)$/.exec(line) ?? [];
    if (!name) break;
    if (names.has(name.trim())) {
      values[name.trim()] = value.trim();
      [end, kept] = [at + 1, others.length];
    } else others.push(line);
  }
  // What follows the last value is text in any case.
  const extra = others.slice(0, kept).flatMap((line) => [line, '']);
  return { values, rest: [...extra, ...lines.slice(end)] };
}

const same = (a: string | undefined, b: string | undefined): boolean => optionName(a ?? '') === optionName(b ?? '');
/** Links to other rows are written in another way in pages than in tables. */
const isLinked = (value: string): boolean => /\(.*\.(?:md|csv)\)/.test(value);

/** All that the page says is what the line says. */
const agrees = ({ values }: RowPage, line: NotionRow): boolean =>
  Object.entries(values).every(([name, value]) => isLinked(value) || same(value, line.values[name]));

/** The line says nothing that the page does not say. */
const isAll = ({ values }: RowPage, line: NotionRow): boolean =>
  Object.entries(line.values).every(([name, value]) => isLinked(value) || same(value, values[name]));

/** The table leaves the title of such a row empty. */
export const isUntitled = (title: string): boolean => title === '' || title === 'Untitled';

/**
 * Which page belongs to which line: those of equal titles and values, then of equal titles, then those whose values are
 * alike in all. Pages that are left have no line.
 */
export function matchRows(lines: NotionRow[], pages: RowPage[]): Map<NotionRow, RowPage> {
  const found = new Map<NotionRow, RowPage>();
  const free = new Set(pages);
  const take = (fits: (page: RowPage, line: NotionRow) => boolean, key: (one: NotionRow | RowPage) => string) => {
    const byKey = Map.groupBy(free, key);
    for (const line of lines) {
      if (found.has(line)) continue;
      const page = byKey.get(key(line))?.find((one) => free.has(one) && fits(one, line));
      if (!page) continue;
      found.set(line, page);
      free.delete(page);
    }
  };
  const title = (one: NotionRow | RowPage) => (isUntitled(one.title) ? '' : optionName(one.title));
  take((page, line) => agrees(page, line) && isAll(page, line), title);
  take(agrees, title);
  take(() => true, title);
  take(
    (page, line) => Object.keys(page.values).length > 0 && agrees(page, line),
    () => '',
  );
  return found;
}

const REFERENCE = /\s*([^,()][^()]*?)? ?\(((?:[^()\s]|\([^()\s]*\))+)\)(?:,|$)/y;

/** `Name (address), Other (address)` as its addresses; undefined when the text is anything else. */
export function addressesIn(text: string): string[] | undefined {
  const found: string[] = [];
  REFERENCE.lastIndex = 0;
  while (REFERENCE.lastIndex < text.length) {
    const match = REFERENCE.exec(text);
    if (!match) return undefined;
    found.push(match[2] as string);
  }
  return found.length ? found : undefined;
}
