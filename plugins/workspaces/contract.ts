// What other plugins may know of workspaces: their shape, the service, and how permission changes are announced.
import type { Request } from '@hapi/hapi';
import type { Knex } from 'knex';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Role } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

export { workspacePolicies } from './policies.ts';

export interface Workspace {
  id: number;
  name: string;
  slug: string;
  icon: string;
  owner_id: number | null;
  role: Role;
  created_at: string;
  archived_at: string | null;
  /** whether guests may share what they may edit with people who are new here */
  guests_invite: boolean;
}

/** A workspace as administrators of the service see it. */
export interface WorkspaceOverview {
  id: number;
  name: string;
  slug: string;
  owner_id: number | null;
  members: number;
  /** room of its files in MiB; null: as QUOTA_MB has it, 0: no limit */
  quota_mb: number | null;
  created_at: string;
  deleted_at: string | null;
}

export interface Workspaces {
  /** of the whole service, by name, deleted ones too; for administrators */
  overview(ctx: Ctx, options: { q?: string; limit: number; offset: number }): Promise<ListPage<WorkspaceOverview>>;
  /** the room of its files in MiB; 0: no limit */
  quotaOf(ctx: Ctx, id: number): Promise<number>;
  /** @throws Problem not_found */
  setQuota(ctx: Ctx, id: number, quota_mb: number | null): Promise<WorkspaceOverview>;
  /** brings a deleted one back. @throws Problem not_found, conflict for one that is not deleted */
  restore(ctx: Ctx, id: number): Promise<WorkspaceOverview>;
  create(ctx: Ctx, input: { name: string; icon?: string }): Promise<Workspace>;
  /** Makes a workspace whose row came with an archive ready to be used; `ownerId`: who is to own one that nobody owns. */
  complete(ctx: Ctx, id: number, ownerId: number | undefined): Promise<void>;
  /** those of the actor, by name; administrators see only their own here */
  mine(ctx: Ctx): Promise<Workspace[]>;
  /** deleted ones that the actor owned and may still bring back, newest first */
  deleted(ctx: Ctx): Promise<{ id: number; name: string; deleted_at: string }[]>;
  /** the one of the cookie `workspace` if the actor still sees it, else the first, else null */
  active(ctx: Ctx, request: Request): Promise<Workspace | null>;
  /**
   * where something new goes that names no workspace: the active one, if the actor may write there
   * @throws Problem validation_failed when there is none, forbidden
   */
  home(ctx: Ctx, request: Request): Promise<number>;
  /** by id, slug or name, as commands take it. @throws Problem not_found, UsageProblem for a name that several have */
  named(ctx: Ctx, name: string): Promise<{ id: number; name: string; slug: string; owner_id: number | null }>;
  /** the workspace with the lowest id and its owner, for commands */
  first(ctx: Ctx): Promise<{ id: number; owner_id: number } | undefined>;
  /** live ones, for commands and jobs of the system */
  all(ctx: Ctx): Promise<{ id: number; name: string; slug: string; owner_id: number | null }[]>;
  members(ctx: Ctx, workspaceId: number): Promise<Member[]>;
  /** of these people, its members and its guests */
  belonging(ctx: Ctx, workspaceId: number, userIds: number[]): Promise<Set<number>>;
  /** how many members each has; the caller has checked that the actor sees them */
  sizes(ctx: Ctx, ids: number[]): Promise<Map<number, number>>;
  /** name, icon or archive; the caller has checked that the actor owns it */
  change(
    ctx: Ctx,
    id: number,
    change: { name?: string; icon?: string; archived?: boolean; guests_invite?: boolean },
  ): Promise<Workspace>;
  /** an account that has proved the address joins at once, anybody else gets a mail. @throws Problem conflict, rate_limited */
  invite(ctx: Ctx, workspaceId: number, email: string, role: Role): Promise<void>;
  /** the actor is no member any more. @throws Problem conflict for the last owner */
  leave(ctx: Ctx, workspaceId: number): Promise<void>;
  /** whether guests may bring others */
  guestsInvite(ctx: Ctx, workspaceId: number): Promise<boolean>;
  /** of these people, what they are in live workspaces, and who made them that */
  memberships(ctx: Ctx, userIds: number[]): Promise<Membership[]>;
  /**
   * Makes somebody a member with this role, or with null no member, on behalf of whom `source` names; with `onlyTold`
   * nothing is written.
   * @returns why it stays as it is: the workspace is gone, or would lose its last owner
   */
  assign(
    ctx: Ctx,
    workspaceId: number,
    userId: number,
    role: Role | null,
    options: { source: MemberSource; onlyTold?: boolean },
  ): Promise<'changed' | 'unchanged' | 'last_owner' | 'workspace_gone'>;
  /** rights changed: kept decisions of this workspace are void from the commit on */
  bumpEpoch(ctx: Ctx, workspaceId: number): Promise<void>;
  /** another number after each change of rights, wherever it was made */
  epochs(ctx: Ctx): Promise<number>;
  /** all that the rights of the actor rest on: while it is the same, they are */
  stampOf(ctx: Ctx): Promise<string>;
  /** joins to a query the live workspace that a column names, as `home`, and gives its `epoch` */
  joinEpoch(query: Knex.QueryBuilder, column: string): void;
  /** the same of rows that need not belong to a workspace: they have no `epoch` then */
  leftJoinEpoch(query: Knex.QueryBuilder, column: string): void;
  /** joins to a query the live workspace that a column names, as `home`, and all its `members` */
  joinMembers(query: Knex.QueryBuilder, column: string): void;
}

/** `manual`: a person did it; `sso`: single sign-on, by groups of a provider. */
export type MemberSource = 'manual' | 'sso';

export interface Membership {
  workspace_id: number;
  user_id: number;
  role: Role;
  source: MemberSource;
}

export interface Member {
  user_id: number;
  full_name: string;
  email: string;
  role: Role;
  joined_at: string;
}

/** Workspaces, their members and roles. */
export const workspaces: Service<Workspaces> = service('workspaces');

/** Runs inside the transaction in which somebody ceases to be a member of a workspace. */
export const memberLeaving: Point<(ctx: Ctx, workspaceId: number, userId: number) => Promise<void>> =
  point('workspaces.member-leaving');
