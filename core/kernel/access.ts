// The words of access: roots, grants, decisions, scopes, and what the service that decides offers to everybody.
import type { Request, RouteRules } from '@hapi/hapi';
import type { Need, Role } from '../http/route.ts';
import type { Ctx, PublicReach, UserActor } from './context.ts';

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
  /** `rule`: on a database, for those of its rows that name a member; what it gives comes on top of all else */
  via: 'user' | 'group' | 'rule';
}

export interface DecisionInput {
  userId: number;
  isAdmin: boolean;
  workspaceRole: Role | null;
  /** from the thing upwards: only nodes that are access roots */
  chain: { node: AccessNode; grants: Grant[] }[];
}

export interface AccessDecision {
  role: Role | null;
  /** the rule that gave the role, or took it */
  because:
    | 'administrator'
    | 'workspace_owner'
    | 'user_grant'
    | 'group_grant'
    | 'creator'
    | 'rule'
    | 'restricted'
    | 'private'
    | 'workspace_role'
    | 'stranger';
  /** the page at which the way up ended; null: at the workspace */
  nodeId: number | null;
  /** databases on the way up with rules, which may give more on a page below */
  ruled: number[];
}

/** Pages that rules open to a person who is named in them, in workspaces that they are a member of. */
export interface NamedIn {
  userId: number;
  workspaceIds: number[];
}

/** Whole workspaces less the hidden roots, plus single roots granted to guests; or what was published, or one subtree. */
export type VisibilityScope =
  | { everything: true; hiddenBelow?: number[] }
  | {
      everything: false;
      /** nothing that lies below these pages, if there are any: they are on their way into the trash or out of it */
      hiddenBelow?: number[];
      workspaceIds: number[];
      rootIds: number[];
      guestRootIds: number[];
      named?: NamedIn;
      published?: PublicReach;
      /** this page and what lies below it, of what `also` shows */
      subtree?: number;
      /** nothing that is not within this one, too */
      also?: VisibilityScope;
    };

/** What access needs to know of a thing that a request names. */
export interface Subject {
  id: number | string;
  /** workspace whose roles apply; null for things outside any workspace */
  workspaceId: number | null;
  /** permission epoch of that workspace, read with the thing itself */
  epoch: number;
  /** nearest self or ancestor with its own type or grants; null: the workspace role applies */
  rootId: number | null;
  /** the page that it is or belongs to, which may be a row that names somebody */
  pageId?: number;
  /** the account it belongs to, for `own` */
  ownerId?: number | null;
  trashed?: boolean;
  /** set while locked; `by` may be null when that account is gone */
  lock?: { by: number | null } | null;
  /** the loaded record, handed to the handler */
  row: unknown;
}

export interface ResourceType {
  load(ctx: Ctx, id: number | string): Promise<Subject | undefined>;
  /** the same for many, by their ids, without those that are not there: for what many are checked of at once */
  loadMany?(ctx: Ctx, ids: (number | string)[]): Promise<Map<number, Subject>>;
  /** for things whose roles do not come from a workspace: people, files */
  role?(ctx: Ctx, subject: Subject): Promise<Role | null>;
  /** what people call it, for those who may read it; what belongs to a page is called by that page otherwise */
  title?(subject: Subject): string;
}

/** Decides who may do what, by contract 4, and keeps its answers for at most 60 s. */
export interface AccessControl {
  /** Role of the actor on a subject, or null. */
  roleOn(ctx: Ctx, subject: Subject): Promise<Role | null>;
  /** The same for a thing of any resource, be its roles from a workspace or not. */
  roleOf(ctx: Ctx, resource: string, subject: Subject): Promise<Role | null>;
  /** How the role of a person on a subject in a workspace comes about. */
  explain(ctx: Ctx, actor: UserActor, subject: Subject): Promise<AccessDecision & DecisionInput>;
  /**
   * Everything the actor may list; `workspaceId` narrows it to one workspace. Read once a request, and not at all when
   * `epoch`, that workspace's as it is now, is the one of what is known.
   */
  scope(ctx: Ctx, workspaceId?: number, epoch?: number): Promise<VisibilityScope>;
  /** Loads and checks one named thing; for ids that a schema cannot name, such as those inside a batch. */
  require(ctx: Ctx, need: Need, id: number | string): Promise<Subject>;
  /** Whether `require` would let the actor through. */
  allows(ctx: Ctx, need: Need, id: number | string): Promise<boolean>;
  /**
   * For menus: of each of these things, which the actor sees, the names of the actions that access would not refuse. What
   * else a request of them names is not looked at.
   */
  permitted<Name extends string>(
    ctx: Ctx,
    actions: Readonly<Record<Name, Need>>,
    subjects: Subject[],
  ): Promise<Name[][]>;
  /** Answers in the contract's order for all at once: 404 before 403 before 423. `early`: closed workspaces, too. */
  requireAll(ctx: Ctx, wanted: { need: Need; id: number | string }[], early?: boolean): Promise<Subject[]>;
  /** Resolves every id that the route names and keeps the loaded things for the handler. */
  checkRequest(request: Request, rules: RouteRules): Promise<void>;
  /** The thing that the address names, for a request that was refused before it was looked at; locked ones, too. */
  checkAddress(request: Request, rules: RouteRules): Promise<void>;
}
