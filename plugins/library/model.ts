// What a line of the library says, on the server and in the browser.
import type { PageKind } from '../pages/contract.ts';
import type { SharedWith } from '../permissions/contract.ts';
import type { NamedTag } from '../tags/contract.ts';

export interface LibraryItem {
  id: number;
  title: string;
  kind: PageKind;
  page_icon: string;
  workspace_id: number;
  /** titles of the pages above, from the top */
  path: string[];
  tags: NamedTag[];
  url: string;
  updated_at: string;
  /** when the actor opened it last; null: not among the last 50 */
  opened_at: string | null;
  /** somebody else has changed it since then */
  unread: boolean;
  /** who opened it to the actor */
  shared_by: string | null;
  /** whom else it was opened to, where the actor may read that */
  shared_with: SharedWith[];
  /** its public address, while everybody can read it there */
  slug: string | null;
  /** since when, in the list of what is published */
  published_at: string | null;
  /** whether it is a favorite of the actor */
  favorite: boolean;
  /** it was published until a moment that is past */
  is_past: boolean;
}
