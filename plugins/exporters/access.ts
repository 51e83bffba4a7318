// Who sees an export: the person who asked for it, as long as they see what it was made of.
import type { ResourceType } from '../../core/access/access-control.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { parseExportContents, seesExportContents } from './export-contents.ts';
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

/** Its target, and all that it holds once it is made. */
export async function stillSees(ctx: Ctx, { page_id, workspace_id, status, holds_json }: ExportRow): Promise<boolean> {
  if (page_id === null && workspace_id === null) return ctx.actor.type === 'user' && ctx.actor.isAdmin;
  const [resource, id] = page_id === null ? ['workspace', workspace_id] : ['page', page_id];
  if (!(await ctx.app.access.allows(ctx, { resource: resource as string, role: 'viewer' }, id as number))) return false;
  if (status !== 'completed') return true;
  if (holds_json !== null) return seesExportContents(ctx, parseExportContents(holds_json));
  return workspace_id !== null && ctx.app.access.allows(ctx, { resource: 'workspace', role: 'owner' }, workspace_id);
}
