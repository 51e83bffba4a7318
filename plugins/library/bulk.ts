// One act on many pages of the library: each by its own rights, and each with what came of it.
import type { Policy } from '../../core/http/policy.ts';
import { invalid, Problem } from '../../core/http/problem.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { favoritePages, ownLists } from '../favorites/contract.ts';
import { pagePolicies, pages } from '../pages/contract.ts';
import { tagNames } from '../tags/contract.ts';

export const ACTS = ['read', 'favorite', 'unfavorite', 'tag', 'untag', 'trash'] as const;
export type BulkAct = (typeof ACTS)[number];

export interface BulkResult {
  id: number;
  ok: boolean;
  /** why not, as a code and in words */
  code?: string;
  detail?: string;
}

export interface BulkInput {
  action: BulkAct;
  page_ids: number[];
  /** name of the tag, for `tag` and `untag` */
  tag?: string | undefined;
}

/** In the order of the ids; what is refused leaves the others as they are. @throws Problem validation_failed */
export async function actOnMany(ctx: Ctx, { action, page_ids, tag = '' }: BulkInput): Promise<BulkResult[]> {
  if (!tag && (action === 'tag' || action === 'untag')) throw invalid(['body', 'tag'], 'Field required', 'missing');
  const policy = action === 'trash' ? pagePolicies.trash : pagePolicies.view;
  const permitted = action === 'trash' ? await allowed(ctx, policy, page_ids) : new Set<number>();
  const results: BulkResult[] = [];
  for (const id of page_ids) {
    try {
      await ctx.app.access.require(ctx, policy, id);
      await actOn(ctx, action, id, tag);
      results.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      // What lies below another page of the list went into the trash with it.
      const isThere = error.code === 'not_found' && permitted.has(id);
      results.push(isThere ? { id, ok: true } : { id, ok: false, code: error.code, detail: error.message });
    }
  }
  return results;
}

async function allowed(ctx: Ctx, policy: Policy, ids: number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const id of ids) if (await ctx.app.access.allows(ctx, policy, id)) found.add(id);
  return found;
}

async function actOn(ctx: Ctx, action: BulkAct, id: number, tag: string): Promise<void> {
  switch (action) {
    case 'read':
      return ctx.use(ownLists).markRead(ctx, [id]);
    case 'favorite':
    case 'unfavorite':
      return ctx.use(favoritePages).set(ctx, id, action === 'favorite');
    case 'trash':
      return ctx.use(pages).trash(ctx, id);
    default:
      return retag(ctx, id, tag, action === 'tag');
  }
}

async function retag(ctx: Ctx, id: number, tag: string, isCarried: boolean): Promise<void> {
  const others = (await ctx.use(tagNames).of(ctx, id)).filter((name) => uniqueKey(name) !== uniqueKey(tag));
  await ctx.use(tagNames).set(ctx, id, isCarried ? [...others, tag] : others);
}
