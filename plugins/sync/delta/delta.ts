// What changed for a reader since a device asked last: first all that there is, by id, then what happened meanwhile.
import { Problem } from '../../../core/http/problem.ts';
import { daysAgo } from '../../../core/i18n/calendar-date.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { cursorText, type SyncCursor, type SyncPlace, stampText } from './cursor.ts';
import { changesFromEvents } from './event-changes.ts';
import { pageRecords, type SyncChange, workspaceRecords } from './records.ts';

/** For how long the stream keeps what happened. */
const KEEP_DAYS = 30;

export interface SyncDelta {
  changes: SyncChange[];
  cursor: string;
  has_more: boolean;
  /** the device was away for too long: it begins anew with this answer */
  resync_required: boolean;
  /** the device asks by /sync/status which of its things are gone */
  recheck: boolean;
}

/** @throws Problem forbidden while somebody looks at things as somebody else: nothing of that is for a device */
export function refuseSeen({ actor }: Ctx): void {
  if (actor.type === 'user' && actor.seenBy)
    throw new Problem('forbidden', 'While you look at things as somebody else, nothing is kept on devices.');
}

/** The cursor behind an event that is only known by its number: with no rights, and of no time if later ones are gone. */
async function cursorBehind(ctx: Ctx, seq: number, newest: number): Promise<SyncCursor> {
  const [next] = seq < newest ? await ctx.app.events.after(ctx.db, seq, 1) : [];
  if (next?.seq === seq + 1) return { seq, stamp: '', at: next.timestamp };
  return { seq, stamp: '', at: seq === newest ? ctx.now() : '' };
}

/** @param place absent: all from the beginning */
export async function deltaSince(ctx: Ctx, place: SyncPlace, limit: number): Promise<SyncDelta> {
  refuseSeen(ctx);
  const [stamp, newest] = await Promise.all([
    ctx.use(workspaces).stampOf(ctx).then(stampText),
    ctx.app.events.newest(ctx.db),
  ]);
  const since = typeof place === 'number' ? await cursorBehind(ctx, place, newest) : place;
  const isOld = since !== undefined && (since.at < daysAgo(ctx.app, KEEP_DAYS) || since.seq > newest);
  const cursor = since && !isOld ? since : { seq: newest, page: 0, stamp, at: ctx.now() };
  const isMoved = cursor.stamp !== stamp;
  const { changes, next, recheck } =
    cursor.page === undefined
      ? await streamPart(ctx, cursor, limit, { isMoved, newest })
      : await snapshotPart(ctx, cursor as Required<SyncCursor>, limit);
  const hasMore = next.page !== undefined || next.seq < newest;
  return {
    changes,
    cursor: cursorText({ ...next, stamp }),
    has_more: hasMore,
    resync_required: isOld,
    recheck: recheck || isMoved,
  };
}

interface Part {
  changes: SyncChange[];
  next: Omit<SyncCursor, 'stamp'>;
  recheck: boolean;
}

/** By id of pages, with all workspaces before them. What changes while it is read comes again by the stream. */
async function snapshotPart(ctx: Ctx, { seq, page, at }: Required<SyncCursor>, limit: number): Promise<Part> {
  const before = page === 0 ? await workspaceRecords(ctx, seq) : [];
  const room = Math.max(1, limit - before.length);
  const ids = await ctx.use(pages).visibleAfter(ctx, page, room);
  const changes = [...before, ...(await pageRecords(ctx, ids, () => seq))];
  const last = ids.at(-1);
  const isDone = ids.length < room || last === undefined;
  return { changes, next: { seq, at, ...(isDone ? {} : { page: last }) }, recheck: false };
}

async function streamPart(
  ctx: Ctx,
  { seq, at }: SyncCursor,
  limit: number,
  { isMoved, newest }: { isMoved: boolean; newest: number },
): Promise<Part> {
  const asked = ctx.now();
  // Most devices ask and nothing has happened.
  const events = seq < newest ? await ctx.app.events.after(ctx.db, seq, limit) : [];
  const last = events.at(-1);
  const { changes, recheck } = await changesFromEvents(ctx, events, isMoved);
  const isDone = events.length < limit;
  const next = { seq: last?.seq ?? seq, at: isDone ? asked : (last?.timestamp ?? at) };
  return { changes, next, recheck };
}
