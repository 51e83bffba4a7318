// What the library asks the server for, and how it stands in addresses.
import { send } from '../../../../core/client/request.ts';
import { libraryAddress, listSearch } from '../../library-address.ts';
import type { LibraryItem } from '../../model.ts';

export interface LibraryRequest {
  tab: string;
  page: number;
  limit: number;
  owner?: string;
  repo?: string;
  workspace_id?: number | undefined;
  tag?: number | undefined;
  with_tag?: number | undefined;
  kind?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export interface KeptFilter {
  id: number;
  name: string;
  query: Omit<LibraryRequest, 'page' | 'limit'>;
  url: string;
}

export interface LibraryProps {
  query: LibraryRequest;
  items: LibraryItem[];
  total: number;
  filters: KeptFilter[];
  tags: LibraryItem['tags'];
  workspaces: { id: number; name: string }[];
  tabs: string[];
  activeId: number | null;
  csrf: string;
  language: string;
  zone: string;
  /** when the pages were listed */
  now: string;
  /** address of the icons */
  sprite: string;
}

/** @param how `isTyped`: of words that somebody is typing, the last ones alone can be come back to */
export type ShowLibrary = (query: LibraryRequest, how?: { isTyped?: boolean }) => Promise<void>;

const saidOf = ({ page, limit: _, ...rest }: LibraryRequest) => ({ ...rest, page: page > 1 ? page : undefined });

/** The address that shows this. */
export const addressOfList = (query: LibraryRequest): string => libraryAddress(saidOf(query));

/** The same as forms say it. */
export const librarySearch = (query: LibraryRequest): string => listSearch(saidOf(query)).toString();

/** Whether a tab shows less than it holds; the one of a workspace is always about one of them. */
export const isNarrowed = ({ tab, kind, tag, with_tag, q, workspace_id }: LibraryRequest): boolean =>
  Boolean(kind || (tag && tab !== 'tagged') || with_tag || q || (workspace_id && tab !== 'workspace'));

/** Whether pages below others are left out, which whoever looks for a title finds as well. */
export const isTopOnly = ({ tab, q }: LibraryRequest): boolean => tab === 'workspace' && !q;

/** The parts of a request that are numbers. */
export const NUMBERS = ['page', 'workspace_id', 'tag', 'with_tag'];

/** What an address shows; the one of a tag is always about that. */
export const queryOf = (search: string, { tab, tag, limit }: LibraryRequest): LibraryRequest => {
  const found = [...new URLSearchParams(search)].map(([name, value]) => [
    name,
    NUMBERS.includes(name) ? Number(value) : value,
  ]);
  const place = tab === 'tagged' ? { tab, tag } : { tab: 'recents' };
  return { ...place, page: 1, limit, ...Object.fromEntries(found) } as LibraryRequest;
};

/** @throws RequestError */
export async function loadLibrary(
  query: LibraryRequest,
  activeId: number | null,
): Promise<{ items: LibraryItem[]; total: number }> {
  const { tab, ...rest } = query;
  // The last tab is about one workspace; without a choice it is the one at hand.
  const isPlain = tab === 'workspace' && !rest.owner && rest.workspace_id === undefined && activeId !== null;
  const asked = { ...rest, ...(isPlain && { workspace_id: activeId }) } as LibraryRequest;
  const search = listSearch({ ...saidOf(asked), tab: undefined });
  search.set('limit', String(query.limit));
  return send('GET', `/api/library/${tab}?${search}`);
}
