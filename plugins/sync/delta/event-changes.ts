// What a part of the stream means to a reader: the newest of each thing, by the rights that hold when it is read.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { DomainEvent } from '../../../core/kernel/domain-event.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { deletedRecords, pageRecords, type SyncChange, workspaceRecords } from './records.ts';

interface Touched {
  seq: number;
  workspaceId: number | null;
  /** the device cannot have it: it came to be within this part */
  isNew: boolean;
  /** its rights may have changed */
  isRights: boolean;
}

export interface EventChanges {
  changes: SyncChange[];
  /** something went that cannot be named: the device asks which of its things are gone */
  recheck: boolean;
}

const RIGHTS = new Set(['page.shared', 'page.moved']);
const isRights = ({ type, changed }: DomainEvent): boolean =>
  RIGHTS.has(type) || (type === 'page.updated' && changed.includes('permission_type'));

const pageOf = ({ type, data }: DomainEvent): number | undefined => {
  if (type.startsWith('page.')) return data.id;
  return type.startsWith('collection.') ? (data.page_id as number | undefined) : undefined;
};

function touchedBy(events: DomainEvent[]): Map<number, Touched> {
  const touched = new Map<number, Touched>();
  for (const event of events) {
    const id = pageOf(event);
    if (id === undefined) continue;
    const before = touched.get(id);
    touched.delete(id);
    touched.set(id, {
      seq: event.seq,
      workspaceId: event.workspace_id,
      isNew: (before?.isNew ?? false) || event.type === 'page.created',
      isRights: (before?.isRights ?? false) || isRights(event),
    });
  }
  return touched;
}

/** Members joining and leaving are told by the stream; what a workspace is called is not, and comes with its pages. */
const concernsWorkspaces = (ctx: Ctx, events: DomainEvent[]): DomainEvent | undefined =>
  events.findLast(({ type, data }) => type.startsWith('member.') && data.id === actorId(ctx));

/** @param isMoved the rights of the reader are others than when the device asked last */
export async function changesFromEvents(ctx: Ctx, events: DomainEvent[], isMoved: boolean): Promise<EventChanges> {
  if (!events.length && !isMoved) return { changes: [], recheck: false };
  const touched = touchedBy(events);
  const ids = [...touched.keys()];
  const seqOf = (id: number): number => touched.get(id)?.seq ?? 0;
  const seen = await ctx.use(pages).versions(ctx, ids);
  const visible = ids.filter((id) => seen.has(id));
  const hidden = ids.filter((id) => !seen.has(id));
  const lost = isMoved ? await revoked(ctx, hidden, touched) : [];
  const own = concernsWorkspaces(ctx, events);
  const changes = [
    ...(own || isMoved ? await workspaceRecords(ctx, own?.seq ?? events.at(-1)?.seq ?? 0) : []),
    ...(await pageRecords(ctx, visible, seqOf)),
    ...(await deletedRecords(ctx, visible, seqOf)),
    ...lost,
  ];
  const recheck = await isGoneUnnamed(ctx, hidden, touched);
  return { changes: changes.sort((a, b) => a.seq - b.seq), recheck };
}

/** Only what the device may have, in workspaces that the reader belongs to, and nothing but the id of it. */
async function revoked(ctx: Ctx, hidden: number[], touched: Map<number, Touched>): Promise<SyncChange[]> {
  const mine = new Set((await ctx.use(workspaces).mine(ctx)).map(({ id }) => id));
  return hidden.flatMap((id): SyncChange[] => {
    const { seq, workspaceId, isNew, isRights: named } = touched.get(id) as Touched;
    if (!named || isNew || workspaceId === null || !mine.has(workspaceId)) return [];
    return [{ seq, type: 'page', id, version: 0, op: 'revoke', data: null }];
  });
}

/** What was removed for good has no rights left to look at, and whom a row names changes without any change of rights. */
async function isGoneUnnamed(ctx: Ctx, hidden: number[], touched: Map<number, Touched>): Promise<boolean> {
  const old = hidden.filter((id) => !touched.get(id)?.isNew);
  if (!old.length) return false;
  const there = new Set((await ctx.use(pages).byIds(ctx, old)).map(({ id }) => id));
  if (old.some((id) => !there.has(id))) return true;
  const scope = await ctx.app.access.scope(ctx);
  const named = scope.everything ? [] : (scope.named?.workspaceIds ?? []);
  return old.some((id) => named.includes(touched.get(id)?.workspaceId ?? 0));
}
