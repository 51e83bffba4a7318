// What other plugins may know of pages: their shape, the service, the block list, and where they join a save.
import type { Knex } from 'knex';
import type { Scope } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import type { Paged } from '../../core/paging.ts';
import { type Point, point, type Service, service } from '../../core/plugin.ts';
import type { Block } from './blocks/block.ts';

export { type Block, type Inline, type Json, MAX_BLOCKS, newBlockId, walk } from './blocks/block.ts';
export { readBlocks } from './blocks/codec.ts';
export { BlockFault } from './blocks/fault.ts';
export { renderHtml } from './blocks/html.ts';
export type { Links } from './blocks/links.ts';
export { markdownToBlocks } from './blocks/markdown-in.ts';
export type { MarkdownOptions, Resolved } from './blocks/markdown-source.ts';
export { references } from './blocks/references.ts';
export { plainText } from './blocks/text.ts';
export { parseBody } from './parse.ts';

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
  kind: 'page' | 'folder' | 'file';
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
  updatedAt?: string;
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
  /** from the top to the page itself */
  breadcrumb(ctx: Ctx, page: Pick<Page, 'id' | 'title' | 'kind'>): Promise<Pick<Page, 'id' | 'title' | 'kind'>[]>;
  /** narrows a query over pages to the live ones within the scope */
  narrow(ctx: Ctx, query: Knex.QueryBuilder, scope: Scope): void;
  /** titles of the ancestors, from the top, for many pages at once */
  paths(ctx: Ctx, ids: number[]): Promise<Map<number, string[]>>;
}

export const pages: Service<Pages> = service('pages');

export interface SavedPage {
  page: Page;
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

/** Finds pages by words, best first: ids of visible pages of the workspace whose text or title holds all of them. */
export type PageFinder = (ctx: Ctx, words: string, workspaceId: number, limit: number) => Promise<number[]>;

/** Where mentions without a link are looked for (the search plugin); without one there are none. */
export const pageFinder: Point<PageFinder> = point('pages.finder');

/** Runs inside the transaction of every change of a page that concerns what is found: body, title, restore. */
export const pageSaved: Point<(ctx: Ctx, saved: SavedPage) => Promise<void>> = point('pages.saved');

/** Runs inside the transaction that puts pages into the trash. */
export const pagesTrashed: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.trashed');

/** Runs inside the transaction that takes pages into another workspace. */
export const pagesRehomed: Point<(ctx: Ctx, pageIds: number[], workspaceId: number) => Promise<void>> =
  point('pages.rehomed');
