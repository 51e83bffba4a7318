// What copies of pages have of their originals: body, looks, and no more readers.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { relinkBlocks } from '../../blocks/relink.ts';
import { bulkStore } from '../bulk-store.ts';
import { keepCover, storedBlocks } from '../content/page-body.ts';
import { type PageRow, pageStore } from '../store.ts';

const TITLE_MAX = 500;

type Ids = ReadonlyMap<number, number>;

/** With links to what is copied with it leading to the copies. */
export function copiedBody(
  source: PageRow & { content: string },
  ids: Ids,
): { fileId: number } | { blocks: Block[] } | { isCollection: true } {
  if (source.kind === 'collection') return { isCollection: true };
  if (source.kind === 'file') return JSON.parse(source.content) as { fileId: number };
  return { blocks: relinkBlocks(storedBlocks(source), ids) };
}

export const copiedTitle = (ctx: Ctx, title: string): string => {
  const text = (of: string) => ctx.app.messages.text(ctx.locale, 'pages.copy_of', { title: of });
  return text(title.slice(0, TITLE_MAX - text('').length));
};

export async function copyLooks(ctx: Ctx, sources: PageRow[], ids: Ids): Promise<void> {
  for (const { id, cover_url, cover_position, full_width, font_small } of sources) {
    if (!cover_url && !full_width && !font_small) continue;
    const looks = { cover_url, cover_position, full_width, font_small };
    const row = await pageStore.change(ctx, ids.get(id) as number, looks);
    if (cover_url && row.kind !== 'file') await keepCover(ctx, row);
  }
}

/**
 * Makes copies of pages with rights of their own private, unless they were given rights by now; answers the originals.
 * What inherits from them is up to the caller.
 */
export async function closeCopies(ctx: Ctx, sources: PageRow[], ids: Ids): Promise<number[]> {
  const own = sources.filter(({ id, access_root_id }) => access_root_id === id);
  const copies = await bulkStore.byIds(
    ctx,
    own.map(({ id }) => ids.get(id) as number),
  );
  const given = new Set(copies.flatMap(({ id, access_root_id }) => (access_root_id === id ? [id] : [])));
  const closed = own.map(({ id }) => id).filter((id) => !given.has(ids.get(id) as number));
  for (const id of closed) await pageStore.change(ctx, ids.get(id) as number, { permission_type: 'private' });
  return closed;
}
