// How access loads workspaces.

import type { ResourceType } from '../../core/access/extension-points.ts';
import { type WorkspaceRow, workspaceStore } from './store.ts';

export const workspaceResources: Record<string, ResourceType> = {
  workspace: {
    title: ({ row }) => (row as WorkspaceRow).name,
    async load(ctx, id) {
      const row = await workspaceStore.byId(ctx, Number(id));
      return (
        row && {
          id: row.id,
          workspaceId: row.id,
          epoch: row.epoch,
          rootId: null,
          trashed: row.deleted_at !== null,
          row,
        }
      );
    },
  },
};
