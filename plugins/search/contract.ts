// What other plugins may know of search: the query and its results.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { SavedPage } from '../pages/contract.ts';

export interface SearchResult {
  type: 'page' | 'row' | 'collection' | 'file';
  id: number;
  title: string;
  /** text around the first hit, cut from what people wrote; plain text */
  snippet: string;
  url: string;
  workspace_id: number;
  /** titles of the ancestors, from the top */
  path: string[];
  updated_at: string;
}

export interface SearchQuery {
  q: string;
  limit: number;
  offset?: number;
  type?: SearchResult['type'];
  workspaceId?: number;
}

export interface Search {
  find(ctx: Ctx, query: SearchQuery): Promise<{ results: SearchResult[]; total: number }>;
  /** the most that is counted: of what is in more pages, the newest are found */
  most: number;
  /** puts pages that were just made into the index, in the transaction that made them */
  add(ctx: Ctx, saved: SavedPage[]): Promise<void>;
  /** the first words of pages that the actor may see; the caller has narrowed the ids. Pages without text are absent */
  excerpts(ctx: Ctx, ids: number[]): Promise<Map<number, string>>;
}

/** Text cut at the words that a query found; `hit` pieces are to be marked. */
export { highlight, type SnippetPiece } from './snippet.ts';

/** Finds what the actor may see by its words. */
export const search: Service<Search> = service('search');
