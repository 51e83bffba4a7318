// How access loads rules and what came of them: by the role in their workspace.
import type { ResourceType } from '../../core/access/access-control.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Rule } from './model.ts';
import { automationStore } from './rules/store.ts';
import { automationRunStore } from './runs/store.ts';

async function within<T>(ctx: Ctx, workspaceId: number, id: number, row: T) {
  const home = await ctx.app.resource('workspace').load(ctx, workspaceId);
  return home && { ...home, id, row, trashed: home.trashed };
}

export const automationResources: Record<string, ResourceType> = {
  automation: {
    title: ({ row }) => (row as Rule).name,
    async load(ctx, id) {
      const row = await automationStore.byId(ctx, Number(id));
      return row && within<Rule>(ctx, row.workspace_id, row.id, row);
    },
  },
  'automation-run': {
    async load(ctx, id) {
      const row = await automationRunStore.byId(ctx, Number(id));
      return row && within(ctx, row.workspace_id, row.id, row);
    },
  },
};
