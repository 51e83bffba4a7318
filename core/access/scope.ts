// What a list may show, as sets of ids that a query joins instead of walking up from each row.

import type { Role } from '../http/route.ts';
import type { AccessNode, Grant, VisibilityScope } from '../kernel/access.ts';
import { decideRole } from './decision.ts';

/** Whether a thing below this access root is within the scope, whomever it names, without asking the database. */
export function inScope(scope: VisibilityScope, workspaceId: number, rootId: number | null): boolean {
  if (scope.everything) return true;
  if (scope.also && !inScope(scope.also, workspaceId, rootId)) return false;
  if (rootId !== null && scope.guestRootIds.includes(rootId)) return true;
  return scope.workspaceIds.includes(workspaceId) && (rootId === null || scope.rootIds.includes(rootId));
}

/** What is in both scopes. */
export function commonScope(one: VisibilityScope, other: VisibilityScope): VisibilityScope {
  if (one.everything) return other;
  return other.everything ? one : { ...one, also: other };
}

/** Of these access roots, all of them in the same few workspaces, those that a person may see. */
export function visibleRoots(
  userId: number,
  roots: AccessNode[],
  grants: Grant[],
  roleIn: (workspaceId: number) => Role | null,
): AccessNode[] {
  const nodes = new Map(roots.map((node) => [node.id, node]));
  const given = Map.groupBy(grants, ({ nodeId }) => nodeId);
  const chainOf = (start: AccessNode) => {
    const chain = [];
    for (let node: AccessNode | undefined = start; node; node = nodes.get(node.parentRootId ?? 0))
      chain.push({ node, grants: given.get(node.id) ?? [] });
    return chain;
  };
  return roots.filter((root) => {
    const workspaceRole = roleIn(root.workspaceId);
    return decideRole({ userId, isAdmin: false, workspaceRole, chain: workspaceRole === 'owner' ? [] : chainOf(root) });
  });
}
