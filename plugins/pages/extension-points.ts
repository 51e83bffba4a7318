// Where other plugins join pages: what is saved, trashed and moved, and what they bring to a page.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';
import type { Block } from '../blocks/block.ts';
import type { Addresses, Page, PageBody } from './contract.ts';
import { copyEnded } from './copies/copy-end.ts';
import { pageMarks, pageParts, pageSections, rowsBeside } from './page-view-points.ts';
import { guestPages } from './tree/guest-pages.ts';

export * from './page-view-points.ts';

export interface SavedPage {
  page: Page;
  /** the database that the page is a row of */
  collectionId: number | null;
  /** the new body; absent when only other fields changed */
  blocks?: Block[];
  /** with `blocks`: those that lie elsewhere and are found with this page */
  belonging?: Block[];
  /** made in this transaction, or back from the trash: nothing is kept beside it */
  fresh?: boolean;
  /** its title is what it was when this was said of it last */
  isTitled?: boolean;
  /** made of another page: whom that names is not named anew */
  isCopy?: boolean;
}

/** Blocks that lie outside of pages and are shown in them. */
export interface EmbeddedSource {
  /** of these synced blocks and of all they hold, those the actor may see */
  visible(ctx: Ctx, ids: number[]): Promise<Map<number, Block[]>>;
  /** of these synced blocks, those that there are, whoever asks */
  existing(ctx: Ctx, ids: number[]): Promise<number[]>;
  /** what belongs to each page wherever it is shown: it is found, and its files are read, with the page */
  ofPages(ctx: Ctx, pageIds: number[]): Promise<Map<number, Block[]>>;
  /** by title, the other pages that show a synced block of this one, of those the actor may see */
  shownOn(ctx: Ctx, pageId: number): Promise<{ id: number; title: string }[]>;
  /** how many are shown on a page, or also on those below that have its rights, and come from none of these */
  foreign(ctx: Ctx, pageId: number, alsoBelow: boolean): Promise<number>;
}

/** Where synced blocks come from (the synced plugin); without one they are shown as missing. */
export const embeddedSource: Service<EmbeddedSource> = service('pages.embedded');

/** A view of a database inside a page, as its reader sees it. */
export interface ShownDatabase {
  collectionId: number;
  /** null: the first one */
  viewId: number | null;
  href: string;
  title: string;
  /** its rows as markup that is safe as it is */
  html: string;
}

/** Where such databases come from (the databases plugin); without one they are shown as missing. */
export const databaseSource: Service<
  (ctx: Ctx, named: { collections: number[]; views: number[] }, addresses?: Addresses) => Promise<ShownDatabase[]>
> = service('pages.databases');

/** The values of rows as blocks: they are found, and their files are read, with their pages (the databases plugin). */
export const rowWords: Service<(ctx: Ctx, pageIds: number[]) => Promise<Map<number, Block[]>>> =
  service('pages.row-words');

/** A page that somebody is about to make in the browser without having written anything. */
export interface BlankPage {
  workspaceId: number;
  parentId: number | null;
  title: string;
}

/** What such a page starts from; the first answer counts. */
export const blankPage: Service<(ctx: Ctx, page: BlankPage) => Promise<Block[] | undefined>> = service('pages.blank');

/** Things outside of pages that blocks name by id. */
export interface NamedSource {
  kind: 'synced' | 'databases' | 'views' | 'comments';
  /** of these ids, those of things that the actor may see */
  visible(ctx: Ctx, ids: number[]): Promise<Set<number>>;
}

/** Asked of what a write adds to a page; ids of a kind that nobody brings name nothing. */
export const namedSource: Point<NamedSource> = point('pages.named');

/** Emoji of a workspace's own. */
export interface EmojiSource {
  /** of these names, those that the workspace has and the actor may see, with the addresses of their pictures */
  named(ctx: Ctx, workspaceId: number, names: string[]): Promise<Map<string, string>>;
  /** whether one is of this workspace */
  has(ctx: Ctx, workspaceId: number, id: number): Promise<boolean>;
}

/** Where such emoji come from (the emoji plugin); without one their names are shown. */
export const emojiSource: Service<EmojiSource> = service('pages.emoji');
/** Finds pages by words, best first: ids of visible pages of the workspace whose text or title holds all of them. */
export type PageFinder = (ctx: Ctx, words: string, workspaceId: number, limit: number) => Promise<number[]>;

/** Where mentions without a link are looked for (the search plugin); without one there are none. */
export const pageFinder: Service<PageFinder> = service('pages.finder');

/**
 * Ids of pages whose text or title holds all of these words, as a query that the caller narrows; null where no page can
 * hold them.
 */
export type PageWords = (ctx: Ctx, words: string) => Knex.QueryBuilder | null;

/** Where lists of pages are searched (the search plugin); without one nothing is found. */
export const pageWords: Service<PageWords> = service('pages.words');

/** Runs inside the transaction of every change of pages that concerns what is found: body, title, restore. */
export const pagesSaved: Point<(ctx: Ctx, saved: SavedPage[]) => Promise<void>> = point('pages.saved');

/** A database that things elsewhere look at. */
export interface DatabaseLoss {
  title: string;
  /** live ones that the actor sees */
  rows: number;
  /** names of what looks at it */
  properties: string[];
}

/** A page whose synced blocks are shown on pages that stay. */
export interface SyncedLoss {
  page_id: number;
  title: string;
  /** how many such pages the actor sees */
  uses: number;
  /** the first of them by title */
  pages: { id: number; title: string }[];
}

export interface PageLosses {
  databases: DatabaseLoss[];
  synced: SyncedLoss[];
}

/** What others miss without pages and all that goes with them: asked before these go where others do not see them. */
export const deletionImpact: Point<(ctx: Ctx, pageIds: number[]) => Promise<Partial<PageLosses>>> =
  point('pages.losses');

/** Of these pages of databases, the database of each (the databases plugin): their events name it. */
export const databasePages: Point<(ctx: Ctx, pageIds: number[]) => Promise<Map<number, number>>> =
  point('pages.database-pages');

/** Runs inside the transaction that puts pages into the trash, of all of them: does only what cannot wait. */
export const pagesTrashed: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.trashed');

/** Runs inside the transaction that moves pages to where other rights hold, before they go; throws to keep them. */
export const pagesMoving: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.moving');

/** The same of those that come back from it, when they are live again; throws to leave them there. */
export const pagesRestored: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.restored');

/** Pages that went into the trash or came back, by where they are now. */
export interface TurnedPages {
  live: number[];
  trashed: number[];
  /** what was computed anew already for others of the same change, in words of whoever computes it */
  computed: Set<string>;
}

/**
 * Takes along what is made of such pages: in the same transaction, or of a large subtree afterwards and slice by slice,
 * while everybody reads the pages as they are by then.
 */
export const pagesTurned: Point<(ctx: Ctx, turned: TurnedPages) => Promise<void>> = point('pages.turned');

/** Pages that are copied in one transaction, be they all or some of them. */
export interface CopiedPages {
  /** ids of the originals, and those of their copies */
  copies: ReadonlyMap<number, number>;
  /** the same of all that are copied with them */
  all: ReadonlyMap<number, number>;
  /** the same of databases and properties, as far as these are there; kept from part to part */
  others: CopiedOthers;
  /** the copies are told of later, and the databases among them with them */
  isSilent: boolean;
}

export interface CopiedOthers {
  collections: Map<number, number>;
  properties: Map<number, number>;
}

/** What comes with copies of pages: each step is done for all of them before the next one begins. */
export interface PageCopier {
  /** whatever has an id of its own gets it: the pages have theirs, and nothing else yet */
  begin?(ctx: Ctx, copied: CopiedPages): Promise<void>;
  /** where such things name each other */
  connect?(ctx: Ctx, copied: CopiedPages): Promise<void>;
  /** when the pages have their bodies */
  fill(ctx: Ctx, copied: CopiedPages): Promise<void>;
  /** when all are live, where they have become so one after the other: what is computed of pages that are */
  compute?(ctx: Ctx, copied: CopiedPages): Promise<void>;
}

/** Who takes such things along, inside the transactions that copy the pages. */
export const pagesCopied: Point<PageCopier> = point('pages.copied');

/** Runs inside the transaction that removes pages for good, before they go. */
export const pagesPurged: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.purged');

/** Names that came with a page, e.g. the tags of an imported note. */
export interface LabelledPage {
  pageId: number;
  names: string[];
}

/** Who keeps such names, for the actor; what changes them runs inside the transaction that writes the pages. */
export interface PageLabels {
  /** those of these pages, in order; of the system, everybody's */
  of(ctx: Ctx, pageIds: number[]): Promise<LabelledPage[]>;
  add(ctx: Ctx, labelled: LabelledPage[]): Promise<void>;
  /** takes back what `add` did and nobody has made their own since */
  remove(ctx: Ctx, labelled: LabelledPage[]): Promise<void>;
}

export const pageLabels: Point<PageLabels> = point('pages.labels');

/** What somebody said of a page elsewhere. */
export interface Remark {
  text: string;
  /** the account here of whoever said it; default: the actor */
  authorId?: number;
  /** ISO 8601; default: now */
  createdAt?: string;
}

/** Remarks that belong together, in the order in which they were made. */
export interface RemarkThread {
  pageId: number;
  /** a remark here whose thread these go on; null, or one that is gone: the first of them begins a thread */
  follows: number | null;
  /** of a thread that begins: the block and the words that it is about */
  blockId?: string;
  quote?: string;
  /** and whether its matter is settled */
  resolved?: boolean;
  remarks: Remark[];
}

/** Who keeps such remarks; both run inside the transaction that writes the pages. */
export interface PageRemarks {
  /** characters that one remark may have */
  readonly longest: number;
  /** ids of what became of them, as they were given */
  add(ctx: Ctx, workspaceId: number, threads: RemarkThread[]): Promise<number[][]>;
  /** takes back what `add` did; those that are gone already are passed over */
  remove(ctx: Ctx, ids: number[]): Promise<void>;
}

/** Where remarks of imported pages go (the comments plugin); without one they stand as quotes below the text. */
export const pageRemarks: Point<PageRemarks> = point('pages.remarks');

/** The document in which several people write a page at once, where there is one. */
export interface LiveDocument {
  /** of these pages, those that people write together, or did lately */
  among(ctx: Ctx, pageIds: number[]): Promise<number[]>;
  /** Brings what was written there into the page. Joins the transaction, if there is one; true: something was brought. */
  settle(ctx: Ctx, pageId: number): Promise<boolean>;
  /**
   * Prepares a change of the page outside the transaction. What it returns writes it into the document, inside the
   * transaction that changes the page and holds its row.
   */
  prepare(ctx: Ctx, pageId: number, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>>;
  /** Keeps what was brought into the page as a version of whoever wrote it, unless the last one says the same. */
  checkpoint(ctx: Ctx, pageId: number): Promise<void>;
}

/** The mark of pages that have such a document. */
export const DOCUMENT_MARK = 'document';

/** Asked before a page is read for others or compared with a version, and told of each change of title and blocks. */
export const liveDocument: Service<LiveDocument> = service('pages.live-document');

/** A page on its way below another one. */
export interface Descent {
  pageId: number;
  parentId: number;
  /** whoever moves it means to show it to everybody, where that is what becomes of it */
  publish: boolean;
}

/** May refuse it, inside the transaction of the move. */
export const pagesDescending: Point<(ctx: Ctx, descent: Descent) => Promise<void>> = point('pages.descending');

/** Runs inside the transaction that takes pages into another workspace. */
export const pagesRehomed: Point<(ctx: Ctx, pageIds: number[], workspaceId: number) => Promise<void>> =
  point('pages.rehomed');

/** All points that pages open. */
export const pagePoints = [
  pagesSaved,
  deletionImpact,
  pagesTrashed,
  pagesRestored,
  pagesTurned,
  pagesPurged,
  pagesCopied,
  copyEnded,
  databasePages,
  pagesDescending,
  pageLabels,
  pageRemarks,
  pageParts,
  pageSections,
  pageMarks,
  rowsBeside,
  pagesRehomed,
  pagesMoving,
  guestPages,
  namedSource,
];
