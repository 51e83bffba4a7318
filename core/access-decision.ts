// Contract 4 as one function without I/O: what a person's grants, the types of pages and the workspace role come to.
import { type Role, roles } from './route.ts';

export type PermissionType = 'inherit' | 'restricted' | 'private';

/** A page that has its own permission type or grants. */
export interface AccessNode {
  id: number;
  workspaceId: number;
  permissionType: PermissionType;
  createdBy: number | null;
  /** access root of its parent, null at the top */
  parentRootId: number | null;
}

export interface Grant {
  nodeId: number;
  role: Role;
  via: 'user' | 'group';
}

export interface DecisionInput {
  userId: number;
  isAdmin: boolean;
  workspaceRole: Role | null;
  /** from the thing upwards: only nodes that are access roots */
  chain: { node: AccessNode; grants: Grant[] }[];
}

export interface Decision {
  role: Role | null;
  /** the rule that gave the role, or took it */
  because:
    | 'administrator'
    | 'workspace_owner'
    | 'user_grant'
    | 'group_grant'
    | 'creator'
    | 'restricted'
    | 'private'
    | 'workspace_role'
    | 'stranger';
  /** the page at which the way up ended; null: at the workspace */
  nodeId: number | null;
}

const rank = (role: Role): number => roles.indexOf(role);

export const atLeast = (role: Role | null, needed: Role): boolean => role !== null && rank(role) >= rank(needed);

/** The lower of two roles; null is no role at all. */
export const lower = (one: Role | null, other: Role | null): Role | null =>
  one === null || other === null ? null : atLeast(one, other) ? other : one;

/** Rules 1 to 4 of contract 4, with the reason. */
export function decision({ userId, isAdmin, workspaceRole, chain }: DecisionInput): Decision {
  if (isAdmin) return { role: 'owner', because: 'administrator', nodeId: null };
  if (workspaceRole === 'owner') return { role: 'owner', because: 'workspace_owner', nodeId: null };
  // Whoever left the workspace leaves the private pages they made in it.
  const belongs = workspaceRole !== null || chain.some(({ grants }) => grants.length);
  for (const { node, grants } of belongs ? chain : []) {
    const nodeId = node.id;
    const own = grants.find((grant) => grant.via === 'user');
    if (own) return { role: own.role, because: 'user_grant', nodeId };
    if (node.permissionType === 'private')
      return node.createdBy === userId
        ? { role: 'owner', because: 'creator', nodeId }
        : { role: null, because: 'private', nodeId };
    const [lowest] = grants.map(({ role }) => role).sort((a, b) => rank(a) - rank(b));
    if (lowest) return { role: lowest, because: 'group_grant', nodeId };
    if (node.permissionType === 'restricted') return { role: null, because: 'restricted', nodeId };
  }
  return { role: workspaceRole, because: workspaceRole ? 'workspace_role' : 'stranger', nodeId: null };
}

/** The role alone, or null for no access. */
export const decide = (input: DecisionInput): Role | null => decision(input).role;
