// The tabs of the library: which pages each holds, and in which order they come; and what carries a tag, which is no tab.
import type { Knex } from 'knex';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { ownLists } from '../favorites/contract.ts';
import { sharedPages } from '../permissions/contract.ts';

export const TABS = ['recents', 'favorites', 'shared', 'published', 'private', 'workspace'] as const;
/** What carries a tag of the actor's is listed on the page of that tag: all that the tabs list, and no tab itself. */
export const LISTS = [...TABS, 'tagged'] as const;
export type LibraryTab = (typeof LISTS)[number];

export const SORTS = ['opened', 'updated', 'created', 'title'] as const;
/** One with a minus sign before it is turned round. */
export const REVERSED_SORTS = SORTS.map((sort) => `-${sort}` as const);
type OwnSort = (typeof SORTS)[number];
export type LibrarySort = OwnSort | `-${OwnSort}`;

interface TabRule {
  /** all that it holds is the actor's by itself, whichever workspace it lies in */
  isOwn: boolean;
  /** narrows a query over `pages`, left-joined with `seen`; whether words of a title are looked for, too */
  narrow(ctx: Ctx, query: Knex.QueryBuilder, isSearched: boolean): void;
  /** the order without another wish */
  order(query: Knex.QueryBuilder): void;
}

const byChange = (query: Knex.QueryBuilder): void => void query.orderBy('pages.updated_at', 'desc');

export const tabs: Record<LibraryTab, TabRule> = {
  recents: {
    isOwn: true,
    narrow: (_ctx, query) => void query.whereNotNull('seen.opened_at'),
    order: (query) => void query.orderBy('seen.opened_at', 'desc'),
  },
  favorites: {
    isOwn: true,
    narrow: (ctx, query) =>
      void query.join(ctx.use(ownLists).favorites(ctx).as('favored'), 'favored.page_id', 'pages.id'),
    order: (query) => void query.orderBy('favored.position'),
  },
  shared: {
    isOwn: true,
    narrow: (ctx, query) => void query.whereIn('pages.id', ctx.use(sharedPages).ofActor(ctx)),
    order: byChange,
  },
  published: {
    isOwn: false,
    narrow: (_ctx, query) => void query.where('pages.is_published', 1),
    order: byChange,
  },
  private: {
    isOwn: true,
    narrow: (ctx, query) =>
      void query.where({ 'pages.permission_type': 'private', 'pages.created_by': userOf(ctx).id }),
    order: byChange,
  },
  workspace: {
    isOwn: false,
    // Whoever looks for a title looks for it in the whole tree, not at the top of it; rows are no part of the tree.
    narrow: (_ctx, query, isSearched) => void query.whereNull(isSearched ? 'pages.collection_id' : 'pages.parent_id'),
    order: (query) => void query.orderBy('pages.position'),
  },
  tagged: {
    isOwn: true,
    narrow: () => undefined,
    order: byChange,
  },
};

const columns: Record<OwnSort, [column: string, direction: 'asc' | 'desc']> = {
  opened: ['seen.opened_at', 'desc'],
  updated: ['pages.updated_at', 'desc'],
  created: ['pages.created_at', 'desc'],
  title: ['pages.title_key', 'asc'],
};

/** Pages that were never opened come last, on both databases. What lies on several levels of a tree has no order of its own. */
export function order(
  query: Knex.QueryBuilder,
  tab: LibraryTab,
  { sort, q }: { sort?: LibrarySort; q?: string },
): void {
  if (!sort) (tab === 'workspace' && q ? byChange : tabs[tab].order)(query);
  else {
    const isReversed = sort.startsWith('-');
    const own = sort.replace('-', '') as OwnSort;
    const [column, usual] = columns[own];
    const direction = isReversed ? (usual === 'asc' ? 'desc' : 'asc') : usual;
    query.orderBy(column, direction, own === 'opened' ? 'last' : undefined);
  }
  query.orderBy('pages.id');
}
