// Blocks that name a file of this service by its address, as Markdown and other editors write them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, walk } from '../../blocks/block.ts';
import { cutOrigin, MEDIA } from '../../blocks/external-media.ts';
import { FILE_ADDRESS } from '../../blocks/link-address.ts';
import { files } from '../../files/contract.ts';

export const isFileAddress = (address: string): boolean => address.startsWith(FILE_ADDRESS);

/** An address of this service as blocks have it. */
export const withoutOrigin = ({ app }: Ctx, address: string): string =>
  address.startsWith(`${app.baseUrl}/`) ? address.slice(app.baseUrl.length) : address;

/** The address by which a block shows an uploaded file. */
export function blockFileAddress({ type, data }: Block): string | undefined {
  return MEDIA.has(type) && typeof data.url === 'string' && isFileAddress(data.url) ? data.url : undefined;
}

export const fileAddresses = (blocks: Block[]): Set<string> =>
  new Set([...walk(blocks)].flatMap((block) => blockFileAddress(block) ?? []));

/**
 * Names such files by their ids, in place, as far as the actor reads them: an address alone is no reference, so nobody
 * else could read the file and it would be cleared away as unused. What stands in `stored` already was written by
 * somebody else, and stays as it is.
 */
export async function nameOwnFiles(
  ctx: Ctx,
  blocks: Block[],
  stored: () => Promise<Block[]> = async () => [],
): Promise<void> {
  await nameFiles(ctx, blocks, async (known) => {
    const before = fileAddresses(await stored());
    const readable = await ctx.use(files).readable(ctx, [...known.values()]);
    return (address, id) => !before.has(address) && readable.has(id);
  });
}

/** The same where whoever wrote each of them was asked for it before. */
export const nameAskedFiles = (ctx: Ctx, blocks: Block[]): Promise<void> =>
  nameFiles(ctx, blocks, async () => () => true);

async function nameFiles(
  ctx: Ctx,
  blocks: Block[],
  ask: (known: ReadonlyMap<string, number>) => Promise<(address: string, id: number) => boolean>,
): Promise<void> {
  cutOrigin(blocks, ctx.app.baseUrl);
  const found = [...walk(blocks)].filter((block) => block.data.fileId === undefined && blockFileAddress(block));
  if (!found.length) return;
  const known = new Map<string, number>();
  for (const address of fileAddresses(found)) {
    const file = await ctx.use(files).byUrl(ctx, address);
    if (file) known.set(address, file.id);
  }
  const mayName = await ask(known);
  for (const { data } of found) {
    const address = String(data.url);
    const id = known.get(address);
    if (id === undefined || !mayName(address, id)) continue;
    data.fileId = id;
    delete data.url;
  }
}
