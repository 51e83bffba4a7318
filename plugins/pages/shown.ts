// A page as somebody reads it, for those who show it elsewhere than in its own view.
import type { Ctx } from '../../core/context.ts';
import { renderHtml } from './blocks/html.ts';
import { storedBlocks } from './body.ts';
import type { ReadPage } from './contract.ts';
import { linksFor } from './links.ts';
import { presentPage } from './present.ts';
import { level, visibleIds } from './reading.ts';
import { pageStore } from './store.ts';

export async function readPage(ctx: Ctx, id: number): Promise<ReadPage | undefined> {
  const row = (await visibleIds(ctx, [id])).has(id) ? await pageStore.byId(ctx, id) : undefined;
  if (!row) return undefined;
  const isWritten = row.kind === 'page' || row.kind === 'folder';
  const blocks = isWritten ? storedBlocks({ ...row, content: await pageStore.content(ctx, id) }) : [];
  const [links, children] = await Promise.all([
    linksFor(ctx, row.workspace_id, blocks),
    level(ctx, row.workspace_id, id),
  ]);
  return { page: presentPage(row), html: renderHtml(blocks, links), children };
}
