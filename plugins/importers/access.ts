// Who sees an import job: the person who started it, while they see where it went, and owners of the workspace.
import type { ResourceType } from '../../core/access/access-control.ts';
import { Problem } from '../../core/http/problem.ts';
import { actorId } from '../../core/kernel/context.ts';
import { pagePolicies } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type JobRow, jobStore } from './store.ts';

export const importJobs: ResourceType = {
  async load(ctx, id) {
    const found = await jobStore.withEpoch(ctx, String(id), ctx.use(workspaces).joinEpoch);
    if (!found) return undefined;
    const { epoch, ...row } = found;
    return { id: row.id, workspaceId: row.workspace_id, epoch, rootId: null, ownerId: row.user_id, row };
  },
  async role(ctx, subject) {
    const role = await ctx.app.access.roleOn(ctx, subject);
    if (role === 'owner' || subject.ownerId === null || subject.ownerId !== actorId(ctx))
      return role === 'owner' ? 'owner' : null;
    if (role) return 'editor';
    // A guest imports below a page that was shared.
    const { parent_id } = subject.row as JobRow;
    if (parent_id === null) return null;
    return ctx.app.access.require(ctx, pagePolicies.view, parent_id).then(
      () => 'editor' as const,
      (error) => {
        if (error instanceof Problem) return null;
        throw error;
      },
    );
  },
};
