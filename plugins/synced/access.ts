// Who may do what with a synced block: the rights on its origin page; once that is gone, those in its workspace.
import type { ResourceType, Subject } from '../../core/access/access-control.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type SyncedRow, syncedStore } from './store.ts';

async function roleWithoutOrigin(ctx: Ctx, row: SyncedRow): Promise<Role | null> {
  const { actor } = ctx;
  if (actor.type === 'system') return 'owner';
  if (actor.type !== 'user') return null;
  if (actor.isAdmin) return 'owner';
  if (row.workspace_id === null) return 'viewer';
  const home = (await ctx.use(workspaces).mine(ctx)).find(({ id }) => id === row.workspace_id);
  if (!home) return null;
  if (row.created_by === actor.id) return 'owner';
  if ((row.closed !== null || row.was_closed) && home.role !== 'owner') return null;
  return home.role === 'owner' || home.role === 'editor' ? home.role : null;
}

export const syncedSubject = (row: SyncedRow): Subject => ({
  id: row.id,
  workspaceId: row.home ?? row.workspace_id,
  epoch: row.epoch ?? 0,
  rootId: row.root,
  lock: row.is_locked ? { by: row.locked_by } : null,
  row,
});

export const syncedResource: ResourceType = {
  async load(ctx, id) {
    const row = await syncedStore.byId(ctx, Number(id));
    return row && syncedSubject(row);
  },
  async role(ctx, subject: Subject) {
    const row = subject.row as SyncedRow;
    if (row.origin === null) return roleWithoutOrigin(ctx, row);
    // The page knows its epoch, which keeps decisions from growing old.
    const page = await ctx.app.resource('page').load(ctx, row.origin);
    return page ? ctx.app.access.roleOn(ctx, page) : null;
  },
};
