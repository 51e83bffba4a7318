// How access loads conflicts: they are of the person whose device sent the change.
import type { ResourceType } from '../../core/access/access-control.ts';
import { conflictStore } from './store.ts';

export const conflictResources: Record<string, ResourceType> = {
  'sync-conflict': {
    async load(ctx, id) {
      const row = await conflictStore.byId(ctx, Number(id));
      return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
    },
  },
};
