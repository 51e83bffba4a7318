// How a person's devices stand: what waits, what failed, what was decided by nobody yet, and what a device must let go.
import { portions } from '../../core/database/chunks.ts';
import { notFound } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { pages } from '../pages/contract.ts';
import { openConflicts } from './conflicts/conflicts.ts';
import { refuseSeen } from './delta/delta.ts';
import { ENTRY_STATUSES, type EntryStatus } from './model.ts';
import { queueStore, type ShownQueueEntry, syncDeviceStore } from './store.ts';

/** What the caller's devices sent, newest first. */
export async function syncQueue(
  ctx: Ctx,
  deviceId: string | undefined,
  [limit, offset]: readonly [number, number],
): Promise<{ items: ShownQueueEntry[]; total: number }> {
  refuseSeen(ctx);
  const whose = { user_id: userOf(ctx).id, ...(deviceId === undefined ? {} : { device_id: deviceId }) };
  const [items, counts] = await Promise.all([
    queueStore.of(ctx, whose, { limit, offset }),
    queueStore.counts(ctx, whose),
  ]);
  return { items, total: counts.reduce((sum, { total }) => sum + total, 0) };
}

export async function syncStatus(ctx: Ctx, deviceId?: string) {
  refuseSeen(ctx);
  const { id } = userOf(ctx);
  const [known, counts, conflicts] = await Promise.all([
    syncDeviceStore.of(ctx, id),
    queueStore.counts(ctx, { user_id: id }),
    openConflicts(ctx),
  ]);
  const totalOf = (status: EntryStatus, device?: string): number =>
    counts
      .filter((one) => one.status === status && (device === undefined || one.device_id === device))
      .reduce((sum, { total }) => sum + total, 0);
  return {
    server_time: ctx.now(),
    read_only: ctx.app.maintenance.state.read_only,
    devices: known.map((device) => ({
      ...device,
      pending: totalOf('pending', device.device_id) + totalOf('syncing', device.device_id),
      failed: totalOf('failed', device.device_id),
    })),
    queue: Object.fromEntries(ENTRY_STATUSES.map((status) => [status, totalOf(status, deviceId)])),
    conflicts: conflicts.filter((one) => deviceId === undefined || one.device_id === deviceId).length,
  };
}

/** A device that is not known any more lets go of all that it keeps when it asks the next time. @throws Problem not_found */
export async function forgetDevice(ctx: Ctx, deviceId: string): Promise<void> {
  refuseSeen(ctx);
  if (!(await ctx.tx((tx) => syncDeviceStore.remove(tx, userOf(tx).id, deviceId)))) throw notFound();
}

export interface VersionedId {
  id: number;
  version: number;
}

/** Of the pages and rows that a device holds, those that are not for it any more, and those that are others by now. */
export async function heldStatus(ctx: Ctx, held: VersionedId[]): Promise<{ gone: number[]; stale: number[] }> {
  refuseSeen(ctx);
  const live = new Map<number, number>();
  for (const some of portions(held.map(({ id }) => id))) {
    const seen = await ctx.use(pages).versions(ctx, some);
    for (const { id, deleted_at, sync_version } of await ctx.use(pages).byIds(ctx, [...seen.keys()]))
      if (deleted_at === null) live.set(id, sync_version);
  }
  return {
    gone: held.flatMap(({ id }) => (live.has(id) ? [] : [id])),
    stale: held.flatMap(({ id, version }) => (live.has(id) && live.get(id) !== version ? [id] : [])),
  };
}
