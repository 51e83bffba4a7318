// Two-factor among the members of a workspace, as its owners see it.
import type { Ctx } from '../../core/context.ts';
import { workspaces } from '../workspaces/contract.ts';
import { demands, devices } from './store.ts';

/** The caller has checked that the actor owns it. */
export async function ofWorkspace(ctx: Ctx, workspaceId: number) {
  const members = await ctx.use(workspaces).members(ctx, workspaceId);
  const ids = members.map(({ user_id }) => user_id);
  const [required, holders] = await Promise.all([demands.of(ctx, workspaceId), devices.holders(ctx, ids)]);
  return { required, members: ids.map((user_id) => ({ user_id, enabled: holders.includes(user_id) })) };
}
