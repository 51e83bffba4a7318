// The one place that decides who may do what: contract 4 as one function, and its answer kept for at most 60 s.
import type { Request, Server } from '@hapi/hapi';
import type { App } from './app.ts';
import type { Ctx, UserActor } from './context.ts';
import { type Point, point } from './plugin.ts';
import { notFound, Problem } from './problem.ts';
import { type Access, type Need, type Role, roles } from './route.ts';

/** What access needs to know of a thing that a request names. */
export interface Subject {
  id: number | string;
  /** workspace whose roles apply; null for things outside any workspace */
  workspaceId: number | null;
  /** permission epoch of that workspace, read with the thing itself */
  epoch: number;
  /** nearest self or ancestor with its own type or grants; null: the workspace role applies */
  rootId: number | null;
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
  /** for things whose roles do not come from a workspace: people, files */
  role?(ctx: Ctx, subject: Subject): Promise<Role | null>;
}

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

/** Where the tree of access roots comes from (the pages plugin). */
export interface AccessTree {
  node(ctx: Ctx, id: number): Promise<AccessNode | undefined>;
  /** ids of all access roots in these workspaces */
  roots(ctx: Ctx, workspaceIds: number[] | 'all'): Promise<{ id: number; workspaceId: number }[]>;
}

export interface Grant {
  nodeId: number;
  role: Role;
  via: 'user' | 'group';
}

/** Where explicit grants come from: none until a plugin adds a source. */
export interface GrantSource {
  /** grants of this user, their own and those of their groups, on these nodes */
  on(ctx: Ctx, nodeIds: number[], userId: number): Promise<Grant[]>;
  /** ids of all nodes on which the user has any grant */
  nodesOf(ctx: Ctx, userId: number): Promise<{ id: number; workspaceId: number; epoch: number }[]>;
}

export interface Membership {
  workspaceId: number;
  role: Role;
  epoch: number;
}

/** Where workspace roles come from (the workspaces plugin). */
export interface MembershipSource {
  all(ctx: Ctx, userId: number): Promise<Membership[]>;
  one(ctx: Ctx, userId: number, workspaceId: number): Promise<Role | null>;
}

export const accessTree: Point<AccessTree> = point('access.tree');
export const grantSource: Point<GrantSource> = point('access.grants');
export const membershipSource: Point<MembershipSource> = point('access.memberships');

const rank = (role: Role): number => roles.indexOf(role);

export const atLeast = (role: Role | null, needed: Role): boolean => role !== null && rank(role) >= rank(needed);

export interface DecisionInput {
  userId: number;
  isAdmin: boolean;
  workspaceRole: Role | null;
  /** from the thing upwards: only nodes that are access roots */
  chain: { node: AccessNode; grants: Grant[] }[];
}

/** Contract 4, rules 1 to 4, without I/O. Returns the role, or null for no access. */
export function decide({ userId, isAdmin, workspaceRole, chain }: DecisionInput): Role | null {
  if (isAdmin || workspaceRole === 'owner') return 'owner';
  for (const { node, grants } of chain) {
    const own = grants.find((grant) => grant.via === 'user');
    if (node.permissionType === 'private') return own?.role ?? (node.createdBy === userId ? 'owner' : null);
    const groups = grants.filter((grant) => grant.via === 'group').map((grant) => grant.role);
    const lowest = groups.sort((a, b) => rank(a) - rank(b))[0];
    if (node.permissionType === 'restricted' || own || lowest) return own?.role ?? lowest ?? null;
  }
  return workspaceRole;
}

/** What a list may show: whole workspaces less the hidden roots, plus single roots granted to guests. */
export type Scope =
  | { everything: true }
  | { everything: false; workspaceIds: number[]; rootIds: number[]; guestRootIds: number[] };

interface VisibleRoots {
  rootIds: number[];
  guestRootIds: number[];
}

const CACHE_MS = 60_000;
const ROOTS_KEPT = 5000;

export class AccessControl {
  readonly #app: App;
  readonly #roots = new Map<string, { roots: VisibleRoots; until: number }>();
  #role:
    | ((ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null, epoch: number) => Promise<Role | null>)
    | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** Keeps decisions in the server's cache; the epoch in the key makes narrowing take effect at once. */
  useCache(server: Server): void {
    server.method(
      'accessRole',
      (ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null) =>
        this.#compute(ctx, actor, workspaceId, rootId),
      {
        cache: { expiresIn: CACHE_MS, generateTimeout: 5000 },
        generateKey: (_ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null, epoch: number) =>
          `${actor.id}:${workspaceId}:${rootId ?? 0}:${epoch}`,
      },
    );
    const method = (server.methods as Record<string, unknown>).accessRole as (
      ...args: unknown[]
    ) => Promise<{ role: Role | null }>;
    this.#role = async (...args) => (await method(...args)).role;
  }

  /** Role of the actor on a subject, or null. */
  async roleOn(ctx: Ctx, subject: Subject): Promise<Role | null> {
    const { actor } = ctx;
    if (actor.type === 'system') return 'owner';
    if (actor.type === 'anonymous' || subject.workspaceId === null) return null;
    if (actor.isAdmin) return 'owner';
    // Inside a transaction the answer must come from what that transaction sees.
    if (!this.#role || ctx.inTransaction)
      return (await this.#compute(ctx, actor, subject.workspaceId, subject.rootId)).role;
    return this.#role(ctx, actor, subject.workspaceId, subject.rootId, subject.epoch);
  }

  async #compute(
    ctx: Ctx,
    actor: UserActor,
    workspaceId: number,
    rootId: number | null,
  ): Promise<{ role: Role | null }> {
    const workspaceRole = (await this.#memberships().one(ctx, actor.id, workspaceId)) ?? null;
    const chain = workspaceRole === 'owner' ? [] : await this.#chain(ctx, actor.id, rootId);
    return { role: decide({ userId: actor.id, isAdmin: actor.isAdmin, workspaceRole, chain }) };
  }

  async #chain(ctx: Ctx, userId: number, rootId: number | null): Promise<DecisionInput['chain']> {
    const nodes: AccessNode[] = [];
    const [tree] = this.#app.contributions(accessTree);
    for (let id = rootId; id !== null && tree; ) {
      const node = await tree.node(ctx, id);
      if (!node) break;
      nodes.push(node);
      id = node.parentRootId;
    }
    const ids = nodes.map((node) => node.id);
    const sources = this.#app.contributions(grantSource);
    const grants = ids.length ? (await Promise.all(sources.map((source) => source.on(ctx, ids, userId)))).flat() : [];
    return nodes.map((node) => ({ node, grants: grants.filter((grant) => grant.nodeId === node.id) }));
  }

  /** Everything the actor may list; `workspaceId` narrows it to one workspace. Read once a request. */
  scope(ctx: Ctx, workspaceId?: number): Promise<Scope> {
    const key = `scope:${workspaceId ?? ''}`;
    const known = ctx.memo.get(key) as Promise<Scope> | undefined;
    if (known) return known;
    const scope = this.#readScope(ctx, workspaceId);
    ctx.memo.set(key, scope);
    return scope;
  }

  async #readScope(ctx: Ctx, workspaceId: number | undefined): Promise<Scope> {
    const { actor } = ctx;
    if (actor.type === 'system') return { everything: true };
    if (actor.type === 'anonymous') return { everything: false, workspaceIds: [], rootIds: [], guestRootIds: [] };
    if (actor.isAdmin) return { everything: true };
    const all = await this.#memberships().all(ctx, actor.id);
    const mine = workspaceId === undefined ? all : all.filter((one) => one.workspaceId === workspaceId);
    const roots = await this.#visibleRoots(ctx, actor, mine, workspaceId);
    return { everything: false, workspaceIds: mine.map((one) => one.workspaceId), ...roots };
  }

  /** The roots are the same until an epoch moves; with guests, whose epochs are elsewhere, they are read anew. */
  async #visibleRoots(
    ctx: Ctx,
    actor: UserActor,
    mine: Membership[],
    workspaceId: number | undefined,
  ): Promise<VisibleRoots> {
    const guests = this.#app.contributions(grantSource).length > 0;
    const key = `${actor.id}:${mine.map((one) => `${one.workspaceId}.${one.epoch}`).join()}`;
    const kept = guests || ctx.inTransaction ? undefined : this.#roots.get(key);
    if (kept && kept.until > Date.now()) return kept.roots;
    const epochs = new Map(mine.map((one) => [one.workspaceId, one.epoch]));
    const [tree] = this.#app.contributions(accessTree);
    const all = tree && mine.length ? await tree.roots(ctx, [...epochs.keys()]) : [];
    const asked = all.map(async (root) => ({
      root,
      role: await this.#roleOf(ctx, actor, root, epochs.get(root.workspaceId) ?? 0),
    }));
    const rootIds = (await Promise.all(asked)).filter(({ role }) => role !== null).map(({ root }) => root.id);
    const roots = { rootIds, guestRootIds: await this.#guestRoots(ctx, actor, epochs, workspaceId) };
    if (this.#roots.size > ROOTS_KEPT) this.#roots.clear();
    if (!guests && !ctx.inTransaction) this.#roots.set(key, { roots, until: Date.now() + CACHE_MS });
    return roots;
  }

  async #roleOf(
    ctx: Ctx,
    actor: UserActor,
    root: { id: number; workspaceId: number },
    epoch: number,
  ): Promise<Role | null> {
    if (!this.#role || ctx.inTransaction) return (await this.#compute(ctx, actor, root.workspaceId, root.id)).role;
    return this.#role(ctx, actor, root.workspaceId, root.id, epoch);
  }

  async #guestRoots(ctx: Ctx, actor: UserActor, member: Map<number, number>, workspaceId?: number): Promise<number[]> {
    const found: number[] = [];
    for (const source of this.#app.contributions(grantSource)) {
      for (const node of await source.nodesOf(ctx, actor.id)) {
        if (member.has(node.workspaceId) || (workspaceId !== undefined && node.workspaceId !== workspaceId)) continue;
        if (await this.#roleOf(ctx, actor, node, node.epoch)) found.push(node.id);
      }
    }
    return found;
  }

  #memberships(): MembershipSource {
    const [source] = this.#app.contributions(membershipSource);
    if (!source) throw new Error('no plugin provides workspace memberships');
    return source;
  }

  /** Loads and checks one named thing; for ids that a schema cannot name, such as those inside a batch. */
  async require(ctx: Ctx, need: Need, id: number | string): Promise<Subject> {
    const [checked] = await this.requireAll(ctx, [{ need, id }]);
    return checked as Subject;
  }

  /** Answers in the contract's order for all at once: 404 before 403 before 423. */
  async requireAll(ctx: Ctx, wanted: { need: Need; id: number | string }[]): Promise<Subject[]> {
    const found = await Promise.all(wanted.map(({ need, id }) => this.#visible(ctx, need, id)));
    for (const { need, role } of found) {
      if (need.role && !atLeast(role, need.role)) throw new Problem('forbidden', `This needs the role ${need.role}.`);
    }
    for (const { need, subject } of found) if (need.lock) refuseLocked(ctx, subject);
    return found.map(({ subject }) => subject);
  }

  async #visible(
    ctx: Ctx,
    need: Need,
    id: number | string,
  ): Promise<{ need: Need; subject: Subject; role: Role | null }> {
    const subject = await this.#app.resource(need.resource).load(ctx, id);
    if (!subject) throw notFound();
    const hidden = need.trashed === 'only' ? !subject.trashed : subject.trashed && need.trashed !== 'also';
    if (hidden) throw notFound();
    if (need.own) {
      if (ctx.actor.type !== 'user' || subject.ownerId !== ctx.actor.id) throw notFound();
      return { need, subject, role: null };
    }
    const role = await (this.#app.resource(need.resource).role?.(ctx, subject) ?? this.roleOn(ctx, subject));
    if (!role) throw notFound();
    return { need, subject, role };
  }

  /** Resolves every id that the route names and keeps the loaded things for the handler. */
  async checkRequest(request: Request, access: Access): Promise<void> {
    const wanted: { name: string; need: Need; id: number | string }[] = [];
    if ('param' in access) {
      const { param, resource, refs: _, opaque: __, ...rest } = access as Access & { param: string; resource: string };
      wanted.push({
        name: param,
        need: { resource, ...(rest as Omit<Need, 'resource'>) },
        id: request.params[param] as number | string,
      });
    }
    for (const { in: part, name, ...need } of access.refs ?? []) {
      const source = request[part] as Record<string, unknown> | null;
      const value = source?.[name];
      if (value === undefined || value === null) continue;
      for (const one of Array.isArray(value) ? value : [value]) wanted.push({ name, need, id: one as number | string });
    }
    if (!wanted.length) return;
    const subjects = await this.requireAll(request.ctx, wanted);
    const loaded = new Map<string, Subject>();
    for (const [index, { name }] of wanted.entries()) loaded.set(name, subjects[index] as Subject);
    (request.app as { subjects?: Map<string, Subject> }).subjects = loaded;
  }
}

/** @throws Problem page_locked unless the actor is who locked it, a service administrator or the system */
export function refuseLocked(ctx: Ctx, subject: Pick<Subject, 'lock' | 'id'>): void {
  if (!subject.lock || ctx.actor.type === 'system') return;
  const privileged = ctx.actor.type === 'user' && (ctx.actor.isAdmin || subject.lock.by === ctx.actor.id);
  if (!privileged) throw new Problem('page_locked', 'The page is locked; only the person who locked it may change it.');
}

/** What access loaded for the named id. */
export function subjectOf(request: Request, name: string): Subject {
  const subject = (request.app as { subjects?: Map<string, Subject> }).subjects?.get(name);
  if (!subject) throw new Error(`access did not load ${name}`);
  return subject;
}

/** Its record. */
export const loaded = <T>(request: Request, name: string): T => subjectOf(request, name).row as T;

/** Whether a thing below this access root is within the scope, without asking the database. */
export function inScope(scope: Scope, workspaceId: number, rootId: number | null): boolean {
  if (scope.everything) return true;
  if (rootId !== null && scope.guestRootIds.includes(rootId)) return true;
  return scope.workspaceIds.includes(workspaceId) && (rootId === null || scope.rootIds.includes(rootId));
}
