// Who sees and who changes a template: those of a workspace are its members', those of all are the administrators'.
import type { ResourceType, Subject } from '../../core/access/access-control.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type TemplateRow, templateStore } from './store.ts';

const outside = { workspaceId: null, epoch: 0, rootId: null };

/** A template is changed by who made it, the owners of its workspace and service administrators. */
async function roleOn(ctx: Ctx, { row }: Subject): Promise<Role | null> {
  const { actor } = ctx;
  if (actor.type === 'anonymous') return null;
  if (actor.type === 'system' || actor.isAdmin) return 'owner';
  const template = row as TemplateRow | null;
  if (!template || template.workspace_id === null) return 'viewer';
  const home = await ctx.app.resource('workspace').load(ctx, template.workspace_id);
  const role = home && !home.trashed ? await ctx.app.access.roleOn(ctx, home) : null;
  if (role === null || role === 'owner') return role;
  return template.created_by === actor.id ? 'owner' : 'viewer';
}

/** Id 0 stands for the built-in ones, which have a key instead. */
export const templateResources: Record<string, ResourceType> = {
  'page-template': {
    title: ({ row }) => (row as TemplateRow | null)?.name ?? '',
    async load(ctx, id) {
      if (Number(id) === 0) return { ...outside, id: 0, row: null };
      const row = await templateStore.byId(ctx, Number(id));
      return row && { ...outside, id: row.id, row };
    },
    role: roleOn,
  },
};
