// The stored form of a page body, and what a save keeps in step with it: version, links, file references.

import { portions } from '../../../core/database/chunks.ts';
import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { writeBlocks } from '../../blocks/codec/codec.ts';
import { collectReferences } from '../../blocks/references.ts';
import { files } from '../../files/contract.ts';
import { embeddedSource, pagesSaved, rowWords, type SavedPage } from '../extension-points.ts';
import { visibleIds } from '../page-queries.ts';
import { presentPage } from '../present.ts';
import { linkStore, type PageRow, pageStore } from '../store.ts';
import { versionStore } from '../versions/version-store.ts';

/** The envelope as text: what `pages.content` and `page_versions.blocks_json` hold. */
export const serialize = (blocks: Block[], at: string): string =>
  JSON.stringify({ version: '1', time: Date.parse(at), blocks });

/** Blocks of a stored body; pages of other formats have none. */
export function storedBlocks(row: Pick<PageRow, 'content_format' | 'content'>): Block[] {
  if (row.content_format !== 'blocks' || !row.content) return [];
  return (JSON.parse(row.content) as { blocks: Block[] }).blocks;
}

/** The file that a page of kind file consists of. */
export function fileBehind(row: Pick<PageRow, 'kind' | 'content'>): number | undefined {
  return row.kind === 'file' && row.content ? (JSON.parse(row.content) as { fileId?: number }).fileId : undefined;
}

/** The same blocks with `data.text` for Editor.js-style clients. */
const outputBlocks = (row: Pick<PageRow, 'content_format' | 'content'>): Block[] => writeBlocks(storedBlocks(row));

/** Title and blocks of a page, as the API answers them. */
export const pageContent = (row: Pick<PageRow, 'id' | 'title' | 'sync_version' | 'content_format' | 'content'>) => ({
  id: row.id,
  title: row.title,
  blocks: outputBlocks(row),
  sync_version: row.sync_version,
});

/**
 * Writes what belongs to a new body, in the transaction that writes the body itself.
 * @throws Problem validation_failed when a block names a file the actor may not read
 */
export async function writeDerivedData(
  ctx: Ctx,
  row: PageRow,
  blocks: Block[],
  note: string,
  fresh = false,
): Promise<void> {
  const found = collectReferences(blocks);
  const belonging = await belongingTo(ctx, row, fresh);
  const shown = [...found.files, ...collectReferences(belonging).files];
  await keepFiles(ctx, row.id, await filesShown(ctx, row, shown), fresh);
  await keepLinks(ctx, row.id, found.pages, fresh);
  await versionStore.insert(ctx, {
    page_id: row.id,
    title: row.title,
    blocks_json: serialize(blocks, row.updated_at),
    note,
  });
  await notifyPageSaved(ctx, row, { blocks, belonging, fresh });
}

/** The file behind the page, those of the blocks and that of the cover: whoever reads the page reads all of them. */
async function filesShown(ctx: Ctx, row: PageRow, ofBlocks: number[]): Promise<number[]> {
  const cover = row.cover_url ? await ctx.use(files).byUrl(ctx, row.cover_url) : undefined;
  const found = [...ofBlocks, fileBehind(row), cover?.id].filter((id) => id !== undefined);
  return [...new Set(found)];
}

/**
 * Notes the files of a page whose cover has changed.
 * @throws Problem validation_failed when the cover is a file the actor may not read
 */
export async function keepCover(ctx: Ctx, row: PageRow): Promise<void> {
  await keepFiles(ctx, row.id, await filesOfPage(ctx, row), false);
}

/** The files that a page shows now. */
export async function filesOfPage(ctx: Ctx, row: PageRow): Promise<number[]> {
  const whole = { ...row, content: await pageStore.content(ctx, row.id) };
  const shown = [...storedBlocks(whole), ...(await belongingTo(ctx, row))];
  return filesShown(ctx, whole, collectReferences(shown).files);
}

/** The same for what people wrote together: no version of its own, and its files are known to be readable. */
export async function writeDerivedDataFromLive(ctx: Ctx, row: PageRow, blocks: Block[]): Promise<void> {
  const found = collectReferences(blocks);
  const belonging = await belongingTo(ctx, row);
  const shown = [...found.files, ...collectReferences(belonging).files];
  const before = await ctx.use(files).references(ctx, row.id);
  await setFiles(ctx, row.id, await filesShown(ctx, row, shown), before);
  await keepLinks(ctx, row.id, found.pages, false);
  await notifyPageSaved(ctx, row, { blocks, belonging });
}

/** Pages with their bodies that are read at once. */
const AT_ONCE = 200;

type More = Omit<SavedPage, 'page' | 'collectionId'>;

export const notifyPageSaved = (ctx: Ctx, row: PageRow, more: More = {}): Promise<void> =>
  notifyPagesSaved(ctx, [{ row, ...more }]);

export async function notifyPagesSaved(ctx: Ctx, all: (More & { row: PageRow })[]): Promise<void> {
  const saved = all.map(({ row, ...more }) => ({ page: presentPage(row), collectionId: row.collection_id, ...more }));
  for (const join of ctx.app.contributions(pagesSaved)) await join(ctx, saved);
}

/** Blocks that lie elsewhere and belong to these pages; nothing names one that was just made. */
export async function belongingToAll(ctx: Ctx, rows: PageRow[], fresh = false): Promise<Map<number, Block[]>> {
  const found = new Map<number, Block[]>(rows.map(({ id }) => [id, []]));
  const embedded = fresh ? undefined : await ctx.find(embeddedSource)?.ofPages(ctx, [...found.keys()]);
  const ofRows = rows.flatMap(({ id, collection_id }) => (collection_id === null ? [] : [id]));
  const words = ofRows.length ? await ctx.find(rowWords)?.(ctx, ofRows) : undefined;
  for (const some of [embedded, words]) for (const [id, blocks] of some ?? []) found.get(id)?.push(...blocks);
  return found;
}

export const belongingTo = async (ctx: Ctx, row: PageRow, fresh = false): Promise<Block[]> =>
  (await belongingToAll(ctx, [row], fresh)).get(row.id) ?? [];

/** The same for pages that come back from the trash: their files are still theirs, and nothing else is kept of them. */
export async function refreshPages(ctx: Ctx, ids: number[]): Promise<void> {
  for (const some of portions(ids, AT_ONCE)) {
    const rows = await pageStore.whole(ctx, some);
    const belonging = await belongingToAll(ctx, rows);
    await notifyPagesSaved(
      ctx,
      rows.map((row) => ({ row, blocks: storedBlocks(row), belonging: belonging.get(row.id) ?? [], fresh: true })),
    );
  }
}

/**
 * After a change of what belongs to a page: its words are found, and its files read, as they are now. `isTitled`: its
 * title is what it was when that was said last.
 */
export async function refreshLivePages(ctx: Ctx, ids: number[], isTitled = false): Promise<void> {
  for (const some of portions(ids, AT_ONCE)) {
    const rows = (await pageStore.whole(ctx, some)).filter(({ deleted_at }) => !deleted_at);
    const belonging = await belongingToAll(ctx, rows);
    const saved = rows.map((row) => ({
      ...{ row, isTitled, blocks: storedBlocks(row) },
      belonging: belonging.get(row.id) ?? [],
    }));
    for (const { row, blocks, belonging: beside } of saved)
      await keepFiles(ctx, row.id, await filesShown(ctx, row, collectReferences([...blocks, ...beside]).files), false);
    if (saved.length) await notifyPagesSaved(ctx, saved);
  }
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
  await setFiles(ctx, pageId, fileIds, before);
}

/** What versions show can be restored; once they go, retention lets go of it too. */
async function setFiles(ctx: Ctx, pageId: number, fileIds: number[], before: Iterable<number>): Promise<void> {
  const known = new Set(before);
  const gone = [...known].filter((id) => !fileIds.includes(id));
  if (!gone.length && fileIds.every((id) => known.has(id))) return;
  const kept = await versionStore.showing(ctx, pageId, gone);
  await ctx.use(files).setReferences(ctx, pageId, [...fileIds, ...kept]);
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
