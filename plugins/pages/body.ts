// The stored form of a page body, and what a save keeps in step with it: version, links, file references.
import type { Ctx } from '../../core/context.ts';
import { invalid, Problem, type ValidationDetail } from '../../core/problem.ts';
import { files } from '../files/contract.ts';
import type { Block } from './blocks/block.ts';
import { readBlocks, writeBlocks } from './blocks/codec.ts';
import { BlockFault } from './blocks/fault.ts';
import { references } from './blocks/references.ts';
import { pageSaved } from './contract.ts';
import { presentPage } from './present.ts';
import { visibleIds } from './reading.ts';
import { linkStore, type PageRow, pageStore, versionStore } from './store.ts';

/** What a client may send as a body: an envelope, a bare array, Editor.js blocks or an editor document. */
export function parseBody(input: unknown, field: string): Block[] {
  try {
    return readBlocks(input).blocks;
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    const validation = error.issues.map(
      ({ pointer, rule, message }): ValidationDetail => ({
        loc: ['body', field, ...stepsOf(pointer, Array.isArray(input))],
        msg: message,
        type: rule,
      }),
    );
    throw new Problem('validation_failed', 'The blocks do not fit the block list.', { validation });
  }
}

/** Faults are named as in an envelope; a bare array has no `blocks` around it. */
function stepsOf(pointer: string, bare: boolean): (string | number)[] {
  const steps = pointer.split('/').slice(bare ? 2 : 1);
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** The envelope as text: what `pages.content` and `page_versions.blocks_json` hold. */
export const serialize = (blocks: Block[], at: string): string =>
  JSON.stringify({ version: '1', time: Date.parse(at), blocks });

/** Blocks of a stored body; pages of other formats have none. */
export function storedBlocks(row: Pick<PageRow, 'content_format' | 'content'>): Block[] {
  if (row.content_format !== 'blocks' || !row.content) return [];
  return (JSON.parse(row.content) as { blocks: Block[] }).blocks;
}

/** The same blocks with `data.text` for Editor.js-style clients. */
export const outputBlocks = (row: Pick<PageRow, 'content_format' | 'content'>): Block[] =>
  writeBlocks(storedBlocks(row));

/**
 * Writes what belongs to a new body, in the transaction that writes the body itself.
 * @throws Problem validation_failed when a block names a file the actor may not read
 */
export async function keepInStep(ctx: Ctx, row: PageRow, blocks: Block[], note: string, fresh = false): Promise<void> {
  const found = references(blocks);
  await keepFiles(ctx, row.id, await filesShown(ctx, row, found.files), fresh);
  await keepLinks(ctx, row.id, found.pages, fresh);
  await versionStore.insert(ctx, {
    page_id: row.id,
    title: row.title,
    blocks_json: serialize(blocks, row.updated_at),
    note,
  });
  await announceSave(ctx, row, blocks);
}

/** The files of the blocks and that of the cover: whoever reads the page reads all of them. */
async function filesShown(ctx: Ctx, { cover_url }: PageRow, ofBlocks: number[]): Promise<number[]> {
  const cover = cover_url ? await ctx.use(files).byUrl(ctx, cover_url) : undefined;
  return [...new Set(cover ? [...ofBlocks, cover.id] : ofBlocks)];
}

/**
 * Notes the files of a page whose cover has changed.
 * @throws Problem validation_failed when the cover is a file the actor may not read
 */
export async function keepCover(ctx: Ctx, row: PageRow): Promise<void> {
  const content = await pageStore.content(ctx, row.id);
  const ofBlocks = references(storedBlocks({ ...row, content })).files;
  await keepFiles(ctx, row.id, await filesShown(ctx, row, ofBlocks), false);
}

/** The same for what people wrote together: no version of its own, and its files are known to be readable. */
export async function keepShown(ctx: Ctx, row: PageRow, blocks: Block[]): Promise<void> {
  const found = references(blocks);
  await ctx.use(files).setReferences(ctx, row.id, await filesShown(ctx, row, found.files));
  await keepLinks(ctx, row.id, found.pages, false);
  await announceSave(ctx, row, blocks);
}

export async function announceSave(ctx: Ctx, row: PageRow, blocks?: Block[]): Promise<void> {
  for (const join of ctx.app.contributions(pageSaved)) await join(ctx, { page: presentPage(row), blocks });
}

async function keepFiles(ctx: Ctx, pageId: number, fileIds: number[], fresh: boolean): Promise<void> {
  if (fresh && !fileIds.length) return;
  const service = ctx.use(files);
  const before = new Set(fresh ? [] : await service.references(ctx, pageId));
  const added = fileIds.filter((id) => !before.has(id));
  const readable = await service.readable(ctx, added);
  const hidden = added.find((id) => !readable.has(id));
  if (hidden !== undefined)
    throw invalid(
      ['body', 'blocks'],
      'names a file that does not exist or is not visible to you',
      'value_error',
      hidden,
    );
  await service.setReferences(ctx, pageId, fileIds);
}

async function keepLinks(ctx: Ctx, pageId: number, targets: number[], fresh: boolean): Promise<void> {
  if (fresh && !targets.length) return;
  const before = fresh ? [] : await linkStore.of(ctx, pageId);
  const gone = before.filter((id) => !targets.includes(id));
  const added = targets.filter((id) => !before.includes(id) && id !== pageId);
  if (gone.length) await linkStore.remove(ctx, pageId, gone);
  // A page that is gone or hidden from the writer stays in the text, where it leads nowhere, and is no link.
  const visible = [...(await visibleIds(ctx, added))];
  if (visible.length) await linkStore.add(ctx, pageId, visible);
}
