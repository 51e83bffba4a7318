// Contract 4 as one function without I/O: what a person's grants, the types of pages and the workspace role come to.
import { type Need, type Role, roles } from '../http/route.ts';
import type { AccessDecision, AccessNode, DecisionInput, Grant } from '../kernel/access.ts';

const rank = (role: Role): number => roles.indexOf(role);

export const atLeast = (role: Role | null, needed: Role): boolean => role !== null && rank(role) >= rank(needed);

/** Whether a role is enough for an action; who locks the page is another question. */
export const roleSuffices = (role: Role | null, { role: needed }: Need): boolean =>
  needed !== undefined && atLeast(role, needed);

/** The lower of two roles; null is no role at all. */
export const lower = (one: Role | null, other: Role | null): Role | null =>
  one === null || other === null ? null : atLeast(one, other) ? other : one;

/** Rules 1 to 4 of contract 4, with the reason. */
export function decision({ userId, isAdmin, workspaceRole, chain }: DecisionInput): AccessDecision {
  const ruled: number[] = [];
  if (isAdmin) return { role: 'owner', because: 'administrator', nodeId: null, ruled };
  if (workspaceRole === 'owner') return { role: 'owner', because: 'workspace_owner', nodeId: null, ruled };
  // Whoever left the workspace leaves the private pages they made in it.
  const belongs = workspaceRole !== null || chain.some(({ grants }) => grants.some(({ via }) => via !== 'rule'));
  for (const { node, grants } of belongs ? chain : []) {
    // Rows go on naming people who have left, so that rules are for members.
    if (workspaceRole && grants.some(({ via }) => via === 'rule')) ruled.push(node.id);
    const end = endAt(userId, node, grants);
    if (end) return { ...end, nodeId: node.id, ruled };
  }
  return { role: workspaceRole, because: workspaceRole ? 'workspace_role' : 'stranger', nodeId: null, ruled };
}

/** What is decided at a page with rights of its own; undefined: the way goes on. */
function endAt(
  userId: number,
  node: AccessNode,
  grants: Grant[],
): Pick<AccessDecision, 'role' | 'because'> | undefined {
  const own = grants.find(({ via }) => via === 'user');
  if (own) return { role: own.role, because: 'user_grant' };
  if (node.permissionType === 'private')
    return node.createdBy === userId ? { role: 'owner', because: 'creator' } : { role: null, because: 'private' };
  const groups = grants.filter(({ via }) => via === 'group').map(({ role }) => role);
  const [lowest] = groups.sort((a, b) => rank(a) - rank(b));
  if (lowest) return { role: lowest, because: 'group_grant' };
  return node.permissionType === 'restricted' ? { role: null, because: 'restricted' } : undefined;
}

/** With what rules give on this very page: they never take. */
export function raised<T extends Pick<AccessDecision, 'role' | 'because' | 'nodeId'>>(decided: T, named: Grant[]): T {
  const [highest] = named.toSorted((a, b) => rank(b.role) - rank(a.role));
  if (!highest || atLeast(decided.role, highest.role)) return decided;
  return { ...decided, role: highest.role, because: 'rule', nodeId: highest.nodeId };
}

/** The role alone, or null for no access. */
export const decideRole = (input: DecisionInput): Role | null => decision(input).role;
