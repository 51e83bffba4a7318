// Earlier versions of a page: read one, keep the present one with a note, and go back to one.
import type { Ctx } from '../../core/context.ts';
import { momentText } from '../../core/moment.ts';
import { notFound } from '../../core/problem.ts';
import type { Block } from './blocks/block.ts';
import { storedBlocks } from './body.ts';
import { savePage } from './content.ts';
import type { Page } from './contract.ts';
import { blocksOf } from './retention.ts';
import { type PageRow, pageStore } from './store.ts';
import { type VersionRow, versionStore } from './version-store.ts';

export interface Version extends VersionRow {
  blocks: Block[];
}

/** @throws Problem not_found */
export async function versionOf(ctx: Ctx, pageId: number, id: number): Promise<Version> {
  const row = await versionStore.byId(ctx, pageId, id);
  if (!row) throw notFound();
  const { blocks_json, ...version } = row;
  return { ...version, blocks: blocksOf(blocks_json) };
}

/** The version saved before this one; undefined for the first. */
export async function versionBefore(ctx: Ctx, pageId: number, id: number): Promise<Version | undefined> {
  const row = await versionStore.before(ctx, pageId, id);
  return row && { ...row, blocks: blocksOf(row.blocks_json) };
}

/**
 * Makes title and body what they were, as a new version whose note says which one it was.
 * @throws Problem not_found, version_conflict, page_locked, conflict for a page without a body
 */
export async function restoreVersion(
  ctx: Ctx,
  pageId: number,
  id: number,
  expected: number | null = null,
): Promise<Page> {
  return ctx.tx(async (tx) => {
    const { title, blocks, created_at } = await versionOf(tx, pageId, id);
    const at = momentText(ctx, created_at);
    const note = ctx.app.messages.text(ctx.locale, 'pages.history.restored_note', { at });
    return savePage(tx, pageId, { title, blocks, note, expected });
  });
}

/** Keeps the page as it is now as a version of its own, which its note tells from the others. */
export async function noteVersion(ctx: Ctx, pageId: number, note: string): Promise<Page> {
  return ctx.tx(async (tx) => {
    const row = (await pageStore.hold(tx, pageId)) as PageRow;
    const blocks = storedBlocks({ ...row, content: await pageStore.content(tx, pageId) });
    return savePage(tx, pageId, { blocks, note });
  });
}
