// How access loads forges, which everybody with an account knows of, and linked repositories, which their workspace has.
import type { ResourceType } from '../../core/access/access-control.ts';
import { type ProjectRow, projectStore } from './projects/store.ts';
import { type ForgeRow, forgeStore } from './registration/store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

export const forgeResources: Record<string, ResourceType> = {
  forge: {
    title: ({ row }) => (row as ForgeRow).name,
    async load(ctx, id) {
      const row = await forgeStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, row };
    },
    async role({ actor }) {
      if (actor.type === 'system') return 'owner';
      if (actor.type !== 'user') return null;
      return actor.isAdmin ? 'owner' : 'viewer';
    },
  },
  project: {
    title: ({ row }) => (row as ProjectRow).name,
    async load(ctx, id) {
      const row = await projectStore.byId(ctx, Number(id));
      const home = row && (await ctx.app.resource('workspace').load(ctx, row.workspace_id));
      return home && { ...home, id: row.id, row };
    },
  },
};
