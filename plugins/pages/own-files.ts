// Blocks that name a file of this service by its address, as Markdown and other editors write them.
import type { Ctx } from '../../core/context.ts';
import { files } from '../files/contract.ts';
import { type Block, walk } from './blocks/block.ts';
import { cutOrigin, MEDIA } from './blocks/foreign-media.ts';

const OWN = '/api/files/';

const addressIn = ({ type, data }: Block): string | undefined =>
  MEDIA.has(type) && data.fileId === undefined && typeof data.url === 'string' && data.url.startsWith(OWN)
    ? data.url
    : undefined;

/**
 * Names such files by their ids, in place: an address alone is no reference, so nobody else could read the file and it
 * would be cleared away as unused. `mayName` says for which of them.
 */
export async function nameOwnFiles(
  ctx: Ctx,
  blocks: Block[],
  mayName: (ids: number[]) => Promise<ReadonlySet<number>> = async (ids) => new Set(ids),
): Promise<void> {
  cutOrigin(blocks, ctx.app.baseUrl);
  const found = [...walk(blocks)].filter((block) => addressIn(block) !== undefined);
  if (!found.length) return;
  const known = new Map<string, number>();
  for (const url of new Set(found.map(addressIn))) {
    const file = await ctx.use(files).byUrl(ctx, url as string);
    if (file) known.set(url as string, file.id);
  }
  const named = await mayName([...known.values()]);
  for (const { data } of found) {
    const id = known.get(data.url as string);
    if (id === undefined || !named.has(id)) continue;
    data.fileId = id;
    delete data.url;
  }
}
