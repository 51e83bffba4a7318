// Says that everybody reads a page, also where it was published with one above it, and asks before a move makes it so.

import { invalid, Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Descent, type Page, pages } from '../pages/contract.ts';
import type { PageOpening } from '../permissions/contract.ts';
import { publicPageAddress } from './public-navigation.ts';
import { publicationStore } from './store.ts';
import { isOver, readsOf } from './visitor.ts';

export async function publicationOpenings(ctx: Ctx, pageId: number): Promise<PageOpening[]> {
  const service = ctx.use(pages);
  const page = await service.byId(ctx, pageId);
  if (!page) return [];
  const found: PageOpening[] = [];
  for (const publication of await publicationStore.inWorkspace(ctx, page.workspace_id)) {
    if (isOver(ctx, publication)) continue;
    const reads = readsOf(publication);
    const visible = await service.versions(ctx.as({ type: 'anonymous', reads }), [pageId]);
    if (!visible.has(pageId)) continue;
    const href = publicPageAddress(publication, pageId);
    const key = publication.password_hash === null ? 'publish.opening' : 'publish.opening.password';
    found.push({ text: ctx.app.messages.text(ctx.locale, key, { address: ctx.app.baseUrl + href }), href, reads });
  }
  return found;
}

/** What was published on its own and opens to people as this page does: the page itself, and pages below it. */
export async function openWith(ctx: Ctx, pageId: number): Promise<{ id: number; title: string }[]> {
  const service = ctx.use(pages);
  const page = await service.byId(ctx, pageId);
  if (!page) return [];
  const open = (await publicationStore.inWorkspace(ctx, page.workspace_id)).filter((one) => !isOver(ctx, one));
  const subjects = await service.subjects(ctx, [pageId, ...open.map(({ page_id }) => page_id)]);
  const found: { id: number; title: string }[] = [];
  for (const { page_id: id, title } of open) {
    // What is closed apart, or below such a page, stays as it is.
    if (subjects.get(id)?.rootId !== subjects.get(pageId)?.rootId) continue;
    const trail = await publicationStore.trail(ctx, pageId, id);
    if (trail.some((step) => step.id === pageId)) found.push({ id, title });
  }
  return found;
}

/**
 * To move a page below what was published with all below it is to publish it: for those who may do that, and mean it.
 * @throws Problem forbidden, validation_failed
 */
export async function requireMeant(ctx: Ctx, { pageId, parentId, publish }: Descent): Promise<void> {
  const page = (await ctx.use(pages).byId(ctx, pageId)) as Page;
  if (page.permission_type !== 'inherit') return;
  const trees = (await publicationOpenings(ctx, parentId)).filter(({ reads }) => reads.reach === 'tree');
  const known = new Set((await publicationOpenings(ctx, pageId)).map(({ reads }) => reads.pageId));
  if (trees.every(({ reads }) => known.has(reads.pageId))) return;
  if (!(await ctx.app.access.allows(ctx, { resource: 'page-rights', role: 'owner' }, pageId)))
    throw new Problem('forbidden', 'Everybody can read what is there: ask an owner of the page to move it.');
  if (!publish) throw invalid(['body', 'publish'], 'Everybody can read what is there: confirm that this is intended.');
}
