// The one place that decides who may do what, by contract 4, and keeps its answers for at most 60 s.
import type { Request, RouteRules, Server } from '@hapi/hapi';
import { notFound, Problem } from '../http/problem.ts';
import type { Access, Need, QueryRole, Role } from '../http/route.ts';
import type { AccessControl, AccessDecision, DecisionInput, Subject, VisibilityScope } from '../kernel/access.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx, UserActor } from '../kernel/context.ts';
import { atLeast, decision, lower, raised, roleSuffices } from './decision.ts';
import { accessTree, grantSource, membershipSource } from './extension-points.ts';
import { HiddenSubtrees } from './hidden-subtrees.ts';
import { loadSubjects, SharedAnswers } from './subjects.ts';
import { isOutsideToken } from './token-subtree.ts';
import { Visibility } from './visibility.ts';
import { closedTo, isClosed, withNothingClosed } from './workspace-conditions.ts';

export type {
  AccessDecision,
  AccessNode,
  DecisionInput,
  Grant,
  PermissionType,
  ResourceType,
  Subject,
  VisibilityScope,
} from '../kernel/access.ts';
export { atLeast, lower, roleSuffices } from './decision.ts';
export {
  type AccessTree,
  accessTree,
  type GrantSource,
  grantSource,
  type Home,
  type MembershipSource,
  membershipSource,
} from './extension-points.ts';
export { inScope } from './scope.ts';
export { loadSubjects } from './subjects.ts';

/** What holds for all pages with the same access root. */
type Rooted = Pick<AccessDecision, 'role' | 'because' | 'nodeId' | 'ruled'>;

/** A route whose address names something. */
type Named = Access & { param: string; resource: string; when?: QueryRole };

const CACHE_MS = 60_000;

export class RoleAccess implements AccessControl {
  readonly #app: App;
  readonly #hidden: HiddenSubtrees;
  readonly #visibility: Visibility;
  #role:
    | ((ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null, epoch: number) => Promise<Rooted>)
    | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#hidden = new HiddenSubtrees(app);
    this.#visibility = new Visibility(app, this.#hidden);
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
    this.#role = (server.methods as Record<string, unknown>).accessRole as (...args: unknown[]) => Promise<Rooted>;
  }

  async roleOn(ctx: Ctx, subject: Subject, shared = new SharedAnswers()): Promise<Role | null> {
    const { actor } = ctx;
    if (actor.type === 'system') return 'owner';
    if (actor.type === 'anonymous' || subject.workspaceId === null) return null;
    if (await isOutsideToken(ctx, subject)) return null;
    if (actor.seenBy) {
      const { seenBy, ...seen } = actor;
      return lower(
        await this.roleOn(ctx.as(seen), subject, shared),
        await this.roleOn(ctx.as(seenBy), subject, shared),
      );
    }
    if (actor.isAdmin) return 'owner';
    if (isClosed(await closedTo(ctx, actor), subject.workspaceId)) return null;
    const { workspaceId, rootId, epoch } = subject;
    const rooted = await shared.once(`role of ${actor.id} in ${workspaceId} at ${rootId}, ${epoch}`, () =>
      // Inside a transaction the answer must come from what that transaction sees.
      !this.#role || ctx.inTransaction
        ? this.#compute(ctx, actor, workspaceId, rootId)
        : this.#role(ctx, actor, workspaceId, rootId, epoch),
    );
    return (await this.#withRules(ctx, actor, subject, rooted)).role;
  }

  /** Whom a page names is asked each time: it changes without any change of rights. */
  async #withRules<T extends Rooted>(ctx: Ctx, { id }: UserActor, { pageId }: Subject, rooted: T): Promise<T> {
    const { ruled } = rooted;
    if (!ruled.length || pageId === undefined) return rooted;
    const sources = this.#app.contributions(grantSource);
    return raised(rooted, (await Promise.all(sources.map((one) => one.named(ctx, id, ruled, pageId)))).flat());
  }

  async roleOf(ctx: Ctx, resource: string, subject: Subject, shared?: SharedAnswers): Promise<Role | null> {
    const type = this.#app.resource(resource);
    if (!type.role) return this.roleOn(ctx, subject, shared);
    // A role of its own may rest on no page, such as that on people.
    return (await isOutsideToken(ctx, subject)) ? null : type.role(ctx, subject);
  }

  async #compute(ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null): Promise<Rooted> {
    return decision(await this.#input(ctx, actor, workspaceId, rootId));
  }

  async #input(ctx: Ctx, actor: UserActor, workspaceId: number, rootId: number | null): Promise<DecisionInput> {
    const { id: userId, isAdmin } = actor;
    const workspaceRole = (await this.#app.use(membershipSource).one(ctx, userId, workspaceId)) ?? null;
    const tree = this.#app.find(accessTree);
    const isDecided = isAdmin || workspaceRole === 'owner' || rootId === null || !tree;
    const nodes = isDecided ? [] : await tree.chain(ctx, rootId);
    const ids = nodes.map((node) => node.id);
    const sources = ids.length ? this.#app.contributions(grantSource) : [];
    const grants = (await Promise.all(sources.map((source) => source.of(ctx, userId, ids)))).flat();
    const chain = nodes.map((node) => ({ node, grants: grants.filter((grant) => grant.nodeId === node.id) }));
    return { userId, isAdmin, workspaceRole, chain };
  }

  async explain(ctx: Ctx, actor: UserActor, subject: Subject): Promise<AccessDecision & DecisionInput> {
    const input = await this.#input(ctx, actor, subject.workspaceId as number, subject.rootId);
    return { ...input, ...(await this.#withRules(ctx, actor, subject, decision(input))) };
  }

  scope(ctx: Ctx, workspaceId?: number, epoch?: number): Promise<VisibilityScope> {
    return this.#visibility.scope(ctx, workspaceId, epoch);
  }

  async require(ctx: Ctx, need: Need, id: number | string): Promise<Subject> {
    const [checked] = await this.requireAll(ctx, [{ need, id }]);
    return checked as Subject;
  }

  async allows(ctx: Ctx, need: Need, id: number | string): Promise<boolean> {
    try {
      await this.require(ctx, need, id);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  permitted<Name extends string>(
    ctx: Ctx,
    actions: Readonly<Record<Name, Need>>,
    subjects: Subject[],
  ): Promise<Name[][]> {
    const shared = new SharedAnswers();
    const entries = Object.entries(actions) as [Name, Need][];
    const resources = [...new Set(entries.map(([, { resource }]) => resource))];
    return Promise.all(
      subjects.map(async (subject) => {
        const isLocked = isLockedFor(ctx, subject);
        const found = resources.map(async (one) => [one, await this.roleOf(ctx, one, subject, shared)] as const);
        const roles = new Map(await Promise.all(found));
        const isOpen = ({ resource, lock, trashed, ...need }: Need): boolean => {
          if (trashed === 'only' ? !subject.trashed : subject.trashed && trashed !== 'also') return false;
          return !(lock && isLocked) && roleSuffices(roles.get(resource) ?? null, { resource, ...need });
        };
        return entries.flatMap(([name, need]) => (isOpen(need) ? [name] : []));
      }),
    );
  }

  async requireAll(ctx: Ctx, wanted: { need: Need; id: number | string }[], early = false): Promise<Subject[]> {
    const names = wanted.map(({ need, id }) => ({ resource: need.resource, id }));
    const subjects = await loadSubjects(ctx, names);
    const shared = new SharedAnswers();
    const found = await Promise.all(
      wanted.map(({ need }, at) => this.#visible(ctx, need, subjects[at], { early, shared })),
    );
    for (const { need, role } of found) {
      if (need.role && !atLeast(role, need.role)) throw new Problem('forbidden', `This needs the role ${need.role}.`);
    }
    for (const { need, subject } of found) if (need.lock) refuseLocked(ctx, subject);
    return found.map(({ subject }) => subject);
  }

  async #visible(
    ctx: Ctx,
    need: Need,
    subject: Subject | undefined,
    { early, shared }: { early: boolean; shared: SharedAnswers },
  ): Promise<{ need: Need; subject: Subject; role: Role | null }> {
    if (!subject) throw notFound();
    const hidden = need.trashed === 'only' ? !subject.trashed : subject.trashed && need.trashed !== 'also';
    if (hidden || (await this.#hidden.holds(ctx, subject, shared))) throw notFound();
    if (need.own) {
      const { actor } = ctx;
      if (actor.type !== 'user' || subject.ownerId !== actor.id || actor.rootPageId !== undefined) throw notFound();
      return { need, subject, role: null };
    }
    const role = await this.roleOf(ctx, need.resource, subject, shared);
    if (role) return { need, subject, role };
    const barred = await this.#behindDoor(ctx, need, subject);
    if (!barred) throw notFound();
    if (!early) throw barred.problem;
    return { need, subject, role: barred.role };
  }

  /** What the actor would have here, were its workspace not closed to them for now. */
  async #behindDoor(ctx: Ctx, need: Need, subject: Subject): Promise<{ role: Role; problem: Problem } | undefined> {
    const closed = await closedTo(ctx);
    if (!closed || !isClosed(closed, subject.workspaceId)) return undefined;
    const role = await this.roleOf(withNothingClosed(ctx), need.resource, subject);
    return role ? { role, problem: closed.problem } : undefined;
  }

  async checkRequest(request: Request, { access, early }: RouteRules): Promise<void> {
    const wanted: { name: string; need: Need; id: number | string }[] = [];
    if ('param' in access) {
      const { param, resource, refs: _, opaque: __, when, ...rest } = access as Named;
      const further = when && request.query[when.query] ? { role: when.role } : {};
      wanted.push({
        name: param,
        need: { resource, ...(rest as Omit<Need, 'resource'>), ...further },
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
    const subjects = await this.requireAll(request.ctx, wanted, early);
    const loaded = new Map<string, Subject>();
    for (const [index, { name }] of wanted.entries()) loaded.set(name, subjects[index] as Subject);
    (request.app as { subjects?: Map<string, Subject> }).subjects = loaded;
  }

  async checkAddress(request: Request, { access, early }: RouteRules): Promise<void> {
    if ((request.app as { subjects?: unknown }).subjects || !('param' in access)) return;
    const { lock: _, refs: __, ...own } = access as typeof access & { lock?: true };
    await this.checkRequest(request, { access: own, early });
  }
}

/** Whether a lock keeps the actor out: anybody but who set it, service administrators and the system. */
export function isLockedFor({ actor }: Ctx, { lock }: Pick<Subject, 'lock'>): boolean {
  if (!lock || actor.type === 'system') return false;
  return actor.type !== 'user' || !(actor.isAdmin || lock.by === actor.id);
}

/** @throws Problem page_locked unless the actor is who locked it, a service administrator or the system */
export function refuseLocked(ctx: Ctx, subject: Pick<Subject, 'lock' | 'pageId'>): void {
  if (!isLockedFor(ctx, subject)) return;
  const extra = { lockedPage: subject.pageId };
  throw new Problem('page_locked', 'The page is locked; only the person who locked it may change it.', extra);
}

const subjectsOf = (request: Request): Map<string, Subject> | undefined =>
  (request.app as { subjects?: Map<string, Subject> }).subjects;

/** The workspace of what a request names first; undefined where it names nothing of a workspace. */
export function workspaceHere(request: Request): number | undefined {
  for (const { workspaceId } of subjectsOf(request)?.values() ?? []) if (workspaceId !== null) return workspaceId;
  return undefined;
}

/** What access loaded for the named id. */
export function subjectOf(request: Request, name: string): Subject {
  const subject = subjectsOf(request)?.get(name);
  if (!subject) throw new Error(`access did not load ${name}`);
  return subject;
}

/** Its record. */
export const loaded = <T>(request: Request, name: string): T => subjectOf(request, name).row as T;

/** The role of the caller on it, for pages that show more to those who may do more. */
export const roleHere = (request: Request, name: string): Promise<Role | null> =>
  request.ctx.app.access.roleOn(request.ctx, subjectOf(request, name));
