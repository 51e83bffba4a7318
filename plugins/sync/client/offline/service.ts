// What this device asks of the service, and tells it.
import { send } from '../../../../core/client/request.ts';
import type { ChangeOutcome, Mutation } from '../../model.ts';
import type { CollectionRecord, LocalDocument, PageRecord, TagRecord, WorkspaceRecord } from './store.ts';

export type DeltaChange = { seq: number; id: number; version: number } & (
  | { op: 'delete' | 'revoke'; type: 'workspace' | 'page' | 'row' | 'collection'; data: null }
  | { op: 'upsert'; type: 'page' | 'row'; data: PageRecord }
  | { op: 'upsert'; type: 'collection'; data: CollectionRecord }
  | { op: 'upsert'; type: 'workspace'; data: WorkspaceRecord }
);

export interface DeltaAnswer {
  changes: DeltaChange[];
  cursor: string;
  has_more: boolean;
  resync_required: boolean;
  recheck: boolean;
}

export interface DeviceIdentity {
  device_id: string;
  device_name: string;
}

const PART = 1000;
/** Of many pages and of large texts; nobody waits for it. */
const PATIENCE_MS = 60_000;
const patient = { timeoutMs: PATIENCE_MS };

interface Status {
  conflicts: number;
  devices: { device_id: string }[];
}

export const askStatus = (): Promise<Status> => send('GET', '/api/v2/sync/status');

/** This device keeps nothing any more. */
export const tellEmptied = (deviceId: string): Promise<unknown> =>
  send('DELETE', `/api/v2/sync/devices/${encodeURIComponent(deviceId)}`);

export const askDelta = (since: string | undefined): Promise<DeltaAnswer> =>
  send('POST', '/api/v2/sync/delta', { limit: PART, ...(since === undefined ? {} : { since }) }, patient);

export const askDocuments = (ids: number[]): Promise<Omit<LocalDocument, 'seen_at'>[]> =>
  send('POST', '/api/v2/sync/documents', { ids }, patient);

export const askTags = (ids: number[]): Promise<{ tags: TagRecord[]; pages: { id: number; tags: string[] }[] }> =>
  send('POST', '/api/v2/sync/tags', { ids }, patient);

export const askHeld = (
  device: DeviceIdentity,
  held: { id: number; version: number }[],
): Promise<{ gone: number[]; stale: number[] }> => send('POST', '/api/v2/sync/status', { ...device, held }, patient);

export const sendBatch = async (device: DeviceIdentity, mutations: Mutation[]): Promise<ChangeOutcome[]> =>
  (await send<{ results: ChangeOutcome[] }>('POST', '/api/v2/sync/batch', { ...device, mutations }, patient)).results;

interface Listed {
  page_id: number;
}
const LISTED = 100;

/** Ids of a person's favorites and of the pages that they opened last. */
export async function askOwnLists(): Promise<{ favorites: number[]; recents: number[] }> {
  const ask = async (name: string) =>
    (await send<Listed[]>('GET', `/api/v2/${name}?limit=${LISTED}`)).map(({ page_id }) => page_id);
  const [favorites, recents] = await Promise.all([ask('favorites'), ask('recents')]);
  return { favorites, recents };
}
