// What access asks of plugins: the things that requests name, the tree of pages, grants and memberships.
import type { Knex } from 'knex';
import type { Role } from '../http/route.ts';
import type { AccessNode, Grant } from '../kernel/access.ts';
import type { Ctx } from '../kernel/context.ts';
import { type Point, point, type Service, service } from '../kernel/plugin.ts';

export type { ResourceType, Subject } from '../kernel/access.ts';

/** Where the tree of access roots comes from (the pages plugin). */
export interface AccessTree {
  /** this access root and those above it, nearest first */
  chain(ctx: Ctx, id: number): Promise<AccessNode[]>;
  /** all access roots in these workspaces */
  roots(ctx: Ctx, workspaceIds: number[]): Promise<AccessNode[]>;
  /** roots of subtrees on their way into the trash or out of it: of one workspace, or of all */
  turning(ctx: Ctx, workspaceId?: number): Promise<number[]>;
  /** whether the page lies below one of these */
  isBelow(ctx: Ctx, pageId: number, rootIds: number[]): Promise<boolean>;
}

/** Where explicit grants come from: none until a plugin adds a source. */
export interface GrantSource {
  /** whether anybody has a grant on this node, which makes it an access root */
  any(ctx: Ctx, nodeId: number): Promise<boolean>;
  /** grants of this user, their own and those of their groups: on these nodes, or all there are */
  of(ctx: Ctx, userId: number, nodeIds?: number[]): Promise<Grant[]>;
  /** gives the users and groups with grants on some nodes, nearest first, the same on another */
  copy(ctx: Ctx, fromNodeIds: number[], toNodeId: number): Promise<void>;
  /** the query of all `workspace_id`s in which the user has any grant; its reader leaves out deleted workspaces */
  homes(ctx: Ctx, userId: Knex.Value): Knex.QueryBuilder;
  /** of these workspaces, those with rules */
  ruled(ctx: Ctx, workspaceIds: number[]): Promise<number[]>;
  /** what rules on these nodes give the user on one page below them, or on a node itself */
  named(ctx: Ctx, userId: number, nodeIds: number[], pageId: number): Promise<Grant[]>;
  /** ids of the rows that rules open to the user, and of the databases of such rows; as an object, for queries run */
  opened(ctx: Ctx, userId: number): { rows: Knex.QueryBuilder; databases: Knex.QueryBuilder };
}

/** A live workspace that somebody may enter: without a role where only grants lead. */
export interface Home {
  workspaceId: number;
  role: Role | null;
  epoch: number;
}

/** Where workspace roles come from (the workspaces plugin). */
export interface MembershipSource {
  homes(ctx: Ctx, userId: number): Promise<Home[]>;
  one(ctx: Ctx, userId: number, workspaceId: number): Promise<Role | null>;
}

export const accessTree: Service<AccessTree> = service('access.tree');
export const grantSource: Point<GrantSource> = point('access.grants');
export const membershipSource: Service<MembershipSource> = service('access.memberships');
