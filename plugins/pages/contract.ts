// What other plugins may know of pages: their shape, the service, and the block list; where they join is in extension-points.ts.
import type { Knex } from 'knex';
import type { PermissionType, Subject, VisibilityScope } from '../../core/access/access-control.ts';
import type { ExpectedVersion, ListPage } from '../../core/http/pagination.ts';
import type { Ctx, PublicReach } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { User } from '../auth/contract.ts';
import type { Block } from '../blocks/block.ts';
import type { Links } from '../blocks/link-context.ts';
import type { Heading } from '../blocks/outline.ts';
import type { NamedBefore } from './content/author-references.ts';
import type { MarkdownPatch } from './content/page-markdown.ts';
import type { OpeningRow } from './content/page-openings.ts';
import type {
  FilledPage,
  NewRowPage,
  PageChange,
  PageInput,
  PagePlace,
  RowAnchor,
  RowsHome,
  TrashedPage,
  TrashFilter,
} from './page-input.ts';
import type { TrailRow } from './page-queries.ts';
import type { PageAction } from './tree/page-actions.ts';
import type { ItemWindow, LevelWindow, TreeLevel } from './tree/tree-levels.ts';

export { type Author, type NamedBefore, refusedOf } from './content/author-references.ts';
export { nameAskedFiles, nameOwnFiles } from './content/file-url-references.ts';
export { serialize } from './content/page-body.ts';
export { isBody, parseBody } from './content/parse-blocks.ts';
export { readMarkdown } from './content/parse-markdown.ts';
export { checkBlockReferences, withoutHiddenReferences } from './content/reference-check.ts';
export { coverUrl } from './files/cover-address.ts';
export { coverDrawing } from './files/cover-gradients.ts';
export { PAGE_FIELDS } from './page-columns.ts';
export type * from './page-input.ts';
export { newPageRefs, pagePolicies } from './policies.ts';
export { changed, pageSchema, wholePage, wholePageSchema } from './present.ts';
export { deletionImpactOf, isEmptyImpact, lossesSchema } from './tree/deletion-impact.ts';
export { typedParent } from './tree/new-page-place.ts';
export type { ItemKey, ItemWindow, LevelWindow, TreeLevel } from './tree/tree-levels.ts';

export type PageKind = 'page' | 'file' | 'folder' | 'collection';

/** A page without its content, as lists show it (contract 5). */
export interface Page {
  id: number;
  workspace_id: number;
  parent_id: number | null;
  kind: PageKind;
  title: string;
  content_format: 'blocks' | 'collection' | 'file';
  page_icon: string;
  cover_url: string;
  /** which part of a high picture shows: 0 the top, 100 the bottom, in steps of 5 */
  cover_position: number;
  position: number;
  is_locked: number;
  locked_by: number | null;
  full_width: number;
  font_small: number;
  permission_type: PermissionType;
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
export interface PageListItem extends Page {
  has_children: boolean;
  /** what the actor may do to it */
  may: PageAction[];
}

/** A page that changed, or a database of which rows did: those that changed last, newest first. */
export interface RecentPlace {
  page: Page;
  rows: Page[];
}

/**
 * What whoever changes a page has done in the same transaction, before what may have ended the right to it: asked for that
 * right, or asked for it and `held` the page.
 */
export type KnownInTransaction = 'checked' | 'held';

export interface Pages {
  /** @throws Problem forbidden, conflict, validation_failed */
  create(ctx: Ctx, input: PageInput): Promise<Page>;
  /** Writes a body and one version. @throws Problem version_conflict, validation_failed */
  save(
    ctx: Ctx,
    pageId: number,
    change: {
      title?: string;
      /** the new body, or what makes it of the one there is when it is saved */
      blocks?: Block[] | ((blocks: Block[]) => Block[]);
      note?: string;
      expected?: ExpectedVersion;
    },
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
   * Rows of a database, behind those it has: in a transaction that holds the tree, where `keep` writes their values
   * before they are announced. @throws Problem not_found, page_locked, validation_failed
   */
  addRows(
    ctx: Ctx,
    home: RowsHome,
    rows: NewRowPage[],
    keep: (ctx: Ctx, made: Page[]) => Promise<void>,
  ): Promise<Page[]>;
  /**
   * Title and looks; `also` names what changed beside the page and is a change of it all the same.
   * @throws Problem version_conflict, validation_failed
   */
  change(
    ctx: Ctx,
    id: number,
    change: PageChange,
    expected?: ExpectedVersion,
    also?: string[],
    known?: KnownInTransaction,
  ): Promise<Page>;
  /** tells of something that happened to a page, with what events of pages say of rows and databases */
  emit(
    ctx: Ctx,
    type: string,
    id: number,
    details?: { changed?: string[]; data?: Record<string, unknown> },
  ): Promise<void>;
  /** holds the tree of a workspace until the transaction ends; what also holds pages holds the tree first */
  lockTree(ctx: Ctx, workspaceId: number): Promise<void>;
  /** makes rows of a database of pages that are inside it */
  intoCollection(ctx: Ctx, ids: number[], collectionId: number): Promise<void>;
  /** makes a database of a live page, whose text stays in its versions. @throws Problem conflict */
  becomeCollection(ctx: Ctx, id: number): Promise<Page>;
  restore(ctx: Ctx, id: number): Promise<Page>;
  /** brings rows back that went into the trash. @throws Problem like `restore` */
  restoreRows(ctx: Ctx, ids: number[]): Promise<void>;
  /** removes for good what is in the trash. @throws Problem conflict for what is live */
  remove(ctx: Ctx, id: number): Promise<void>;
  /** whatever of these exists, in the trash too */
  byIds(ctx: Ctx, ids: number[]): Promise<Page[]>;
  blocks(ctx: Ctx, id: number): Promise<Block[]>;
  /** what another query over `pages` selects as `beginning` for `openings` */
  beginning(ctx: Ctx): Knex.Raw;
  /** how those of the pages begin that mention something, with its names */
  openings(ctx: Ctx, rows: OpeningRow[]): Promise<Map<number, string>>;
  /** what blocks of this workspace refer to, as the actor may see it: for rendering them */
  links(ctx: Ctx, workspaceId: number, blocks: Block[]): Promise<Links>;
  /** writes anew what is kept beside the body of a live page, after a change of what belongs to it, its title too or not */
  refresh(ctx: Ctx, ids: number[], isTitled?: boolean): Promise<void>;
  trash(ctx: Ctx, id: number, expected?: ExpectedVersion): Promise<void>;
  /** how many live pages lie below one, whoever may see them */
  countBelow(ctx: Ctx, id: number): Promise<number>;
  /** the same for many rows, each a deletion of its own */
  trashRows(ctx: Ctx, ids: number[]): Promise<void>;
  /** rows of a database beside another one of it, in this order. @throws Problem not_found, page_locked, conflict */
  moveRows(ctx: Ctx, ids: number[], beside: RowAnchor): Promise<void>;
  /** visible pages changed last, newest first */
  recent(ctx: Ctx, limit: number): Promise<Page[]>;
  /** the same, with rows in the place of their database; where a workspace is named, of no other one of the actor's */
  recentPlaces(ctx: Ctx, limit: number, workspaceId?: number): Promise<RecentPlace[]>;
  /** when something visible in each workspace was last changed; one without visible pages is absent */
  lastChanges(ctx: Ctx, workspaceIds: number[]): Promise<Map<number, string>>;
  /** what the actor may see of the trash of a workspace, newest first */
  trashed(ctx: Ctx, workspaceId: number, filter: TrashFilter): Promise<TrashedPage[]>;
  /** removes for good what the actor may see of the trash of a workspace; returns how many went */
  emptyTrash(ctx: Ctx, workspaceId: number): Promise<number>;
  /** a window on one visible level of the tree, with all that a list shows */
  items(ctx: Ctx, workspaceId: number, parentId: number | null, window: ItemWindow): Promise<ListPage<PageListItem>>;
  /** a part of one visible level of the tree */
  level(ctx: Ctx, workspaceId: number, parentId: number | null, window: LevelWindow): Promise<TreeLevel>;
  /** of these pages, those that are uploaded pictures, with the address of a small form of each */
  pictures(ctx: Ctx, ids: number[]): Promise<Map<number, string>>;
  /** from the top to the page itself */
  breadcrumb(ctx: Ctx, page: Pick<Page, 'id' | 'title' | 'kind'>): Promise<Pick<Page, 'id' | 'title' | 'kind'>[]>;
  /** of these, the active people who may see the page now; nobody for one in the trash */
  readers(ctx: Ctx, pageId: number, userIds: number[]): Promise<User[]>;
  /** narrows a query over pages to the live ones within the scope, or to those in the trash; `title`: with these words */
  narrow(
    ctx: Ctx,
    query: Knex.QueryBuilder,
    scope: VisibilityScope,
    options?: { alias?: string; trashed?: boolean; title?: string },
  ): void;
  /** what a visitor reads, as `open_pages` with their ids and these columns, found from the published page on */
  publishedPages(ctx: Ctx, reads: PublicReach, columns: (keyof Page)[], only?: { rows?: boolean }): Knex.QueryBuilder;
  /** each page and its ancestors, nearest first, up to one that the actor may not see */
  trails(ctx: Ctx, ids: number[]): Promise<Map<number, number[]>>;
  /** titles of the ancestors, from the top, for many pages at once */
  paths(ctx: Ctx, ids: number[]): Promise<Map<number, string[]>>;
  /** what another query over `pages` selects as `trail`, so that no second one asks for the paths of its rows */
  trail(ctx: Ctx): Knex.QueryBuilder;
  pathsAlong(ctx: Ctx, rows: TrailRow[]): Promise<Map<number, string[]>>;
  /** ids of visible live pages behind this one, in their order */
  visibleAfter(ctx: Ctx, id: number, limit: number): Promise<number[]>;
  /**
   * To another place of its workspace, the last one without a position; rights on page and new parent have been checked.
   * @throws Problem not_found, forbidden, page_locked, conflict for a move below itself, too deep or of a row elsewhere
   */
  move(ctx: Ctx, id: number, to: { parentId: number | null; position?: number }): Promise<Page>;
  /** sync_version of those that the actor may see, of trashed ones too */
  versions(ctx: Ctx, ids: number[]): Promise<Map<number, number>>;
  /**
   * Changes who may see a page, nobody else changing the tree of its workspace meanwhile: `work` writes its grants and
   * may return another type. Kept decisions are void from the commit on. @throws Problem not_found
   */
  changeRights(ctx: Ctx, id: number, work: (tx: Ctx, page: Page) => Promise<PermissionType | undefined>): Promise<Page>;
  /** a live page as the actor reads it: the body as markup, and what lies inside; links lead to `addresses` */
  read(ctx: Ctx, id: number, addresses?: Addresses): Promise<ReadPage | undefined>;
  /** whether some page that the actor reads shows the file as it is now */
  showsFile(ctx: Ctx, fileId: number): Promise<boolean>;
  /** what access knows of many pages, in one query; those that are gone are absent */
  subjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>>;
  /** a query that finds the page while all that rights on it depend on is as the subject has it */
  unchanged(ctx: Ctx, subject: Subject): Knex.QueryBuilder;
  /** holds a page until the transaction ends, and gives it with everything written in it so far; those in the trash too */
  held(ctx: Ctx, id: number): Promise<Page | undefined>;
  /** holds the row of a live page of blocks until the transaction ends; false: there is none */
  hold(ctx: Ctx, id: number): Promise<boolean>;
  /** the same for many, in the order in which all hold many; false: one of them is none */
  holdAll(ctx: Ctx, ids: number[]): Promise<boolean>;
  /** the body of a live page of blocks, held until the transaction ends where there is one */
  body(ctx: Ctx, id: number): Promise<PageBody | undefined>;
  /**
   * Puts what was written together into the page, in a transaction; false: there is no such live page. What it names
   * must have been asked of those who wrote it, see `refusedOf`.
   */
  project(ctx: Ctx, id: number, body: PageBody): Promise<boolean>;
  /** what a live page of blocks names as it is: that may stay in it */
  namedBefore(ctx: Ctx, id: number): Promise<NamedBefore | undefined>;
  /** these have written what was put into the page, and are named by its next version */
  wrote(ctx: Ctx, id: number, userIds: number[]): Promise<void>;
  /** writes a version unless the last one says the same */
  checkpoint(ctx: Ctx, id: number): Promise<void>;
}

/** Bodies as Markdown and what they were before, for those who read and write pages as text. */
export interface PageTexts {
  /** what is there now, what is being written included. @throws Problem not_found */
  markdown(ctx: Ctx, id: number): Promise<string>;
  /** saves one version; rights have been checked. @throws Problem version_conflict, validation_failed, page_locked */
  patch(
    ctx: Ctx,
    id: number,
    patch: MarkdownPatch,
    save?: { note?: string; expected?: ExpectedVersion },
  ): Promise<Page>;
  /** blocks of Markdown, with its links to pages of the workspace */
  blocks(ctx: Ctx, workspaceId: number, markdown: string): Promise<Block[]>;
  /** newest first */
  versions(
    ctx: Ctx,
    id: number,
    limit: number,
  ): Promise<{ id: number; note: string; created_at: string; user_id: number | null }[]>;
  /** a version of the page, whole. @throws Problem not_found for one of another page */
  version(ctx: Ctx, id: number, versionId: number): Promise<{ title: string; created_at: string; blocks: Block[] }>;
  /** the id of the version that holds what is there now; it is made unless the last one says the same */
  keep(ctx: Ctx, id: number): Promise<number>;
  /** @throws Problem not_found for a version of another page, page_locked */
  restoreVersion(ctx: Ctx, id: number, versionId: number): Promise<Page>;
  /** visible pages that link here, by id */
  backlinks(ctx: Ctx, id: number): Promise<{ id: number; title: string }[]>;
}

export const pageTexts: Service<PageTexts> = service('pages.texts');

export interface PageBody {
  title: string;
  blocks: Block[];
}

/** Where pages and files are found by those who read them elsewhere than in the product itself. */
export interface Addresses {
  page(id: number): string;
  file(id: number): string;
}

export interface ReadPage {
  page: Page;
  html: string;
  /** its headings */
  outline: Heading[];
  /** of an uploaded file: that file */
  fileId: number | null;
}

/** The tree of pages: makes, reads, changes, moves and deletes them. */
export const pages: Service<Pages> = service('pages');
/** For the rooms, which come with the first document that is written together. */
export const sharedText = (): Promise<typeof import('../blocks/ydoc/index.ts')> => import('../blocks/ydoc/index.ts');

export type { OpeningRow } from './content/page-openings.ts';
export { copyEnded, type EndedCopy } from './copies/copy-end.ts';
export * from './extension-points.ts';
export type { TrailRow } from './page-queries.ts';
export { type GuestPage, guestPages } from './tree/guest-pages.ts';
export { workspaceBeside } from './tree/sidebar.ts';
