// What is asked of the rows of a database: which of them, in which order, and which part of the list.
import type { Filter, Sort, View } from '../model.ts';
import type { RowCursor } from './sort-sql.ts';

export interface RowQuery {
  filter?: Filter | null;
  sorts?: Sort[];
  /** of a saved view: what no longer applies is passed over */
  isSaved?: boolean;
  /** no rows but these */
  ids?: number[];
  /** no rows but those that hold these words */
  search?: string;
}

export interface RowWindow {
  limit: number;
  offset?: number;
  cursor?: RowCursor;
}

export interface KnownTotal {
  /** rows that match in all, when that is known */
  total?: number;
}

/** What a view shows, as it was saved; all rows where there is none. */
export const savedQuery = (view: View | undefined): RowQuery => ({
  filter: view?.config.filter,
  sorts: view?.config.sorts,
  isSaved: true,
});
