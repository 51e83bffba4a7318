// Where somebody begins who has chosen no workspace.
import type { Ctx } from '../../core/kernel/context.ts';
import type { Workspace } from './contract.ts';

/** Those of these workspaces in which some page is. */
async function holdingPages(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const page = ctx
    .db('pages')
    .whereRaw('?? = ??', ['pages.workspace_id', 'workspaces.id'])
    .whereNull('pages.deleted_at')
    .select(ctx.db.raw('1'));
  return new Set(await ctx.db('workspaces').whereIn('workspaces.id', ids).whereExists(page).pluck('workspaces.id'));
}

/** Not in an empty one of their own while another has what they were invited to. */
export async function firstWorkspace(ctx: Ctx, mine: Workspace[]): Promise<Workspace | undefined> {
  const open = mine.filter(({ archived_at }) => !archived_at);
  if (open.length < 2) return open[0] ?? mine[0];
  const ids = open.map(({ id }) => id);
  const full = await holdingPages(ctx, ids);
  return open.find(({ id }) => full.has(id)) ?? open[0];
}
