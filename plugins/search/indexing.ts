// Keeps one index entry a page, written with the page itself, so that search never disagrees with what was saved.

import type { Ctx } from '../../core/context.ts';
import { SEARCH_TEXT_LIMIT } from '../../core/search-index.ts';
import { searchText } from '../../core/text.ts';
import { plainText, type SavedPage } from '../pages/contract.ts';

const TITLE_LIMIT = 2000;

/** A change without a body (a new title) keeps the indexed text. */
export async function indexPage(ctx: Ctx, { page, blocks, belonging = [], fresh }: SavedPage): Promise<void> {
  const entry = { page_id: page.id, property_id: null };
  const title = searchText(page.title).slice(0, TITLE_LIMIT);
  if (!blocks) {
    const kept = await ctx.db('search_entries').where(entry).update({ title });
    if (kept) return;
  }
  const original = plainText([...(blocks ?? []), ...belonging]).slice(0, SEARCH_TEXT_LIMIT);
  const words = { title, body: searchText(original).slice(0, SEARCH_TEXT_LIMIT), original };
  // A page that was created a moment ago has no entry yet; asking costs more than it saves.
  const known = !fresh && (await ctx.db('search_entries').where(entry).update(words));
  if (!known) await ctx.db('search_entries').insert({ ...entry, workspace_id: page.workspace_id, ...words });
}

export async function rehome(ctx: Ctx, pageIds: number[], workspaceId: number): Promise<void> {
  await ctx.db('search_entries').whereIn('page_id', pageIds).update({ workspace_id: workspaceId });
}

export async function unindex(ctx: Ctx, pageIds: number[]): Promise<void> {
  await ctx.db('search_entries').whereIn('page_id', pageIds).delete();
}
