// Who sees an export: the person who asked for it, as long as they see what it was made of.
import type { ResourceType } from '../../core/access.ts';
import { actorId, type Ctx } from '../../core/context.ts';
import { Problem } from '../../core/problem.ts';
import { type ExportRow, exportStore } from './store.ts';

export const exportResource: ResourceType = {
  async load(ctx, id) {
    const row = await exportStore.byId(ctx, String(id));
    // Rights on what is exported are asked anew each time, so that no epoch is needed.
    return row && { id: row.id, workspaceId: row.workspace_id ?? 0, epoch: 0, rootId: null, ownerId: row.user_id, row };
  },
  async role(ctx, subject) {
    if (subject.ownerId === null || subject.ownerId !== actorId(ctx)) return null;
    return (await stillSees(ctx, subject.row as ExportRow)) ? 'owner' : null;
  },
};

async function stillSees(ctx: Ctx, { page_id, workspace_id }: ExportRow): Promise<boolean> {
  if (page_id === null && workspace_id === null) return ctx.actor.type === 'user' && ctx.actor.isAdmin;
  const [resource, id] = page_id === null ? ['workspace', workspace_id] : ['page', page_id];
  try {
    await ctx.app.access.require(ctx, { resource: resource as string, role: 'viewer' }, id as number);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
