// Pages and the documents in which people write them together: each brought to what the other says.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { foreignAddresses, linkForeign } from '../../blocks/external-media.ts';
import { files } from '../../files/contract.ts';
import { bulkStore } from '../bulk-store.ts';
import { liveDocument, type PageBody } from '../contract.ts';
import { emitPages } from '../events.ts';
import { type PageRow, pageStore } from '../store.ts';
import { versionStore } from '../versions/version-store.ts';
import type { NamedBefore } from './author-references.ts';
import { nameAskedFiles } from './file-url-references.ts';
import { notifyPageSaved, serialize, storedBlocks, writeDerivedDataFromLive } from './page-body.ts';

/** Brings what is being written into the page; true: the row may say something else now. */
export const flushLiveDocument = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.find(liveDocument)?.settle(ctx, id)) ?? false;

/** Prepares a change of title or blocks for the document; the result is called in the transaction of the change. */
export async function prepare(ctx: Ctx, id: number, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>> {
  const given = change.title !== undefined || change.blocks !== undefined;
  const write = given ? await ctx.find(liveDocument)?.prepare(ctx, id, change) : undefined;
  return async (tx) => write?.(tx);
}

/** The row as it is once everything written so far is in it. */
export async function withFlushedContent(ctx: Ctx, row: PageRow): Promise<PageRow> {
  if (!(await flushLiveDocument(ctx, row.id))) return row;
  const now = await pageStore.byId(ctx, row.id);
  return now ? { ...now, content: await pageStore.content(ctx, row.id) } : row;
}

/** The blocks of a page with everything written so far; those of one in the trash too. */
export async function blocksNow(ctx: Ctx, id: number): Promise<Block[]> {
  await flushLiveDocument(ctx, id);
  return storedBlocks({ ...((await pageStore.byId(ctx, id)) as PageRow), content: await pageStore.content(ctx, id) });
}

const hasBlocks = ({ kind, deleted_at }: PageRow): boolean => !deleted_at && (kind === 'page' || kind === 'folder');

/** Holds a page until the transaction ends, with everything written in it so far. */
export async function holdWritten(ctx: Ctx, id: number): Promise<PageRow | undefined> {
  const held = await pageStore.hold(ctx, id);
  return held && (await flushLiveDocument(ctx, id)) ? pageStore.byId(ctx, id) : held;
}

export async function holdPage(ctx: Ctx, id: number): Promise<boolean> {
  const row = await pageStore.hold(ctx, id);
  return row !== undefined && hasBlocks(row);
}

/** In the order in which all hold many. */
export async function holdPages(ctx: Ctx, ids: number[]): Promise<boolean> {
  const held = await bulkStore.holdMany(ctx, ids);
  return held.length === new Set(ids).size && held.every(hasBlocks);
}

export async function liveBody(ctx: Ctx, id: number): Promise<PageBody | undefined> {
  const row = ctx.inTransaction ? await pageStore.hold(ctx, id) : await pageStore.byId(ctx, id);
  if (!row || !hasBlocks(row)) return undefined;
  return { title: row.title, blocks: storedBlocks({ ...row, content: await pageStore.content(ctx, id) }) };
}

export async function namedBefore(ctx: Ctx, id: number): Promise<NamedBefore | undefined> {
  const row = await pageStore.byId(ctx, id);
  if (!row || !hasBlocks(row)) return undefined;
  const blocks = storedBlocks({ ...row, content: await pageStore.content(ctx, id) });
  return { workspaceId: row.workspace_id, blocks, files: await ctx.use(files).references(ctx, id) };
}

/** Whoever reads a page reads its files: all that the blocks name was asked of whoever wrote it, before this. */
export async function projectPage(ctx: Ctx, id: number, { title, blocks }: PageBody): Promise<boolean> {
  const row = await pageStore.hold(ctx, id);
  if (!row || !hasBlocks(row)) return false;
  const before = storedBlocks({ ...row, content: await pageStore.content(ctx, id) });
  await nameAskedFiles(ctx, blocks);
  linkForeign(blocks, foreignAddresses(before));
  // A title that is being typed anew is empty for a moment; a page is never without one.
  const renamed = title.trim() !== '' && title !== row.title;
  const written = JSON.stringify(before) !== JSON.stringify(blocks);
  if (!renamed && !written) return true;
  const saved = await pageStore.change(ctx, id, {
    ...(written ? { content: serialize(blocks, ctx.now()), content_format: 'blocks' } : {}),
    ...(renamed ? { title } : {}),
  });
  if (written) await writeDerivedDataFromLive(ctx, saved, blocks);
  else await notifyPageSaved(ctx, saved);
  const changed = [...(written ? ['content'] : []), ...(renamed ? ['title'] : [])];
  await emitPages(ctx, 'page.updated', [saved], { changed, data: { live: true } });
  return true;
}

/** Keeps what was written together as a version, and tells of it once: those who look on have seen it come. */
export async function checkpoint(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await pageStore.hold(tx, id);
    if (!row || !hasBlocks(row)) return;
    const blocks = storedBlocks({ ...row, content: await pageStore.content(tx, id) });
    const last = await versionStore.last(tx, id);
    const changed = [
      ...(last && says(last, blocks) ? [] : ['content']),
      ...(last?.title === row.title ? [] : ['title']),
    ];
    if (!changed.length) return void (await versionStore.forgetWriters(tx, id));
    const blocks_json = serialize(blocks, row.updated_at);
    await versionStore.insert(tx, { page_id: id, title: row.title, blocks_json, note: '' });
    await emitPages(tx, 'page.updated', [row], { changed, data: { checkpoint: true } });
  });
}

/**
 * What people have written together since the last version becomes one, theirs, before `next` takes its place. Asked
 * with the row held and everything written in it.
 */
export async function keepWritten(tx: Ctx, row: PageRow, next: Block[]): Promise<void> {
  if (!hasBlocks(row)) return;
  const at = await versionStore.lastAt(tx, row.id);
  if (at !== undefined && at >= row.updated_at) return;
  const blocks = storedBlocks({ ...row, content: await pageStore.content(tx, row.id) });
  if (JSON.stringify(next) === JSON.stringify(blocks)) return;
  const last = await versionStore.last(tx, row.id);
  if (last && says(last, blocks)) return;
  const { id: page_id, title, updated_by: user_id } = row;
  const blocks_json = serialize(blocks, row.updated_at);
  await versionStore.insert(tx, { page_id, title, blocks_json, note: '', user_id });
}

const says = ({ blocks_json }: { blocks_json: string }, blocks: Block[]): boolean =>
  JSON.stringify((JSON.parse(blocks_json) as { blocks: Block[] }).blocks) === JSON.stringify(blocks);
