// Earlier versions of a page: read one, keep the present one with a note, and go back to one.

import type { ExpectedVersion } from '../../../core/http/pagination.ts';
import { notFound } from '../../../core/http/problem.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { checkpoint, flushLiveDocument, withFlushedContent } from '../content/live-document.ts';
import { savePage } from '../content/update-page.ts';
import { liveDocument, type Page } from '../contract.ts';
import type { PageRow } from '../store.ts';
import { isOwnNote } from './own-notes.ts';
import { versionBlocks } from './version-retention.ts';
import { type VersionRow, versionStore, type WholeVersion } from './version-store.ts';

export interface Version extends VersionRow {
  blocks: Block[];
}

/** As it is stored. @throws Problem not_found */
export async function wholeVersion(ctx: Ctx, pageId: number, id: number): Promise<WholeVersion> {
  const row = await versionStore.byId(ctx, pageId, id);
  if (!row) throw notFound();
  return row;
}

/** @throws Problem not_found */
export async function readVersion(ctx: Ctx, pageId: number, id: number): Promise<Version> {
  const { blocks_json, ...version } = await wholeVersion(ctx, pageId, id);
  return { ...version, blocks: versionBlocks(blocks_json) };
}

/** The version saved before this one; undefined for the first. */
export async function versionBefore(ctx: Ctx, pageId: number, id: number): Promise<Version | undefined> {
  const row = await versionStore.before(ctx, pageId, id);
  return row && { ...row, blocks: versionBlocks(row.blocks_json) };
}

/**
 * Makes title and body what they were, as a new version whose note says which one it was; with `undoes`, that the last
 * version was a restoration which this one undoes.
 * @throws Problem not_found, version_conflict, page_locked, conflict for a page without a body
 */
export async function restoreVersion(
  ctx: Ctx,
  pageId: number,
  id: number,
  { expected = null, undoes = false }: { expected?: ExpectedVersion; undoes?: boolean } = {},
): Promise<Page> {
  return ctx.tx(async (tx) => {
    const { title, blocks, created_at } = await readVersion(tx, pageId, id);
    const last = undoes ? await versionStore.lastId(tx, pageId) : undefined;
    const isUndone = last !== undefined && (await wayBack(tx, pageId, last))?.id === id;
    const at = momentText(ctx, created_at);
    const note = ctx.app.messages.text(
      ctx.locale,
      isUndone ? 'pages.history.undone_note' : 'pages.history.restored_note',
      { at },
    );
    return savePage(tx, pageId, { title, blocks, earlier: blocks, note, expected });
  });
}

/** The way back from a version that was restored, until something else is saved: what was there before. */
export async function wayBack(
  ctx: Ctx,
  pageId: number,
  restored: number,
): Promise<{ id: number; isUndoing: boolean } | null> {
  const last = await versionStore.last(ctx, pageId);
  // Whoever follows a link to what somebody else has saved is told nothing in the name of the product.
  if (last?.id !== restored || last.user_id !== actorId(ctx)) return null;
  const isUndoing = isOwnNote(ctx, 'pages.history.undone_note', last.note);
  if (!isUndoing && !isOwnNote(ctx, 'pages.history.restored_note', last.note)) return null;
  const before = await versionStore.before(ctx, pageId, last.id);
  return before ? { id: before.id, isUndoing } : null;
}

/** Keeps the page as it is now as a version of its own, which its note tells from the others. */
export const noteVersion = (ctx: Ctx, pageId: number, note: string): Promise<Page> =>
  savePage(ctx, pageId, { blocks: (now) => now, note });

/** Gives a version a name, by which it is never deleted automatically, or takes it away. @throws Problem not_found */
export async function nameVersion(ctx: Ctx, pageId: number, id: number, note: string): Promise<void> {
  const found = await ctx.tx((tx) => versionStore.name(tx, pageId, id, note));
  if (!found) throw notFound();
}

/**
 * What people have written together so far becomes a version of theirs, so that whoever looks at the versions, and wrote
 * none of it, finds it in the newest one. Answers the row with all of it.
 */
export async function keepWrittenSoFar(ctx: Ctx, row: PageRow): Promise<PageRow> {
  const now = await withFlushedContent(ctx, row);
  const writers = await versionStore.writers(ctx, row.id);
  if (writers.length) await ctx.find(liveDocument)?.checkpoint(ctx, row.id);
  return now;
}

/** Keeps what is written now as a version, unless the last one says the same; answers the last one. */
export async function keepVersion(ctx: Ctx, pageId: number): Promise<VersionRow> {
  await flushLiveDocument(ctx, pageId);
  await checkpoint(ctx, pageId);
  return (await versionStore.last(ctx, pageId)) as VersionRow;
}
