// How access loads files and uploads.
import type { ResourceType } from '../../core/access/extension-points.ts';
import { actorId } from '../../core/kernel/context.ts';
import { fileService } from './service.ts';
import { fileStore, uploadStore } from './store.ts';

export const fileResources: Record<string, ResourceType> = {
  upload: {
    async load(ctx, id) {
      const row = await uploadStore.byId(ctx, String(id));
      return row && { id: row.id, workspaceId: row.workspace_id, epoch: 0, rootId: null, ownerId: row.user_id, row };
    },
  },
  file: {
    async load(ctx, id) {
      const found = await fileStore.withEpoch(ctx, Number(id));
      if (!found) return undefined;
      const { epoch, ...row } = found;
      return {
        id: row.id,
        workspaceId: row.workspace_id as number,
        epoch,
        rootId: null,
        ownerId: row.created_by,
        row,
      };
    },
    /** who reads it is a viewer; who uploaded it or owns the workspace may end it */
    async role(ctx, subject) {
      if (!(await fileService.readable(ctx, [Number(subject.id)])).size) return null;
      const isOwn = subject.ownerId !== null && subject.ownerId === actorId(ctx);
      return isOwn || (await ctx.app.access.roleOn(ctx, subject)) === 'owner' ? 'owner' : 'viewer';
    },
  },
  'file-by-name': {
    async load(ctx, name) {
      const row = await fileStore.byName(ctx, String(name));
      return row && { id: row.id, workspaceId: row.workspace_id, epoch: 0, rootId: null, row };
    },
    role: async (ctx, subject) => ((await fileService.readable(ctx, [Number(subject.id)])).size ? 'viewer' : null),
  },
};
