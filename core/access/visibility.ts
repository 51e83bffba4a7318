// What somebody may list: the scope of a request, made of the places they are in and of the access roots they see there.
import type { NamedIn, VisibilityScope } from '../kernel/access.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx, UserActor } from '../kernel/context.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { accessTree, grantSource, type Home, membershipSource } from './extension-points.ts';
import type { HiddenSubtrees } from './hidden-subtrees.ts';
import { commonScope, visibleRoots } from './scope.ts';
import { subtreeScope } from './token-subtree.ts';
import { closedTo, isClosed } from './workspace-conditions.ts';

interface VisibleRoots {
  rootIds: number[];
  guestRootIds: number[];
  named?: NamedIn;
}

const CACHE_MS = 60_000;
const ROOTS_KEPT = 5000;

export class Visibility {
  readonly #app: App;
  readonly #hidden: HiddenSubtrees;
  readonly #roots = new LruCache<{ roots: VisibleRoots; until: number }>(ROOTS_KEPT);
  /** of one workspace each */
  readonly #scopes = new LruCache<{ scope: VisibilityScope; until: number }>(ROOTS_KEPT);

  constructor(app: App, hidden: HiddenSubtrees) {
    this.#app = app;
    this.#hidden = hidden;
  }

  scope(ctx: Ctx, workspaceId?: number, epoch?: number): Promise<VisibilityScope> {
    const key = `scope:${workspaceId ?? ''}`;
    const known = ctx.memo.get(key) as Promise<VisibilityScope> | undefined;
    if (known) return known;
    const scope = this.#readScope(ctx, workspaceId, epoch);
    ctx.memo.set(key, scope);
    return scope;
  }

  async #readScope(ctx: Ctx, workspaceId?: number, epoch?: number): Promise<VisibilityScope> {
    const { actor } = ctx;
    if (actor.type === 'system') return { everything: true };
    if (actor.type === 'anonymous') {
      const nothing = { everything: false as const, workspaceIds: [], rootIds: [], guestRootIds: [] };
      return actor.reads ? { ...nothing, published: actor.reads } : nothing;
    }
    const own = await this.#scopeOf(ctx, actor, workspaceId, epoch);
    const seen = actor.seenBy ? commonScope(own, await this.#scopeOf(ctx, actor.seenBy, workspaceId, epoch)) : own;
    return actor.rootPageId === undefined ? seen : subtreeScope(actor.rootPageId, seen);
  }

  async #scopeOf(ctx: Ctx, actor: UserActor, workspaceId?: number, epoch?: number): Promise<VisibilityScope> {
    if (actor.isAdmin) return { everything: true, ...(await this.#hidden.leftOut(ctx, { workspaceId, epoch })) };
    const closed = await closedTo(ctx, actor);
    const isKept = epoch !== undefined && !closed && !ctx.inTransaction;
    const key = `${actor.id}:${workspaceId}:${epoch}`;
    const kept = isKept ? this.#scopes.get(key) : undefined;
    if (kept && kept.until > Date.now()) return kept.scope;
    const homes = (await this.#app.use(membershipSource).homes(ctx, actor.id)).filter(
      ({ workspaceId: id }) => (workspaceId === undefined || id === workspaceId) && !isClosed(closed, id),
    );
    const member = homes.filter(({ role }) => role !== null);
    const roots = await this.#visibleRoots(ctx, actor, homes);
    const hidden = await this.#hidden.leftOut(ctx, ...homes);
    const workspaceIds = member.map((one) => one.workspaceId);
    const scope: VisibilityScope = { everything: false, workspaceIds, ...roots, ...hidden };
    // Rights that have changed since belong to another epoch.
    if (isKept && homes.length === 1 && homes[0]?.epoch === epoch)
      this.#scopes.set(key, { scope, until: Date.now() + CACHE_MS });
    return scope;
  }

  /** The roots are the same until an epoch moves, be it of a workspace of theirs or of one they are a guest in. */
  async #visibleRoots(ctx: Ctx, actor: UserActor, homes: Home[]): Promise<VisibleRoots> {
    const key = `${actor.id}:${homes.map((one) => `${one.workspaceId}.${one.epoch}`).join()}`;
    const kept = ctx.inTransaction ? undefined : this.#roots.get(key);
    if (kept && kept.until > Date.now()) return kept.roots;
    const tree = this.#app.find(accessTree);
    const sources = this.#app.contributions(grantSource);
    const ids = homes.map((one) => one.workspaceId);
    const memberOf = homes.filter(({ role }) => role !== null).map((one) => one.workspaceId);
    const [all, grants, ruled] = await Promise.all([
      tree && ids.length ? tree.roots(ctx, ids) : [],
      Promise.all(sources.map((source) => source.of(ctx, actor.id))),
      Promise.all(sources.map((source) => (memberOf.length ? source.ruled(ctx, memberOf) : []))),
    ]);
    const roleIn = new Map(homes.map((one) => [one.workspaceId, one.role]));
    const seen = visibleRoots(actor.id, all, grants.flat(), (id) => roleIn.get(id) ?? null);
    const idsOf = (isGuest: boolean) =>
      seen.filter((node) => (roleIn.get(node.workspaceId) === null) === isGuest).map((node) => node.id);
    const workspaceIds = ruled.flat();
    const named = workspaceIds.length ? { named: { userId: actor.id, workspaceIds } } : {};
    const roots = { rootIds: idsOf(false), guestRootIds: idsOf(true), ...named };
    if (!ctx.inTransaction) this.#roots.set(key, { roots, until: Date.now() + CACHE_MS });
    return roots;
  }
}
