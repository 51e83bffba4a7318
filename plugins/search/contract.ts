// What other plugins may know of search: the query and its results.
import type { Knex } from 'knex';
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
  /** an emoji, `custom:<id>`, or empty */
  page_icon: string;
  updated_at: string;
}

export interface SearchQuery {
  q: string;
  limit: number;
  offset?: number;
  type?: SearchResult['type'];
  workspaceId?: number;
  /** who changed it last */
  by?: number;
  /** changed at this moment or later */
  since?: string;
  /** carries this tag of the actor */
  tag?: number;
  /** all words are in the title */
  isOfTitle?: boolean;
  /** which come first, of what words find; default: those that match best */
  order?: 'edited' | 'created';
  /** also what is about the same, in other words. @throws Problem unavailable where that is not set up */
  meaning?: boolean;
}

/** A page that is about what is asked, and where in its text. */
export interface NearPage {
  id: number;
  start: number;
  /** from 0 to 1 */
  score: number;
}

/** Search by meaning, of which there is one at most. */
export interface MeaningIndex {
  isOn(): boolean;
  /**
   * Pages about what is asked, nearest first, of those that a query over `pages` gives once it was narrowed.
   * @throws Problem unavailable
   */
  nearest(ctx: Ctx, q: string, narrow: (query: Knex.QueryBuilder) => void): Promise<NearPage[]>;
}

export interface Search {
  find(ctx: Ctx, query: SearchQuery): Promise<{ results: SearchResult[]; total: number }>;
  /**
   * By words and, where that is set up, by meaning; while its model is away by words alone: `isByMeaning` is false then.
   */
  findWidely(ctx: Ctx, query: SearchQuery): Promise<{ results: SearchResult[]; total: number; isByMeaning: boolean }>;
  /** whether `meaning` may be asked for */
  knowsMeaning(): boolean;
  /** title and text of live pages as they are indexed, whoever may see them */
  texts(ctx: Ctx, ids: number[]): Promise<Map<number, { title: string; text: string }>>;
  /** the most that is counted: of what is in more pages, the newest are found */
  most: number;
  /** puts pages that were just made into the index, in the transaction that made them */
  add(ctx: Ctx, saved: SavedPage[]): Promise<void>;
  /** the first words of pages that the actor may see; the caller has narrowed the ids. Pages without text are absent */
  excerpts(ctx: Ctx, ids: number[]): Promise<Map<number, string>>;
}

/** Text cut at the words that a query found; `hit` pieces are to be marked. */
export { BREAK, highlight, type SnippetPiece } from './snippet.ts';

/** Finds what the actor may see by its words. */
export const search: Service<Search> = service('search');

export const meaningIndex: Service<MeaningIndex> = service('search.meaning');
