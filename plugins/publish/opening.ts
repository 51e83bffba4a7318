// Says where a page is shared that everybody reads it, also where it was published with a page above it.
import type { Ctx } from '../../core/context.ts';
import { pages } from '../pages/contract.ts';
import type { Opening } from '../permissions/contract.ts';
import { addressOf } from './page.ts';
import { publicationStore } from './store.ts';
import { isOver, readsOf } from './visitor.ts';

export async function openingsOf(ctx: Ctx, pageId: number): Promise<Opening[]> {
  const service = ctx.use(pages);
  const page = await service.byId(ctx, pageId);
  if (!page) return [];
  const found: Opening[] = [];
  for (const publication of await publicationStore.inWorkspace(ctx, page.workspace_id)) {
    if (isOver(ctx, publication)) continue;
    const reads = readsOf(publication);
    const visible = await service.versions(ctx.as({ type: 'anonymous', reads }), [pageId]);
    if (!visible.has(pageId)) continue;
    const href = addressOf(publication, pageId);
    const key = publication.password_hash === null ? 'publish.opening' : 'publish.opening.password';
    found.push({ text: ctx.app.messages.text(ctx.locale, key, { address: ctx.app.baseUrl + href }), href, reads });
  }
  return found;
}
