// The two sides of a comparison of versions, and the ways to show them.
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, contentRuns, walk } from '../../blocks/block.ts';
import { joinText, uncommented } from '../../blocks/codec/inline.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';
import { storedBlocks } from '../content/page-body.ts';
import type { PageRow } from '../store.ts';
import { markedPage } from './marked-page.ts';
import { pairedPages } from './paired-pages.ts';
import { readVersion, type Version, versionBefore } from './versions.ts';

export const AGAINST = ['previous', 'now'] as const;
/** The version before it, the page as it is now, or the id of any other version. */
export type Against = (typeof AGAINST)[number] | number;

/** the page with what changed in it, its text before and after, and the page as it was */
export const VIEWS = ['page', 'side', 'text'] as const;
export type HistoryView = (typeof VIEWS)[number];

interface Side {
  title: string;
  blocks: Block[];
  /** when it was saved; null for the page as it is now, and for what there was before the first version */
  created_at: string | null;
}

/** The same blocks: discussions of a text are no change of it. */
export function withoutDiscussions(blocks: Block[]): Block[] {
  for (const block of walk(blocks))
    for (const run of contentRuns(block)) run.content = joinText(run.content.map(uncommented));
  return blocks;
}

const sideOf = ({ title, blocks, created_at }: Side): Side => ({
  title,
  blocks: withoutDiscussions(blocks),
  created_at,
});

/**
 * The older and the newer side: a version and the one before it, the page as it is now, or any other version. With
 * `first`, the older side is what was there before that one: all that a session changed.
 * @throws Problem not_found for another version that the page does not have
 */
export async function sidesOf(
  ctx: Ctx,
  row: PageRow,
  version: Version,
  against: Against,
  first = version.id,
): Promise<readonly [Side, Side]> {
  const self = sideOf(version);
  if (against === 'now') return [self, sideOf({ title: row.title, blocks: storedBlocks(row), created_at: null })];
  if (against !== 'previous') {
    const other = sideOf(await readVersion(ctx, row.id, against));
    return against < version.id ? [other, self] : [self, other];
  }
  const before = await versionBefore(ctx, row.id, first);
  return [before ? sideOf(before) : { title: version.title, blocks: [], created_at: null }, self];
}

/** What the page of the history shows of the two. */
export function comparedAs(
  view: HistoryView,
  [before, after]: readonly [Side, Side],
  { links, t, self }: { links: Links; t: Translate; self: Block[] },
): { html: string; same: boolean; changes: number } {
  if (view === 'text') return { html: renderHtml(self, links), same: false, changes: 0 };
  const html =
    view === 'page'
      ? markedPage(before.blocks, after.blocks, links, t)
      : pairedPages(before.blocks, after.blocks, links, t);
  const changes = html.split(view === 'page' ? '<div class="change ' : '<div class="row change ').length - 1;
  return { html, same: !html, changes };
}
