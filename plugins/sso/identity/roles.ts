// Groups of a provider as roles in workspaces: what somebody should have, and what has to change for it.
import { atLeast } from '../../../core/access/access-control.ts';
import type { Role } from '../../../core/http/route.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Membership, workspaces } from '../../workspaces/contract.ts';
import type { SignOnSettings } from '../configuration/settings.ts';

export interface RoleChange {
  user_id: number;
  workspace_id: number;
  /** null: no member any more */
  role: Role | null;
}

export interface KeptMembership {
  user_id: number;
  workspace_id: number;
  reason: 'manual' | 'last_owner' | 'workspace_gone';
}

/** By workspace: the highest role of all groups that match, else that of everybody. */
export function rolesOf({ mappings, default_workspaces }: SignOnSettings, groups: string[]): Map<number, Role> {
  const found = new Map<number, Role>();
  for (const { group, workspace_id, role } of mappings)
    if (groups.includes(group) && !atLeast(found.get(workspace_id) ?? null, role)) found.set(workspace_id, role);
  for (const { workspace_id, role } of default_workspaces) if (!found.has(workspace_id)) found.set(workspace_id, role);
  return found;
}

/** What has to change for one person, and what people decided and stays. */
export function changesFor(
  settings: SignOnSettings,
  userId: number,
  groups: string[],
  now: Membership[],
): { changes: RoleChange[]; kept: KeptMembership[] } {
  const wanted = rolesOf(settings, groups);
  const mapped = new Set(settings.mappings.map(({ workspace_id }) => workspace_id));
  const mayTouch = ({ source, workspace_id }: Membership): boolean =>
    source === 'sso' || (settings.mapping_mode === 'authoritative' && mapped.has(workspace_id));
  const changes: RoleChange[] = [];
  const kept: KeptMembership[] = [];
  for (const one of now) {
    const { workspace_id } = one;
    const role = wanted.get(workspace_id) ?? null;
    const isSame = one.role === role && (one.source === 'sso' || !mayTouch(one));
    const isAsked = role !== null || mapped.has(workspace_id) || one.source === 'sso';
    if (isSame || !isAsked) continue;
    if (mayTouch(one)) changes.push({ user_id: userId, workspace_id, role });
    else if (one.role !== role) kept.push({ user_id: userId, workspace_id, reason: 'manual' });
  }
  const homes = new Set(now.map(({ workspace_id }) => workspace_id));
  for (const [workspace_id, role] of wanted)
    if (!homes.has(workspace_id)) changes.push({ user_id: userId, workspace_id, role });
  return { changes, kept };
}

/**
 * In one transaction. @param onlyTold says what would change, and changes nothing
 * @returns what was changed, and what could not be
 */
export async function applyChanges(
  ctx: Ctx,
  changes: RoleChange[],
  onlyTold = false,
): Promise<{ changed: RoleChange[]; kept: KeptMembership[] }> {
  const changed: RoleChange[] = [];
  const kept: KeptMembership[] = [];
  if (!changes.length) return { changed, kept };
  // In one order for everybody, so that no two of them wait for each other.
  const ordered = changes.toSorted((a, b) => a.workspace_id - b.workspace_id || a.user_id - b.user_id);
  await ctx.tx(async (tx) => {
    for (const one of ordered) {
      const { workspace_id, user_id, role } = one;
      const done = await tx.use(workspaces).assign(tx, workspace_id, user_id, role, { source: 'sso', onlyTold });
      if (done === 'changed') changed.push(one);
      else if (done !== 'unchanged') kept.push({ user_id, workspace_id, reason: done });
    }
  });
  return { changed, kept };
}

/** Gives somebody what their groups come to; of groups that nobody knows, what everybody has. */
export async function applyGroups(
  ctx: Ctx,
  settings: SignOnSettings,
  userId: number,
  groups: string[] | undefined,
): Promise<void> {
  const now = await ctx.use(workspaces).memberships(ctx, [userId]);
  const { changes } = changesFor(groups ? settings : { ...settings, mappings: [] }, userId, groups ?? [], now);
  await applyChanges(ctx, changes);
}
