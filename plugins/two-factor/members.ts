// Two-factor among the members of a workspace, as its owners see it.
import type { Ctx } from '../../core/kernel/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { demands, holders } from './store.ts';

/** The caller has checked that the actor owns it. */
export async function ofWorkspace(ctx: Ctx, workspaceId: number) {
  const members = await ctx.use(workspaces).members(ctx, workspaceId);
  const ids = members.map(({ user_id }) => user_id);
  const [required, secured] = await Promise.all([demands.of(ctx, workspaceId), holders(ctx, ids)]);
  return { required, members: ids.map((user_id) => ({ user_id, enabled: secured.includes(user_id) })) };
}
