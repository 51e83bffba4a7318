// What an author of an importer knows: the source that is read, the items to yield, and how the importer is found.
import type { Readable } from 'node:stream';
import type { ObjectSchema } from 'joi';
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';
import type { Block } from '../blocks/block.ts';
import type { PropertyTypeName, ViewKind } from '../databases/contract.ts';
import type { ImportReport } from './report-model.ts';

/**
 * Turns one kind of source into items. Reading is a generator: the runner does decoding, archives and their limits,
 * names, batches, repeats, late parents, links, attachments, dry run, cancel, progress and the report.
 */
export interface Importer<O extends object = object> {
  readonly kind: 'importer';
  /** as in URLs and on the command line, e.g. `notes-vault` */
  readonly name: string;
  readonly title: string;
  /** what a source may be: `folder`, `.zip`, or endings of single files such as `.opml` */
  readonly accepts: readonly string[];
  /** It is brought in as it is, as workspaces of its own, instead of being read: by administrators, and never undone. */
  readonly whole?: true;
  /** rules of further options; they become the form and the flags */
  readonly options?: ObjectSchema<O>;
  read(source: Source, options: O): AsyncIterable<Item>;
}

/** A folder, an archive or a single file; all three look the same. */
export interface Source {
  /** of the folder, the archive without its ending, or the file */
  readonly name: string;
  /** files in the order of their paths; what may not be read is reported and left out */
  entries(): AsyncIterable<SourceEntry>;
  /** by its path, in the capitals it has */
  entry(path: string): Promise<SourceEntry | undefined>;
  /** the text of the only file. @throws Error when there are more or none */
  text(): Promise<string>;
  /** the same, parsed. @throws SyntaxError */
  json(): Promise<unknown>;
  /** what is at a public web address, capped. @throws Error whose message says why there is nothing */
  fetch(address: string): Promise<FetchedResource>;
}

export interface FetchedResource {
  /** after all redirects */
  url: string;
  /** without parameters, in lower case */
  mime: string;
  bytes: Buffer;
}

export interface SourceEntry {
  /** forward slashes, NFC, never absolute, never with `..` */
  readonly path: string;
  /** last part of the path */
  readonly name: string;
  /** bytes */
  readonly size: number;
  /** ISO 8601 */
  readonly modified?: string;
  /** path of the file on this machine that it is, where it is one */
  readonly file?: string;
  bytes(): Promise<Buffer>;
  /** the same as it is read, where it is not in memory anyway */
  stream?(): Promise<Readable>;
  /**
   * Calls `use` with the path of a file that holds it and is there until `use` has ended, and with that of a folder for
   * what is found in it, which is there as long as the source is open.
   */
  withFile?<T>(use: (file: string, folder: string) => Promise<T>): Promise<T>;
  /** decoded by its byte order mark, as UTF-8, else as Windows-1252, which is reported; always storable text */
  text(): Promise<string>;
}

/** Ids are the source's own: stable from one import to the next, unique in the source, opaque to the runner. */
export interface PageItem {
  type: 'page';
  id: string;
  /** id of the page above; it may be yielded later */
  parent?: string;
  title: string;
  kind?: 'page' | 'folder';
  /** of what the source holds, whatever it is called there: by it an item is known again that was renamed */
  contentHash?: string;
  /** the body as Markdown, without front matter */
  markdown?: string;
  /**
   * or as blocks; links and pictures in them may name items by path, and a block without an id has an empty one. A block
   * `database` whose data has `source` shows the database item of that path.
   */
  blocks?: Block[];
  /** of blocks: what links name behind their `#` → id of the block; headings and ids themselves are known without it */
  anchors?: Record<string, string>;
  /** the Markdown has [[links]], ![[embeds]] and ^block-ids */
  wiki?: boolean;
  /** the Markdown has ^block-ids, and nothing else of these */
  blockIds?: true;
  /** where it lies in the source, for relative links; default: its id */
  path?: string;
  icon?: string;
  /** shown as a table on top of the page, and kept with the import item */
  properties?: Record<string, unknown>;
  tags?: string[];
  /** further names under which wiki links find it */
  aliases?: string[];
  /** anything `Date` reads */
  created?: string;
  updated?: string;
  /** who wrote it in the source; kept among its properties */
  author?: string;
  /** what people said of it, in order: they become comments */
  comments?: CommentItem[];
  /** what the importer had to say in other words: kind → how often */
  unsupported?: Record<string, number>;
}

/** What somebody said of a page or row. */
export interface CommentItem {
  text: string;
  author?: string;
  /** anything `Date` reads */
  created?: string;
  /** comments with the same one belong together; what follows is said by the first of them */
  thread?: string;
  /** name of an anchor of its page, in whose block it was made */
  at?: string;
  /** the words that it is about */
  quote?: string;
  /** the matter was settled */
  resolved?: boolean;
}

export interface FileItem {
  type: 'file';
  id: string;
  /** id of the page below which it stands when no page refers to it */
  parent?: string;
  entry: SourceEntry;
  /** set for files the product has no equal of, e.g. `base`: kept as a file, counted as unsupported */
  unsupported?: string;
}

/** Something that could not be read; the run goes on. */
export interface ProblemItem {
  type: 'problem';
  /** path or other place a person finds */
  at: string;
  /** a short key, e.g. `front_matter` */
  kind: string;
  because: string;
}

/** Of a source whose upper folders say nothing: ids of its items are paths from this one on. */
export interface RootItem {
  type: 'root';
  /** with its slash */
  path: string;
}

/** A database; its rows may come before or after it. */
export interface DatabaseItem {
  type: 'database';
  id: string;
  /** id of the page above; it may be yielded later */
  parent?: string;
  title: string;
  /** the one of type `title` takes the titles of the rows; without one the database gets one */
  properties: PropertyItem[];
  /** default: one table */
  views?: ViewItem[];
  description?: string;
  path?: string;
  icon?: string;
  /** further names under which links find it */
  aliases?: string[];
  unsupported?: Record<string, number>;
}

export interface PropertyItem {
  /** stable from one import to the next; default: the name */
  id?: string;
  name: string;
  /** found from the values of all rows when absent */
  type?: PropertyTypeName;
  /** of a select, multi_select or status; those that only rows name are added */
  options?: { name: string; color?: string; group?: 'todo' | 'doing' | 'done' }[];
  /** of a relation: id of the database whose rows it names */
  database?: string;
  /** more of what the type is set up with, such as `format` of a number */
  config?: Record<string, unknown>;
}

export interface ViewItem {
  name: string;
  kind: ViewKind;
  /** property, as rows name it */
  group_by?: string;
  /** of a calendar or timeline */
  date?: string;
  /** which rows it shows; left out and counted where a property does not take it */
  filter?: FilterItem;
  sorts?: { property: string; direction: 'asc' | 'desc' }[];
  /** properties in the order in which they are shown; default: all */
  shown?: string[];
}

/** A filter of contract 6 whose conditions name properties as rows do, and options by their names. */
export type FilterItem =
  | { property: string; op: string; value?: string | number | boolean }
  | { and: FilterItem[] }
  | { or: FilterItem[] };

/** One row: a page with values. Its body may be empty; links and parents name it as they name pages. */
export interface RowItem extends Omit<PageItem, 'type' | 'kind' | 'parent'> {
  type: 'row';
  /** id of its database */
  database: string;
  /**
   * By id of the property, or by its name where it has none: texts as the source has them are read by the type; options by name, relations by the
   * ids of rows, files by path, dates as text or `{start, end, timezone}`. What does not fit is kept below the title.
   */
  values: Record<string, unknown>;
  /** when it happens and repeats: settings of a row (time, timezone, repeat, remind) */
  calendar?: object;
  /** RFC 5545 text of the same: what it says of single occurrences is kept */
  exceptions?: string;
}

export type Item = PageItem | FileItem | ProblemItem | RootItem | DatabaseItem | RowItem;

/** Further importers of plugins; single-file extensions and folders of plugins/importers/formats need no point. */
export const importers: Point<Importer> = point('importers.sources');

/** Reads HTML of other sites. */
export interface MarkupReading {
  /** what it says, without scripts and styles. @throws Problem validation_failed where it is nested too deeply */
  toMarkdown(markup: string): Promise<string>;
  /**
   * A part of a web page as blocks; `base` is the address of the page. Long ones are read in a worker.
   * @throws Problem validation_failed where no page can hold it
   */
  toBlocks(markup: string, base: string): Promise<WebBlocks>;
  /** Asks a public address for an article. @throws Problem private_url; Error whose message says why there is none */
  article(ctx: Ctx, address: string): Promise<WebArticle>;
}

export interface WebBlocks {
  /** their pictures are still at their addresses */
  blocks: Block[];
  /** what `data:` addresses of the page hold, under the addresses by which its blocks name it */
  files: { address: string; bytes: Uint8Array }[];
}

export interface WebArticle extends WebBlocks {
  title: string;
  /** where it says that it is, else where it was found */
  address: string;
  author?: string;
  /** as the page says it */
  published?: string;
  site?: string;
  language?: string;
  description?: string;
}

export const markupReading: Service<MarkupReading> = service('importers.markup');

/** A file that another plugin has fetched, to be imported at once. */
export interface FetchedFile {
  workspaceId: number;
  /** page below which it comes */
  parentId: number;
  /** name of the importer */
  source: string;
  /** where it is from, the same each time: what came from there before is known by it, e.g. `forge:12` */
  place: string;
  /** what a person calls it; its ending says what it is */
  filename: string;
  options: Record<string, unknown>;
  /** where it lies on this machine */
  path: string;
}

export interface ImportOutcome {
  id: string;
  isComplete: boolean;
  /** why it ended before its time, or empty */
  error: string;
  report: ImportReport;
}

/** Imports that other plugins start and wait for. */
export interface ImportRuns {
  /**
   * Imports as `ctx`; what is gone from the source goes into the trash, unless somebody changed it here.
   * @throws Problem forbidden, not_found, page_locked, validation_failed before anything is written
   */
  run(ctx: Ctx, file: FetchedFile, signal: AbortSignal): Promise<ImportOutcome>;
  /** why the last import from a place ended before its time, or empty */
  faultAt(ctx: Ctx, workspaceId: number, source: string, place: string): Promise<string>;
  /** which path of which place a page came from; undefined for one that came from none of that source */
  originOf(ctx: Ctx, pageId: number, source: string): Promise<{ place: string; path: string } | undefined>;
  /** `page_id` of what came into a workspace from a place of a source */
  pagesFrom(ctx: Ctx, workspaceId: number, source: string, place: string): Knex.QueryBuilder;
}

export const importRuns: Service<ImportRuns> = service('importers.runs');

export * from './report-model.ts';
