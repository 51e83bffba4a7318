// What a source holds, in the order in which it is written: light records in memory, bodies in the spool.
import type { ColumnMapping, DatabaseItem, Importer, Item, PageItem, RowItem, SourceEntry } from '../contract.ts';
import { anchorsOf } from '../conversion/anchors.ts';
import { isoDate } from '../conversion/front-matter.ts';
import { LinkNames } from '../conversion/link-names.ts';
import type { SourcePlace } from '../conversion/links.ts';
import { cleanTitle, PATH_DEPTH } from '../reading/entry-path.ts';
import type { OpenSource } from '../reading/source.ts';
import type { ReportBuilder } from '../report.ts';
import { type PlannedTable, planTable } from '../tables/plan.ts';
import type { Spool, SpoolEntry } from './spool.ts';

export interface PlannedPage extends SourcePlace {
  type: 'page';
  kind: 'page' | 'folder' | 'database' | 'row';
  /** of a row, its database */
  parent?: string;
  icon: string;
  created?: string;
  updated?: string;
  contentHash?: string;
  /** of a folder: it says something itself */
  isWritten?: true;
  body: SpoolEntry;
}

export interface PlannedFile extends SourcePlace {
  type: 'file';
  parent?: string;
  entry: SourceEntry;
  unsupported?: string;
}

/** What is read back from the spool; databases are kept as they are planned. */
export type ItemBody = PageItem | RowItem;

export interface ImportPlan {
  /** parents before what stands below them */
  pages: PlannedPage[];
  files: PlannedFile[];
  /** by id of the database */
  tables: Map<string, PlannedTable>;
  names: LinkNames<SourcePlace>;
  /** rows of databases and nothing else, none of which says anything that could name another one */
  isTabular: boolean;
}

interface Tools {
  spool: Spool<ItemBody>;
  report: ReportBuilder;
  /** what a person says of columns */
  mapping: ColumnMapping;
  tick(read: number): Promise<void>;
}

/** Reads all items once. @throws what the importer throws, when the source as a whole cannot be read */
export async function readPlan(
  importer: Importer,
  source: OpenSource,
  options: object,
  { spool, report, mapping, tick }: Tools,
): Promise<ImportPlan> {
  const pages = new Map<string, PlannedPage>();
  const files = new Map<string, PlannedFile>();
  const databases: DatabaseItem[] = [];
  let read = 0;
  let isTabular = true;
  for await (const item of importer.read(source, options)) {
    await tick(++read);
    if (item.type === 'root') {
      report.root = item.path;
      continue;
    }
    isTabular &&= item.type === 'problem' || item.type === 'database' || (item.type === 'row' && isBare(item));
    if (item.type === 'problem') report.warn(item.at, item.kind, item.because);
    else if (pages.has(item.id) || files.has(item.id))
      report.warn(item.id, 'duplicate', 'The source names this twice; the second one was left out.');
    else if (item.type === 'file') files.set(item.id, plannedFile(item));
    else if (item.type === 'database') {
      databases.push(item);
      pages.set(item.id, await plannedPage(databasePage(item), 'database', spool));
    } else if (item.type === 'row')
      pages.set(item.id, await plannedPage({ ...item, parent: item.database }, 'row', spool));
    else pages.set(item.id, await plannedPage(item, item.kind ?? 'page', spool));
  }
  const all = sorted(pages, report);
  const tables = await tablesOf(databases, all, { spool, report, mapping });
  return {
    pages: all,
    files: [...files.values()],
    tables,
    names: new LinkNames<SourcePlace>([...pages.values(), ...files.values()]),
    isTabular: isTabular && all.every(({ kind }) => kind !== 'page') && databases.every(isUnrelated),
  };
}

async function tablesOf(
  databases: DatabaseItem[],
  all: PlannedPage[],
  { spool, report, mapping }: Omit<Tools, 'tick'>,
): Promise<ImportPlan['tables']> {
  const tables: ImportPlan['tables'] = new Map();
  const byHome = Map.groupBy(all, ({ kind, parent }) => (kind === 'row' ? parent : undefined));
  for (const item of databases) {
    const rows = byHome.get(item.id) ?? [];
    const values = async function* () {
      for (const { body } of rows) yield (await spool.read(body)) as RowItem;
    };
    const table = await planTable(item, mapping[item.id] ?? {}, { rows: rows.length, values: values() });
    tables.set(item.id, table);
    warnOfDates(table, mapping[item.id] ?? {}, report);
    report.unsupported(item.unsupported ?? {});
  }
  return tables;
}

const ORDERS = { dmy: 'the day came first', mdy: 'the month came first' };

/** Nobody sees from a date alone that day and month were taken for each other. */
function warnOfDates({ item, columns }: PlannedTable, said: ColumnMapping[string], report: ReportBuilder): void {
  for (const { id, name, reading, seen } of columns)
    if (reading.type === 'date' && !said[id]?.dates && seen.notes.includes('ambiguous_dates')) {
      const because = `Day and month could be the other way round in its dates; they were read as if ${ORDERS[reading.order]}.`;
      report.warn(`${item.title}: ${name}`, 'ambiguous_dates', because);
    }
}

/** Without a text and without anything in its values that reads as a link. */
const isBare = ({ markdown, blocks, comments, properties, values }: RowItem): boolean =>
  !(markdown || blocks || comments || properties) && !/\[\[|\]\(/.test(JSON.stringify(values));

const isUnrelated = ({ properties }: DatabaseItem): boolean =>
  properties.every(({ type, database }) => type !== 'relation' && database === undefined);

/** What links and parents need to know of a database. */
const databasePage = ({ id, title, path, parent, icon, aliases }: DatabaseItem): PageItem => ({
  ...{ type: 'page', id, title, ...(path && { path }), ...(parent && { parent }) },
  ...{ ...(icon && { icon }), ...(aliases && { aliases }) },
});

async function plannedPage(
  item: ItemBody & { parent?: string },
  kind: PlannedPage['kind'],
  spool: Spool<ItemBody>,
): Promise<PlannedPage> {
  const title = kind === 'row' && !item.title.trim() ? '' : cleanTitle(item.title);
  return {
    type: 'page',
    kind,
    id: item.id,
    path: item.path ?? item.id,
    title,
    icon: (item.icon ?? '').slice(0, 100),
    body: await spool.add({ ...item, title }),
    ...(item.aliases && { aliases: item.aliases }),
    ...(item.parent && { parent: item.parent }),
    ...('contentHash' in item && { contentHash: item.contentHash }),
    ...(item.blocks?.length && { isWritten: true as const }),
    anchors: anchorsOf(item),
    ...dates(item),
  };
}

function dates({ created, updated }: ItemBody): { created?: string; updated?: string } {
  const [first, last] = [isoDate(created), isoDate(updated)];
  return { ...(first && { created: first }), ...(last && { updated: last }) };
}

const plannedFile = ({ id, entry, parent, unsupported }: Extract<Item, { type: 'file' }>): PlannedFile => ({
  type: 'file',
  id,
  path: entry.path,
  title: cleanTitle(entry.name),
  entry,
  ...(parent && { parent }),
  ...(unsupported && { unsupported }),
});

/** Parents first; a parent that never came or stands below itself is replaced by the top, and said so. */
function sorted(pages: Map<string, PlannedPage>, report: ReportBuilder): PlannedPage[] {
  const depths = new Map<string, number>();
  const depth = (page: PlannedPage): number => {
    const chain: PlannedPage[] = [];
    const seen = new Set<PlannedPage>();
    for (let at: PlannedPage | undefined = page; at && !depths.has(at.id); at = pages.get(at.parent ?? '')) {
      if (seen.has(at)) {
        report.warn(at.id, 'parent', 'It stands below itself in the source; it was put at the top.');
        delete at.parent;
        break;
      }
      seen.add(at);
      chain.push(at);
    }
    for (const one of chain.reverse()) settle(one);
    return depths.get(page.id) as number;
  };
  const settle = (page: PlannedPage): void => {
    let above = page.parent === undefined ? undefined : pages.get(page.parent);
    if (page.parent !== undefined && (!above || (page.kind === 'row' && above.kind !== 'database'))) {
      report.warn(page.id, 'parent', 'What it stands below is not in the source; it was put at the top.');
      delete page.parent;
      above = undefined;
      // Without its database a row is a page.
      if (page.kind === 'row') page.kind = 'page';
    }
    if (above && page.kind !== 'row' && (depths.get(above.id) ?? 0) + 1 >= PATH_DEPTH) {
      report.warn(page.id, 'too_deep', `It lay more than ${PATH_DEPTH} pages deep and was put higher.`);
      page.parent = above.parent;
      above = pages.get(page.parent ?? '');
    }
    depths.set(page.id, above ? (depths.get(above.id) ?? 0) + 1 : 0);
  };
  return [...pages.values()]
    .map((page, index) => ({ page, index, depth: depth(page) }))
    .sort((a, b) => a.depth - b.depth || a.index - b.index)
    .map(({ page }) => page);
}
