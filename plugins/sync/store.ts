// SQL of the queue of changes, the devices that sent them, and the conflicts among them.
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Conflict, EntryStatus, QueueEntry } from './model.ts';

type NewEntry = Pick<
  QueueEntry,
  'user_id' | 'device_id' | 'client_id' | 'type' | 'payload' | 'fingerprint' | 'client_timestamp'
>;
type Key = Pick<QueueEntry, 'user_id' | 'device_id' | 'client_id'>;

/** Entries of one device; without a device those of all. */
export interface QueueOwner {
  user_id: number;
  device_id?: string;
}

export interface SyncDevice {
  device_id: string;
  name: string;
  last_sync_at: string;
}

const SHOWN = [
  ...(['id', 'user_id', 'device_id', 'client_id', 'type', 'payload', 'client_timestamp'] as const),
  ...(['server_version', 'status', 'retries', 'error', 'created_at'] as const),
];
/** As who sent it may read it. */
export type ShownQueueEntry = Pick<QueueEntry, (typeof SHOWN)[number]>;

/** PostgreSQL gives large numbers as text. */
const present = <T extends Pick<QueueEntry, 'client_timestamp'>>(row: T): T => ({
  ...row,
  client_timestamp: Number(row.client_timestamp),
});

export const queueStore = {
  /** Notes what came; what is there already stays as it is. */
  async receive(ctx: Ctx, entries: NewEntry[]): Promise<void> {
    const own = { status: 'syncing', created_at: ctx.now() };
    await ctx
      .db('sync_queue')
      .insert(entries.map((entry) => ({ ...entry, ...own })))
      .onConflict(['user_id', 'device_id', 'client_id'])
      .ignore();
  },

  /** Held until the transaction ends: a change that is sent twice at once is made once. */
  async hold(ctx: Ctx, { user_id, device_id, client_id }: Key): Promise<QueueEntry | undefined> {
    const [row] = await cachedQuery<QueueEntry>(
      ctx.db,
      'change of a device',
      [user_id, device_id, client_id],
      ([user = 0, device = 0, client = 0]) =>
        ctx.db('sync_queue').where({ user_id: user, device_id: device, client_id: client }).forUpdate(),
    );
    return row && present(row);
  },

  async byKey(ctx: Ctx, key: Key): Promise<QueueEntry | undefined> {
    const row = (await ctx.db('sync_queue').where(key).first()) as QueueEntry | undefined;
    return row && present(row);
  },

  /** newest first */
  async of(
    ctx: Ctx,
    whose: QueueOwner,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ShownQueueEntry[]> {
    const rows = await ctx
      .db('sync_queue')
      .where(whose)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .select(SHOWN);
    return rows.map(present);
  },

  settle: (
    ctx: Ctx,
    id: number,
    change: Pick<QueueEntry, 'status' | 'error' | 'result'> & Partial<QueueEntry>,
  ): Promise<number> => ctx.db('sync_queue').where({ id }).update(change),

  /** an attempt that came to nothing, unless another one has come to something meanwhile */
  fail: (ctx: Ctx, id: number, error: string): Promise<number> =>
    ctx
      .db('sync_queue')
      .where({ id })
      .whereNull('result')
      .update({ status: 'failed', error, retries: ctx.db.raw('retries + 1') }),

  /** what this device has done to a page, as versions before and after */
  steps: (
    ctx: Ctx,
    { user_id, device_id, page_id }: Pick<QueueEntry, 'user_id' | 'device_id'> & { page_id: number },
  ): Promise<Pick<QueueEntry, 'version_before' | 'server_version'>[]> =>
    ctx
      .db('sync_queue')
      .where({ user_id, device_id, page_id, status: 'synced' })
      .orderBy('server_version', 'desc')
      .select('version_before', 'server_version'),

  async counts(ctx: Ctx, whose: QueueOwner): Promise<{ device_id: string; status: EntryStatus; total: number }[]> {
    const rows = (await ctx
      .db('sync_queue')
      .where(whose)
      .groupBy('device_id', 'status')
      .select('device_id', 'status')
      .count({ total: '*' })) as { device_id: string; status: EntryStatus; total: number }[];
    return rows.map((row) => ({ ...row, total: Number(row.total) }));
  },

  /** left in the middle by a process that is gone: they wait for their device to send them again */
  release: (ctx: Ctx, before: string): Promise<number> =>
    ctx.db('sync_queue').where({ status: 'syncing' }).where('created_at', '<', before).update({ status: 'pending' }),

  stuck: (ctx: Ctx, before: string): Promise<number[]> =>
    ctx.db('sync_queue').where({ status: 'syncing' }).where('created_at', '<', before).orderBy('id').pluck('id'),

  unanswered: (ctx: Ctx): Promise<number[]> =>
    ctx.db('sync_queue').where({ status: 'synced' }).whereNull('result').orderBy('id').pluck('id'),

  purge: (ctx: Ctx, before: string): Promise<number> => ctx.db('sync_queue').where('created_at', '<', before).delete(),
};

export const syncDeviceStore = {
  async touch(ctx: Ctx, userId: number, deviceId: string, name: string | undefined): Promise<void> {
    const row = {
      user_id: userId,
      device_id: deviceId,
      last_sync_at: ctx.now(),
      ...(name === undefined ? {} : { name }),
    };
    await ctx.db('sync_devices').insert(row).onConflict(['user_id', 'device_id']).merge();
  },

  /** newest first */
  of: (ctx: Ctx, userId: number): Promise<SyncDevice[]> =>
    ctx
      .db('sync_devices')
      .where({ user_id: userId })
      .orderBy('last_sync_at', 'desc')
      .orderBy('device_id')
      .select('device_id', 'name', 'last_sync_at'),

  async counts(ctx: Ctx, userIds: number[]): Promise<Map<number, number>> {
    const rows: { user_id?: number; total?: number | string }[] = await ctx
      .db('sync_devices')
      .whereIn('user_id', userIds)
      .groupBy('user_id')
      .select('user_id')
      .count({ total: '*' });
    return new Map(rows.map((row) => [Number(row.user_id), Number(row.total)]));
  },

  remove: (ctx: Ctx, userId: number, deviceId: string): Promise<number> =>
    ctx.db('sync_devices').where({ user_id: userId, device_id: deviceId }).delete(),

  purge: (ctx: Ctx, before: string): Promise<number> =>
    ctx.db('sync_devices').where('last_sync_at', '<', before).delete(),
};

type ConflictRow = Omit<Conflict, 'base_json' | 'mine_json'> & { base_json: string; mine_json: string };

const conflictOf = (row: ConflictRow): Conflict => ({
  ...row,
  base_json: JSON.parse(row.base_json),
  mine_json: JSON.parse(row.mine_json),
});

export const conflictStore = {
  async insert(
    ctx: Ctx,
    { base_json, mine_json, ...row }: Omit<Conflict, 'id' | 'state' | 'created_at' | 'resolved_at'>,
  ): Promise<number> {
    const [made] = await ctx
      .db('sync_conflicts')
      .insert({
        ...row,
        base_json: JSON.stringify(base_json),
        mine_json: JSON.stringify(mine_json),
        created_at: ctx.now(),
      })
      .returning('id');
    return made.id;
  },

  async byId(ctx: Ctx, id: number): Promise<Conflict | undefined> {
    const row = (await ctx.db('sync_conflicts').where({ id }).first()) as ConflictRow | undefined;
    return row && conflictOf(row);
  },

  /** Held until the transaction ends: it is decided once. */
  async hold(ctx: Ctx, id: number): Promise<Conflict | undefined> {
    const row = (await ctx.db('sync_conflicts').where({ id }).forUpdate().first()) as ConflictRow | undefined;
    return row && conflictOf(row);
  },

  /** newest first */
  async of(ctx: Ctx, userId: number, state: Conflict['state'] | undefined): Promise<Conflict[]> {
    const rows = (await ctx
      .db('sync_conflicts')
      .where({ user_id: userId, ...(state ? { state } : {}) })
      .orderBy('id', 'desc')) as ConflictRow[];
    return rows.map(conflictOf);
  },

  resolve: (ctx: Ctx, id: number, state: Conflict['state']): Promise<number> =>
    ctx.db('sync_conflicts').where({ id }).update({ state, resolved_at: ctx.now() }),

  purge: (ctx: Ctx, before: string): Promise<number> =>
    ctx.db('sync_conflicts').where('created_at', '<', before).whereNot({ state: 'open' }).delete(),
};
