// Workspaces of nobody but one person: when the account is deleted, they are deleted as any other is.
import type { Ctx } from '../../core/kernel/context.ts';
import { deleteWorkspace } from './service.ts';

/** Live ones to which nobody else belongs. */
const loneWorkspaces = (ctx: Ctx, userId: number): Promise<number[]> =>
  ctx
    .db('workspaces')
    .whereNull('workspaces.deleted_at')
    .whereIn('workspaces.id', ctx.db('workspace_members').where({ user_id: userId }).select('workspace_id'))
    .whereNotIn('workspaces.id', ctx.db('workspace_members').whereNot({ user_id: userId }).select('workspace_id'))
    .orderBy('workspaces.id')
    .pluck('workspaces.id');

/** Can be restored by administrators for as long as other deleted ones. */
export async function deleteLoneWorkspaces(tx: Ctx, userId: number): Promise<void> {
  for (const id of await loneWorkspaces(tx, userId)) await deleteWorkspace(tx, id);
}
