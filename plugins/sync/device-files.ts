// Files that were put into a page without a connection: stored by now, and given the place where they were put.
import { notFound } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Block, walk } from '../blocks/block.ts';
import { type FileRecord, files, mediaKind } from '../files/contract.ts';
import { pages } from '../pages/contract.ts';
import { refuseSeen } from './delta/delta.ts';

export interface FilePlace {
  page_id: number;
  file_id: number;
  /** id that the block of the file gets: with it, it is put there once */
  block_id: string;
  /** ids of blocks, of which the first that is there comes before it; at the end, where none is */
  after: string[];
}

const blockOf = (id: string, record: FileRecord): Block => ({
  id,
  type: mediaKind(record.mime),
  data: { fileId: record.id, name: record.name.replace(/[\r\n]+/g, ' ') },
});

/** Behind the block of this id, on its level; false: it is not there. */
function putAfter(blocks: Block[], id: string, block: Block): boolean {
  for (const level of [blocks, ...[...walk(blocks)].flatMap(({ children }) => (children ? [children] : []))]) {
    const at = level.findIndex((one) => one.id === id);
    if (at < 0) continue;
    level.splice(at + 1, 0, block);
    return true;
  }
  return false;
}

function withFile(blocks: Block[], { block_id, after }: FilePlace, record: FileRecord): Block[] {
  if ([...walk(blocks)].some(({ id }) => id === block_id)) return blocks;
  const all = structuredClone(blocks);
  const block = blockOf(block_id, record);
  if (!after.some((id) => putAfter(all, id, block))) all.push(block);
  return all;
}

/** @throws Problem not_found, page_locked, conflict for a page that has no text */
export async function placeFile(ctx: Ctx, place: FilePlace): Promise<void> {
  refuseSeen(ctx);
  const [record] = await ctx.use(files).byIds(ctx, [place.file_id]);
  if (!record) throw notFound();
  await ctx.use(pages).save(ctx, place.page_id, { blocks: (there) => withFile(there, place, record) });
}
