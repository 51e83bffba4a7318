// Where somebody begins who has chosen no workspace.
import type { Ctx } from '../../core/kernel/context.ts';
import type { Workspace } from './contract.ts';

const holdsPages = async (ctx: Ctx, id: number): Promise<boolean> =>
  Boolean(
    await ctx
      .db('workspaces')
      .join('pages', 'pages.workspace_id', 'workspaces.id')
      .where('workspaces.id', id)
      .whereNull('pages.deleted_at')
      .first('pages.id'),
  );

/** Not in an empty one of their own while another has what they were invited to. */
export async function firstWorkspace(ctx: Ctx, mine: Workspace[]): Promise<Workspace | undefined> {
  const open = mine.filter(({ archived_at }) => !archived_at);
  if (open.length > 1) for (const one of open) if (await holdsPages(ctx, one.id)) return one;
  return open[0] ?? mine[0];
}
