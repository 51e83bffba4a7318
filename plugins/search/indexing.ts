// Keeps one index entry a page, written with the page itself, so that search never disagrees with what was saved.

import { portions } from '../../core/database/chunks.ts';
import { insertRows } from '../../core/database/query-cache.ts';
import { SEARCH_TEXT_LIMIT } from '../../core/database/search-index.ts';
import { searchText } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import type { SavedPage } from '../pages/contract.ts';

const TITLE_LIMIT = 2000;

/** Entries in one statement: few enough for long texts. */
const AT_ONCE = 200;

const titleOf = ({ page }: SavedPage): string => searchText(page.title).slice(0, TITLE_LIMIT);

function entryOf(saved: SavedPage) {
  const { page, blocks = [], belonging = [] } = saved;
  const original = blocksPlainText([...blocks, ...belonging], SEARCH_TEXT_LIMIT).slice(0, SEARCH_TEXT_LIMIT);
  const body = searchText(original).slice(0, SEARCH_TEXT_LIMIT);
  return {
    page_id: page.id,
    property_id: null,
    workspace_id: page.workspace_id,
    title: titleOf(saved),
    body,
    original,
  };
}

/** Pages that were created a moment ago have no entries yet; asking costs more than it saves. */
export async function indexPages(ctx: Ctx, saved: SavedPage[]): Promise<void> {
  const fresh: SavedPage[] = [];
  for (const one of saved) if (one.fresh || !(await reindex(ctx, one))) fresh.push(one);
  for (const some of portions(fresh, AT_ONCE)) {
    // What came back from the trash may have been saved since, or never have been taken out.
    const known = some.flatMap(({ page }) => (page.sync_version > 1 ? [page.id] : []));
    if (known.length) await unindex(ctx, known);
    await insertRows(ctx.db, 'search_entries', some.map(entryOf));
  }
}

/** A change without a body (a new title) keeps the indexed text. False: there is no entry yet. */
async function reindex(ctx: Ctx, saved: SavedPage): Promise<boolean> {
  const { title, body, original } = saved.blocks ? entryOf(saved) : { title: titleOf(saved) };
  const words = saved.blocks ? { title, body, original } : { title };
  const entry = { page_id: saved.page.id, property_id: null };
  return (await ctx.db('search_entries').where(entry).update(words)) > 0;
}

export async function moveEntries(ctx: Ctx, pageIds: number[], workspaceId: number): Promise<void> {
  await ctx.db('search_entries').whereIn('page_id', pageIds).update({ workspace_id: workspaceId });
}

export async function unindex(ctx: Ctx, pageIds: number[]): Promise<void> {
  for (const some of portions(pageIds)) await ctx.db('search_entries').whereIn('page_id', some).delete();
}
