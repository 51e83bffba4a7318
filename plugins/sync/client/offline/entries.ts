// Changes that wait, as they show on the records of this device until the service has them.
import type { EntryType } from '../../model.ts';
import type { PageRecord, Store, WaitingEntry } from './store.ts';

/** Above all ids that the service gives: what was made here is known by a number of this device. */
const IDS_MAX = 2 ** 31 - 1;
export const isLocal = (id: number): boolean => id > IDS_MAX;

export const newLocalId = (): number => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return 2 ** 32 + (high % 2 ** 18) * 2 ** 32 + low;
};

interface Fields extends Partial<PageRecord> {
  values?: Record<string, unknown>;
  /** a person's own: the record of a page knows nothing of them */
  add_tags?: string[];
  remove_tags?: string[];
  favorite?: boolean;
}

export const entryFields = ({ payload }: Pick<WaitingEntry, 'payload'>): Fields => (payload.fields ?? {}) as Fields;

/** The record after a change; null: it is gone. */
export function applyEntry(
  record: PageRecord,
  { type, payload }: Pick<WaitingEntry, 'type' | 'payload'>,
): PageRecord | null {
  if (type === 'page_delete') return null;
  if (type === 'page_move') {
    const { parent_id, position = record.position } = payload as { parent_id: number | null; position?: number };
    return { ...record, parent_id, position };
  }
  if (type !== 'page_update') return record;
  const { values, add_tags: _on, remove_tags: _off, favorite: _star, ...fields } = entryFields({ payload });
  return { ...record, ...fields, ...(values ? { values: { ...record.values, ...values } } : {}) };
}

/** The record as it is to be shown while changes of it wait. */
export const withWaiting = (record: PageRecord, waiting: WaitingEntry[]): PageRecord | null =>
  waiting.reduce<PageRecord | null>((now, entry) => now && applyEntry(now, entry), record);

export interface NewEntry {
  type: EntryType;
  payload: Record<string, unknown>;
  target: number;
  name: string;
  client_id?: string;
  before?: PageRecord | null;
  texts?: number[];
}

/** Puts a change into the queue; the caller shows it. */
export async function wait(store: Store, entry: NewEntry): Promise<void> {
  const { before = null, client_id = crypto.randomUUID(), ...rest } = entry;
  await store.add('queue', {
    ...rest,
    ...{ client_id, before, client_timestamp: Date.now() },
    // What was made here has no version that the service knows.
    ...(before && !isLocal(before.id) ? { base_version: before.sync_version } : {}),
    ...{ state: 'pending', retries: 0, next_at: 0, error: '' },
  });
}

export async function waitingByTarget(store: Store): Promise<Map<number, WaitingEntry[]>> {
  return Map.groupBy(await store.getAll('queue'), ({ target }) => target);
}
