// What other plugins may know of pages: their shape, the service, the block list, and where they join a save.
import type { Request } from '@hapi/hapi';
import type { Knex } from 'knex';
import type { Scope, Subject } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import type { Paged } from '../../core/paging.ts';
import { type Point, point, type Service, service } from '../../core/plugin.ts';
import type { User } from '../auth/contract.ts';
import type { Block } from './blocks/block.ts';

export {
  type Block,
  type Inline,
  inlineRuns,
  isBlockId,
  type Json,
  MAX_BLOCKS,
  MAX_DEPTH,
  newBlockId,
  walk,
} from './blocks/block.ts';
export { readBlocks } from './blocks/codec.ts';
export { escapeHtml } from './blocks/escape.ts';
export { BlockFault } from './blocks/fault.ts';
export { renderHtml } from './blocks/html.ts';
export type { Links } from './blocks/links.ts';
export { markdownToBlocks } from './blocks/markdown-in.ts';
export type { MarkdownOptions, Resolved } from './blocks/markdown-source.ts';
export { fromDocJson, isBlockNode, type NodeJson, toDocJson } from './blocks/prosemirror.ts';
export { references } from './blocks/references.ts';
export { PALETTE } from './blocks/rule.ts';
export { plainText } from './blocks/text.ts';
export { parseBody } from './parse.ts';
export { pageSchema } from './present.ts';

export type PageKind = 'page' | 'file' | 'folder' | 'collection';

/** A page without its content, as lists show it (contract 5). */
export interface Page {
  id: number;
  workspace_id: number;
  parent_id: number | null;
  kind: PageKind;
  title: string;
  content_format: 'blocks' | 'markdown' | 'collection' | 'file';
  page_icon: string;
  cover_url: string;
  position: number;
  is_locked: number;
  locked_by: number | null;
  full_width: number;
  font_small: number;
  permission_type: 'inherit' | 'restricted' | 'private';
  sync_version: number;
  slug: string | null;
  is_published: number;
  created_by: number | null;
  updated_by: number | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface TreeItem {
  id: number;
  title: string;
  kind: PageKind;
  page_icon: string;
  parent_id: number | null;
  position: number;
  has_children: boolean;
  children?: TreeItem[];
}

/** A page as a list of files shows it. */
export interface Item extends Page {
  has_children: boolean;
}

/** What the items of a level are put in order by. */
export type ItemKey = Pick<Page, 'id' | 'title' | 'kind' | 'position' | 'updated_at'>;

export interface ItemWindow {
  /** of two that are equal, the older one comes first */
  compare(a: ItemKey, b: ItemKey): number;
  limit: number;
  offset: number;
}

/** A page in the trash, and who put it there; null: nobody knows any more. */
export interface TrashedPage extends Page {
  deleted_by: number | null;
}

export interface PageInput {
  workspaceId: number;
  parentId?: number | null;
  kind?: PageKind;
  title: string;
  blocks?: Block[];
  icon?: string;
  /** of the uploaded file, for kind file */
  fileId?: number;
  createdAt?: string;
  updatedAt?: string;
}

/** What a page needs to get an id before it has a body. */
export interface PagePlace {
  workspaceId: number;
  kind: PageKind;
  title: string;
  icon?: string;
  createdAt?: string;
}

/** What makes a page of a reserved id. */
export interface FilledPage {
  id: number;
  parentId: number | null;
  title: string;
  blocks?: Block[];
  /** of kind file */
  fileId?: number;
  /** of kind collection, which has no body */
  isCollection?: true;
  updatedAt?: string;
}

/** A page that comes into a database as one of its rows. */
export interface NewRow {
  title: string;
  icon?: string;
  blocks?: Block[];
  createdAt?: string;
  updatedAt?: string;
}

/** Looks and title of a page, each as the page keeps it. */
export interface PageChange {
  title?: string;
  page_icon?: string;
  cover_url?: string;
}

export interface Pages {
  /** @throws Problem forbidden, conflict, validation_failed */
  create(ctx: Ctx, input: PageInput): Promise<Page>;
  /** Writes a body and one version. @throws Problem version_conflict, validation_failed */
  save(
    ctx: Ctx,
    pageId: number,
    change: { title?: string; blocks?: Block[]; note?: string; expected?: number | null },
  ): Promise<Page>;
  /** ids for pages to come, in the order of the input; nobody sees them before they are filled */
  reserve(ctx: Ctx, places: PagePlace[]): Promise<number[]>;
  /** makes reserved pages of one workspace appear, parents first. @throws Problem not_found, validation_failed */
  fill(ctx: Ctx, workspaceId: number, filled: FilledPage[]): Promise<Page[]>;
  /** gives up reserved ids that were never filled */
  discard(ctx: Ctx, ids: number[]): Promise<void>;
  /** puts another file behind a page of kind file */
  replaceFile(ctx: Ctx, id: number, title: string, fileId: number): Promise<Page>;
  /** the last version but one */
  previous(ctx: Ctx, id: number): Promise<{ title: string; blocks: Block[] } | undefined>;
  byId(ctx: Ctx, id: number): Promise<Page | undefined>;
  /**
   * Rows of a database, behind those it has: in a transaction, where `keep` writes their values before they are
   * announced. @throws Problem not_found, page_locked, validation_failed
   */
  addRows(
    ctx: Ctx,
    collection: { id: number; pageId: number },
    rows: NewRow[],
    keep: (ctx: Ctx, made: Page[]) => Promise<void>,
  ): Promise<Page[]>;
  /**
   * Title and looks; `also` names what changed beside the page and is a change of it all the same.
   * @throws Problem version_conflict, validation_failed
   */
  change(ctx: Ctx, id: number, change: PageChange, expected?: number | null, also?: string[]): Promise<Page>;
  /** holds the tree of a workspace until the transaction ends; what also holds pages holds the tree first */
  lockTree(ctx: Ctx, workspaceId: number): Promise<void>;
  /** makes rows of a database of pages that are inside it */
  intoCollection(ctx: Ctx, ids: number[], collectionId: number): Promise<void>;
  /** makes a database of a live page, whose text stays in its versions. @throws Problem conflict */
  becomeCollection(ctx: Ctx, id: number): Promise<Page>;
  restore(ctx: Ctx, id: number): Promise<Page>;
  /** removes for good what is in the trash. @throws Problem conflict for what is live */
  remove(ctx: Ctx, id: number): Promise<void>;
  /** whatever of these exists, in the trash too */
  byIds(ctx: Ctx, ids: number[]): Promise<Page[]>;
  blocks(ctx: Ctx, id: number): Promise<Block[]>;
  /** writes anew what is kept beside the body of a live page, after a change of what belongs to it */
  refresh(ctx: Ctx, id: number): Promise<void>;
  trash(ctx: Ctx, id: number): Promise<void>;
  /** visible pages changed last, newest first, without those of the workspaces `exceptIn` */
  recent(ctx: Ctx, limit: number, exceptIn?: number[]): Promise<Page[]>;
  /** when something visible in each workspace was last changed; one without visible pages is absent */
  lastChanges(ctx: Ctx, workspaceIds: number[]): Promise<Map<number, string>>;
  /** what the actor may see of the trash of a workspace, newest first; `q` is a part of the title */
  trashed(ctx: Ctx, workspaceId: number, filter: { limit: number; q?: string }): Promise<TrashedPage[]>;
  /** removes for good what the actor may see of the trash of a workspace; returns how many went */
  emptyTrash(ctx: Ctx, workspaceId: number): Promise<number>;
  /** a window on one visible level of the tree, with all that a list shows */
  items(ctx: Ctx, workspaceId: number, parentId: number | null, window: ItemWindow): Promise<Paged<Item>>;
  /** one visible level of the tree */
  children(ctx: Ctx, workspaceId: number, parentId: number | null): Promise<TreeItem[]>;
  /** of these pages, those that are uploaded pictures, with the address of a small form of each */
  pictures(ctx: Ctx, ids: number[]): Promise<Map<number, string>>;
  /** from the top to the page itself */
  breadcrumb(ctx: Ctx, page: Pick<Page, 'id' | 'title' | 'kind'>): Promise<Pick<Page, 'id' | 'title' | 'kind'>[]>;
  /** of these, the active people who may see the page now; nobody for one in the trash */
  readers(ctx: Ctx, pageId: number, userIds: number[]): Promise<User[]>;
  /** narrows a query over pages to the live ones within the scope */
  narrow(ctx: Ctx, query: Knex.QueryBuilder, scope: Scope): void;
  /** titles of the ancestors, from the top, for many pages at once */
  paths(ctx: Ctx, ids: number[]): Promise<Map<number, string[]>>;
  /** sync_version of those that the actor may see, of trashed ones too */
  versions(ctx: Ctx, ids: number[]): Promise<Map<number, number>>;
  /** what access knows of many pages, in one query; those that are gone are absent */
  subjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>>;
  /** holds the row of a live page of blocks until the transaction ends; false: there is none */
  hold(ctx: Ctx, id: number): Promise<boolean>;
  /** the body of a live page of blocks, held until the transaction ends where there is one */
  body(ctx: Ctx, id: number): Promise<PageBody | undefined>;
  /**
   * Puts what was written together into the page, in a transaction; false: there is no such live page. `mayShow` says
   * which of further files those who named them may read; what is not among them is no file of the page.
   */
  project(ctx: Ctx, id: number, body: PageBody, mayShow: (files: number[]) => Promise<Set<number>>): Promise<boolean>;
  /** writes a version unless the last one says the same */
  checkpoint(ctx: Ctx, id: number): Promise<void>;
}

export interface PageBody {
  title: string;
  blocks: Block[];
}

export const pages: Service<Pages> = service('pages');

export interface SavedPage {
  page: Page;
  /** the database that the page is a row of */
  collectionId: number | null;
  /** the new body; absent when only other fields changed */
  blocks?: Block[];
  /** with `blocks`: those that lie elsewhere and are found with this page */
  belonging?: Block[];
  /** made in this transaction: nothing is kept beside it yet */
  fresh?: boolean;
}

/** Blocks that lie outside of pages and are shown in them. */
export interface EmbeddedSource {
  /** of these synced blocks and of all they hold, those the actor may see */
  visible(ctx: Ctx, ids: number[]): Promise<Map<number, Block[]>>;
  /** what belongs to a page wherever it is shown: it is found, and its files are read, with the page */
  ofPage(ctx: Ctx, pageId: number): Promise<Block[]>;
}

/** Where synced blocks come from (the synced plugin); without one they are shown as missing. */
export const embeddedSource: Point<EmbeddedSource> = point('pages.embedded');

/** The values of a row as blocks: they are found, and their files are read, with its page (the collections plugin). */
export const rowWords: Point<(ctx: Ctx, pageId: number) => Promise<Block[]>> = point('pages.row-words');

/** A page that somebody is about to make in the browser without having written anything. */
export interface BlankPage {
  parentId: number | null;
  title: string;
}

/** What such a page starts from; the first answer counts. */
export const blankPage: Point<(ctx: Ctx, page: BlankPage) => Promise<Block[] | undefined>> = point('pages.blank');
/** Emoji of a workspace's own. */
export interface EmojiSource {
  /** of these names, those that the workspace has and the actor may see, with the addresses of their pictures */
  named(ctx: Ctx, workspaceId: number, names: string[]): Promise<Map<string, string>>;
}

/** Where such emoji come from (the emoji plugin); without one their names are shown. */
export const emojiSource: Point<EmojiSource> = point('pages.emoji');
/** Finds pages by words, best first: ids of visible pages of the workspace whose text or title holds all of them. */
export type PageFinder = (ctx: Ctx, words: string, workspaceId: number, limit: number) => Promise<number[]>;

/** Where mentions without a link are looked for (the search plugin); without one there are none. */
export const pageFinder: Point<PageFinder> = point('pages.finder');

/** Runs inside the transaction of every change of a page that concerns what is found: body, title, restore. */
export const pageSaved: Point<(ctx: Ctx, saved: SavedPage) => Promise<void>> = point('pages.saved');

/** Runs inside the transaction that puts pages into the trash. */
export const pagesTrashed: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.trashed');

/** Runs inside the transaction that brings pages back from the trash, when they are live again. */
export const pagesRestored: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.restored');

/** Runs inside the transaction that copies pages: ids of the originals, and those of their copies. */
export const pagesCopied: Point<(ctx: Ctx, copies: ReadonlyMap<number, number>) => Promise<void>> =
  point('pages.copied');

/** Runs inside the transaction that removes pages for good, before they go. */
export const pagesPurged: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.purged');

/** Names that came with a page, e.g. the tags of an imported note. */
export interface LabelledPage {
  pageId: number;
  names: string[];
}

/** Who keeps such names, for the actor; both run inside the transaction that writes the pages. */
export interface PageLabels {
  add(ctx: Ctx, labelled: LabelledPage[]): Promise<void>;
  /** takes back what `add` did and nobody has made their own since */
  remove(ctx: Ctx, labelled: LabelledPage[]): Promise<void>;
}

export const pageLabels: Point<PageLabels> = point('pages.labels');

/** What is shown below the body of a page. */
export interface PageSection {
  /** from the root of the templates, e.g. `/comments/section` */
  template: string;
  values: object;
}

/** Adds to the view of a live page; null where there is nothing to show. */
export const pageSections: Point<(request: Request, page: Page) => Promise<PageSection | null>> =
  point('pages.sections');

/** The document in which several people write a page at once, where there is one. */
export interface LiveDocument {
  /** Brings what was written there into the page. Joins the transaction, if there is one; true: something was brought. */
  settle(ctx: Ctx, pageId: number): Promise<boolean>;
  /**
   * Prepares a change of the page outside the transaction. What it returns writes it into the document, inside the
   * transaction that changes the page and holds its row.
   */
  prepare(ctx: Ctx, pageId: number, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>>;
}

/** Asked before a page is read for others or compared with a version, and told of each change of title and blocks. */
export const liveDocument: Point<LiveDocument> = point('pages.live-document');
/** Runs inside the transaction that takes pages into another workspace. */
export const pagesRehomed: Point<(ctx: Ctx, pageIds: number[], workspaceId: number) => Promise<void>> =
  point('pages.rehomed');
