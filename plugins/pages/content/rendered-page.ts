// A page as somebody reads it, for those who show it elsewhere than in its own view.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';
import { outline } from '../../blocks/outline.ts';
import { files } from '../../files/contract.ts';
import type { Addresses, ReadPage } from '../contract.ts';
import { visibleIds } from '../page-queries.ts';
import { presentPage } from '../present.ts';
import { pageStore } from '../store.ts';
import { linksFor } from './link-resolver.ts';
import { fileBehind, filesOfPage, storedBlocks } from './page-body.ts';

export async function readPage(ctx: Ctx, id: number, addresses?: Addresses): Promise<ReadPage | undefined> {
  const row = (await visibleIds(ctx, [id])).has(id) ? await pageStore.byId(ctx, id) : undefined;
  if (!row) return undefined;
  const whole = { ...row, content: await pageStore.content(ctx, id) };
  const isWritten = row.kind === 'page' || row.kind === 'folder';
  const blocks = isWritten ? storedBlocks(whole) : [];
  const links = await linksFor(ctx, row.workspace_id, blocks, addresses);
  return {
    page: presentPage(row),
    html: renderHtml(addresses ? withoutPictures(blocks) : blocks, addresses ? movedTo(links, addresses) : links),
    outline: outline(blocks),
    fileId: fileBehind(whole) ?? null,
  };
}

function movedTo(links: Links, addresses: Addresses): Links {
  return {
    ...links,
    page(id) {
      const found = links.page(id);
      return found && { ...found, href: addresses.page(id) };
    },
    file(id) {
      const found = links.file(id);
      return found && { ...found, href: addresses.file(id) };
    },
  };
}

/** Emoji of a workspace's own are for those who may enter it. */
const withoutPictures = (blocks: Block[]): Block[] =>
  blocks.map((block) => ({
    ...block,
    ...(String(block.data.icon ?? '').startsWith('custom:') ? { data: { ...block.data, icon: '' } } : {}),
    ...(block.children ? { children: withoutPictures(block.children) } : {}),
  }));

/** Whether some page that the actor reads shows the file now; an old version of it does not count. */
export async function showsFile(ctx: Ctx, fileId: number): Promise<boolean> {
  for (const id of await visibleIds(ctx, await ctx.use(files).referrers(ctx, fileId))) {
    const row = await pageStore.byId(ctx, id);
    if (row && (await filesOfPage(ctx, row)).includes(fileId)) return true;
  }
  return false;
}
