// Exports of Notion, as Markdown & CSV or as HTML: pages, and databases with rows that have bodies.
import { readRecords } from '../../../../core/files/csv.ts';
import type { Importer, Item, ProblemItem, PropertyItem, Source, SourceEntry } from '../../contract.ts';
import { cleanTitle, folderOf, pathEnding } from '../../reading/entry-path.ts';
import { isEntry, unpacked } from '../../reading/nested-archives.ts';
import { cutOffPage } from '../../reading/problem-item.ts';
import { notionColumnType, typedProperty } from './columns.ts';
import type { DatabaseOfRow } from './linked-views.ts';
import {
  decodeAddress,
  folderOfExport,
  idIn,
  isList,
  isPart,
  localMarkdown,
  NotionPlaces,
  notionTitle,
  pathIn,
} from './places.ts';
import { addressesIn, isUntitled, matchRows, type NotionRow, type RowPage, readRowPage } from './rows.ts';

interface Entry {
  entry: SourceEntry;
  /** without the folder around everything */
  path: string;
  ending: string;
}

/** A database: its table, and the pages in its folder. */
interface Table {
  id: string;
  path: string;
  entry: SourceEntry;
  rows: Entry[];
}

const importer: Importer = {
  kind: 'importer',
  name: 'notion',
  title: 'Notion (Markdown & CSV, HTML)',
  accepts: ['.zip', 'folder'],
  async *read(source) {
    const { entries, problems } = await listed(source);
    yield* problems;
    const places = new NotionPlaces();
    const tables = tablesIn(entries);
    const byId = new Map([...tables.values()].map((table) => [table.id, table]));
    // HTML writes the table of a database a second time.
    const pages = entries.filter(
      ({ path, ending }) => ending === '.md' || (ending === '.html' && !byId.has(itemId(path))),
    );
    for (const { path } of [...tables.values(), ...pages]) places.add(path, itemId(path));
    const homes = new Map<string, string>();
    for (const page of pages) {
      const table = byId.get(places.home(folderOf(page.path)) ?? '');
      table?.rows.push(page);
      if (table) homes.set(itemId(page.path), table.id);
    }
    const databaseOf = (address: string) => byId.get(homes.get(places.linked(address)?.id ?? '') ?? '')?.path;
    const around: Around = { places, homes, databaseOf, entries: new Map(entries.map((one) => [one.path, one])) };
    for (const table of tables.values()) yield* tableItems(table, around);
    for (const page of pages) if (!homes.has(itemId(page.path))) yield* pageItems(page, around);
    for (const { entry, path, ending } of entries) {
      if (['.md', '.html', '.csv'].includes(ending)) continue;
      const parent = places.parent(path);
      yield { type: 'file', id: path, entry: { ...entry, path }, ...(parent && { parent }) };
    }
  },
};

export default importer;

async function listed(source: Source): Promise<{ entries: Entry[]; problems: ProblemItem[] }> {
  const entries: Entry[] = [];
  const problems: ProblemItem[] = [];
  for await (const one of unpacked(source, isPart)) {
    if (!isEntry(one)) problems.push(one);
    else {
      const path = pathIn(one.path);
      if (!isList(path) || !(await saysNothing(one))) entries.push({ entry: one, path, ending: pathEnding(path) });
    }
  }
  return { entries, problems };
}

/** A list of everything says what workspace it is of; a page of another program that is called so has its own words. */
async function saysNothing(entry: SourceEntry): Promise<boolean> {
  const text = (await entry.text()).slice(0, 100_000);
  return /<ul id="id::|>Workspace details/.test(text) || !text.replace(/<[^>]*>/g, '').trim();
}

/** By the folder that belongs to each; of two tables of one database that with all rows and columns counts. */
function tablesIn(entries: Entry[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const { entry, path, ending } of entries) {
    if (ending !== '.csv') continue;
    const known = tables.get(folderOfExport(path));
    if (known && !/_all\.csv$/i.test(path)) continue;
    const plain = path.replace(/_all\.csv$/i, '.csv');
    tables.set(folderOfExport(path), { id: itemId(plain), path: plain, entry, rows: [] });
  }
  return tables;
}

interface Around {
  places: NotionPlaces;
  entries: Map<string, Entry>;
  /** row → its database */
  homes: Map<string, string>;
  databaseOf: DatabaseOfRow;
}

async function* tableItems(table: Table, around: Around): AsyncGenerator<Item> {
  const { records, isOpen } = readRecords(await table.entry.text(), ',');
  const [head = [], ...cells] = records;
  const isShort = (cells.at(-1)?.length ?? head.length) < head.length;
  if (isOpen || isShort)
    yield { type: 'problem', at: table.path, kind: 'cut_off', because: 'The table ends within a row.' };
  const [titles = 'Name', ...names] = withoutGaps(head, cells);
  const lines: NotionRow[] = cells.map(([title = '', ...values]) => ({
    title: title.trim(),
    values: Object.fromEntries(names.map((name, at) => [name, (values[at] ?? '').trim()])),
  }));
  const pages: RowPage[] = [];
  for (const row of table.rows) {
    yield* cutOff(row);
    pages.push(await rowPage(row, new Set(names), around));
  }
  const matched = matchRows(lines, pages);
  const taken = new Set(matched.values());
  const alone = pages.filter((page) => !taken.has(page));
  const columns = names.map((name) => columnOf(name, lines, { table, pages }, around));
  const parent = around.places.parent(table.path);
  yield {
    ...{ type: 'database', id: table.id, title: cleanTitle(notionTitle(table.path)), path: table.path },
    properties: [{ name: titles, type: 'title' }, ...columns.map(({ property }) => property)],
    ...(parent && { parent }),
    ...(await described(table, around)),
  };
  const times = new Map<string, number>();
  const all = [...lines, ...alone.map((page) => ({ title: page.title, values: page.values, page }))];
  for (const line of all) {
    const page = 'page' in line ? (line.page as RowPage) : matched.get(line);
    const time = times.get(line.title) ?? 0;
    times.set(line.title, time + 1);
    yield {
      ...{ type: 'row', id: page ? itemId(page.path) : `${table.id}#${line.title}${time || ''}`, database: table.id },
      title: line.title || (page && !isUntitled(page.title) ? page.title : ''),
      values: Object.fromEntries(
        columns.map(({ property, read }) => [property.name, read(line.values[property.name])]),
      ),
      ...(page && { path: page.path, ...localBody(page, around.places), aliases: [page.title] }),
      ...(page && valuesBeside(page, names)),
    };
  }
}

/** What a page says more than its table has columns for, as it does where a view hides some. */
function valuesBeside({ values }: RowPage, names: string[]): { properties?: Record<string, string> } {
  const others = Object.entries(values).filter(([name, value]) => value && !names.includes(name));
  return others.length ? { properties: Object.fromEntries(others) } : {};
}

/** Names of all columns: rows may have more cells than the head. */
function withoutGaps(head: string[], cells: string[][]): string[] {
  const most = cells.reduce((longest, { length }) => Math.max(longest, length), head.length);
  const names = head.map((name) => name.trim());
  const free = (at: number): string => (names.includes(`Column ${at}`) ? free(at + 1) : `Column ${at}`);
  while (names.length < most) names.push(free(names.length + 1));
  return names;
}

/** HTML has a page of the database, too: its table is the same, but what stands above it is nowhere else. */
async function described({ path }: Table, { entries }: Around): Promise<{ description?: string }> {
  const page = entries.get(path.replace(/\.csv$/i, '.html'));
  if (!page) return {};
  const { descriptionIn } = await import('./html.ts');
  const description = descriptionIn(await page.entry.text());
  return description ? { description } : {};
}

const itemId = (path: string): string => idIn(path) ?? path;

async function* cutOff({ entry, ending }: Entry): AsyncGenerator<Item> {
  if (ending === '.html') yield* cutOffPage(entry, await entry.text());
}

async function rowPage(
  { entry, path, ending }: Entry,
  names: ReadonlySet<string>,
  { places, databaseOf }: Around,
): Promise<RowPage> {
  const text = await entry.text();
  // Reading HTML takes a parser that Markdown does not need.
  const { pageOfHtml } = await import('./html.ts');
  return ending === '.html' ? pageOfHtml(path, text, places, databaseOf) : readRowPage(path, text, names);
}

const localBody = ({ body }: RowPage, places: NotionPlaces): RowPage['body'] =>
  body.markdown === undefined ? body : { ...body, markdown: localMarkdown(body.markdown, places) };

interface Rows {
  table: Table;
  pages: RowPage[];
}

interface Column {
  property: PropertyItem;
  read(text: string | undefined): unknown;
}

/** Relations and files are told by what all values of the column lead to. */
function columnOf(
  name: string,
  lines: NotionRow[],
  { table, pages }: Rows,
  { places, entries, homes }: Around,
): Column {
  const texts = lines.flatMap(({ values }) => values[name] || []);
  const rowsIn = (text = '') => addressesIn(text)?.map((address) => places.linked(address)?.id ?? '') ?? [];
  const [home, ...others] = new Set(
    texts.flatMap((text) => (addressesIn(text) ? rowsIn(text) : [''])).map((id) => homes.get(id)),
  );
  if (home && !others.length) return { property: { name, type: 'relation', database: home }, read: rowsIn };
  const filesIn = (text = '') =>
    text
      .split(', ')
      .filter(Boolean)
      .map((part) => `${folderOf(table.path)}/${decodeAddress(part)}`.replace(/^\//, ''));
  if (texts.length && texts.flatMap(filesIn).every((file) => entries.has(file)))
    return { property: { name, type: 'files' }, read: filesIn };
  const type = notionColumnType(name, texts, pages);
  if (type) {
    const property = typedProperty(name, type, texts);
    return { property, read: type === 'person' ? (text = '') => text.split(', ').filter(Boolean) : (text) => text };
  }
  return { property: { name }, read: (text) => text };
}

async function* pageItems(page: Entry, around: Around): AsyncGenerator<Item> {
  const { places } = around;
  yield* cutOff(page);
  const { title, values, body } = await rowPage(page, new Set(), around).then((read) => ({
    ...read,
    body: localBody(read, places),
  }));
  const parent = places.parent(page.path);
  yield {
    ...{
      type: 'page',
      id: itemId(page.path),
      path: page.path,
      title: cleanTitle(title || notionTitle(page.path)),
      ...body,
    },
    ...(Object.keys(values).length && { properties: values }),
    ...(parent && { parent }),
    ...(page.entry.modified && { created: page.entry.modified, updated: page.entry.modified }),
  };
}
