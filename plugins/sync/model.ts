// What a device sends, what it is answered, and what is kept of both.
export const ENTRY_TYPES = [
  ...(['page_create', 'page_update', 'page_delete', 'page_move'] as const),
  ...(['collection_create', 'collection_update', 'collection_delete'] as const),
];
export type EntryType = (typeof ENTRY_TYPES)[number];

export const ENTRY_STATUSES = ['pending', 'syncing', 'synced', 'failed'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** One change as a device sends it. */
export interface Mutation {
  client_id: string;
  /** an `EntryType`, or what no program here knows */
  type: string;
  payload: Record<string, unknown>;
  /** sync_version of what is changed, as the device last saw it */
  base_version?: number;
  /** milliseconds since 1970, by the clock of the device */
  client_timestamp: number;
}

export const OUTCOMES = ['applied', 'conflict', 'orphaned', 'rejected'] as const;

/** What came of one change. */
export interface ChangeOutcome {
  client_id: string;
  status: (typeof OUTCOMES)[number];
  /** of the page, row or database */
  id?: number;
  /** of a database: its page */
  page_id?: number;
  /** its sync_version now */
  version?: number;
  /** page that holds what was not taken */
  copy_id?: number;
  /** values that this change took the place of, though the device did not know them */
  overwrote?: Record<string, unknown>;
  code?: string;
  detail?: string;
  /** it may go through when it is sent again */
  retry?: true;
  /** it was sent before, and this is what came of it then */
  repeated?: true;
}

export interface QueueEntry {
  id: number;
  user_id: number;
  device_id: string;
  client_id: string;
  type: string;
  payload: string;
  fingerprint: string;
  client_timestamp: number;
  version_before: number;
  server_version: number;
  page_id: number | null;
  status: EntryStatus;
  retries: number;
  error: string | null;
  result: string | null;
  created_at: string;
}

/** `mine` is what one device wanted, `base` what it had seen before; both by field. */
export interface Conflict {
  id: number;
  user_id: number;
  device_id: string;
  client_id: string;
  target_id: number;
  base_json: Record<string, unknown>;
  mine_json: Record<string, unknown>;
  copy_page_id: number | null;
  state: 'open' | 'mine' | 'theirs' | 'both';
  created_at: string;
  resolved_at: string | null;
}
