// What the socket of a live document is told about, and whom it tells.
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';

/** What the server says of the caller and the document. */
export interface LiveAccess {
  can_edit: boolean;
  refusal: { status: number } | null;
  user_id: number;
  epoch: string | null;
}

/** Why there will be no further attempt: an HTTP status, as the close codes 4401, 4403, 4404 and 4409 say it too. */
export type ConnectionEnd = 401 | 403 | 404 | 409 | 413;

export interface LineHost {
  /** of which kind and by which id the server knows the document, e.g. `pages/7` */
  place: string;
  doc: Y.Doc;
  awareness: Awareness;
  /** before each attempt; false: not now */
  admit(access: LiveAccess): boolean;
  /** the document is all that the server has; once for each socket */
  onSynced(): void;
  /** something of what is below has changed */
  onChange(): void;
  /** the server has stored all changes up to this one */
  onStored(count: number): void;
  /** sockets do not get through */
  onBlocked(): void;
}
