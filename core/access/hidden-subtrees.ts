// Subtrees that are on their way into the trash or out of it: until all of one is there, what lies below its root is hidden.
import type { Subject } from '../kernel/access.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import { LruCache } from '../kernel/lru-cache.ts';
import { accessTree } from './extension-points.ts';
import type { SharedAnswers } from './subjects.ts';

const KEPT = 5000;

interface Place {
  /** default: all */
  workspaceId?: number;
  epoch?: number;
}

export class HiddenSubtrees {
  readonly #app: App;
  /** by workspace and epoch, which moves when a subtree sets out and when it has arrived */
  readonly #roots = new LruCache<number[]>(KEPT);

  constructor(app: App) {
    this.#app = app;
  }

  /** Roots of those in one workspace, as of its epoch, or in all of them. */
  async #rootsIn(ctx: Ctx, { workspaceId, epoch = 0 }: Place): Promise<number[]> {
    const tree = this.#app.find(accessTree);
    if (!tree) return [];
    if (!epoch || ctx.inTransaction) return tree.turning(ctx, workspaceId);
    const key = `${workspaceId}:${epoch}`;
    const kept = this.#roots.get(key);
    if (kept) return kept;
    const roots = await tree.turning(ctx, workspaceId);
    this.#roots.set(key, roots);
    return roots;
  }

  /** What a scope over these places leaves out. */
  async leftOut(ctx: Ctx, ...places: Place[]): Promise<{ hiddenBelow?: number[] }> {
    const hiddenBelow = (await Promise.all(places.map((place) => this.#rootsIn(ctx, place)))).flat();
    return hiddenBelow.length ? { hiddenBelow } : {};
  }

  /** Whether a thing stands on a page below one of them. */
  async holds(ctx: Ctx, { pageId, workspaceId, epoch }: Subject, shared: SharedAnswers): Promise<boolean> {
    if (pageId === undefined || workspaceId === null) return false;
    const roots = await shared.once(`hidden in ${workspaceId}, ${epoch}`, () =>
      this.#rootsIn(ctx, { workspaceId, epoch }),
    );
    const tree = this.#app.find(accessTree);
    return roots.length > 0 && tree !== undefined && tree.isBelow(ctx, pageId, roots);
  }
}
