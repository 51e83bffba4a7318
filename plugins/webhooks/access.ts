// How access loads hooks: their owner and the owners of their workspace have them, to all others they do not exist.
import type { ResourceType } from '../../core/access/access-control.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { type HookScope, type WebhookRow, webhookStore } from './store.ts';

const isAdmin = ({ actor }: Ctx): boolean => actor.type === 'system' || (actor.type === 'user' && actor.isAdmin);

export const webhookResources: Record<string, ResourceType> = {
  webhook: {
    title: ({ row }) => (row as WebhookRow).name,
    async load(ctx, id) {
      const row = await webhookStore.byId(ctx, Number(id));
      if (!row) return undefined;
      const own = { id: row.id, workspaceId: row.workspace_id, epoch: 0, rootId: null, row };
      if (row.workspace_id === null) return own;
      const home = await ctx.app.resource('workspace').load(ctx, row.workspace_id);
      return home && { ...own, epoch: home.epoch, trashed: home.trashed };
    },
    async role(ctx, subject) {
      if (subject.workspaceId === null) return isAdmin(ctx) ? 'owner' : null;
      const role = await ctx.app.access.roleOn(ctx, subject);
      const isTheirs = (subject.row as WebhookRow).user_id === actorId(ctx);
      return role === 'owner' || (role && isTheirs) ? 'owner' : null;
    },
  },
};

/** The hooks that the actor has, as `role` above decides for each. */
export async function hookScope(ctx: Ctx): Promise<HookScope> {
  const mine = isAdmin(ctx) ? [] : await ctx.use(workspaces).mine(ctx);
  return {
    everything: isAdmin(ctx),
    own: { userId: actorId(ctx) ?? 0, workspaceIds: mine.map(({ id }) => id) },
    ownedWorkspaceIds: mine.filter(({ role }) => role === 'owner').map(({ id }) => id),
  };
}
