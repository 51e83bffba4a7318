// What the browser is told of a database at once: its schema, its views, and rows as one of them shows them.
import type { Collection, NamesById, Property, Row, View, ViewDraft } from '../../model.ts';

export interface TableData extends Record<string, unknown> {
  collection: Collection;
  properties: Property[];
  views: View[];
  /** by the ids of views; what is answered without a connection has none */
  drafts?: Record<string, ViewDraft>;
  view_id: number | null;
  pages: Row[];
  total: number;
  names: NamesById;
  colors: Record<string, string>;
  /** ids of rows that may be changed, and of properties that may not */
  writable: number[];
  read_only: number[];
  sees_all_rows: boolean;
  is_locked?: boolean;
  /** of a change of the properties that is on its way */
  job_id: number | null;
}
