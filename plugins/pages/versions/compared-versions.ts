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
import { type DiffPart, foldUnchanged, versionChanges } from './version-diff.ts';
import { type Version, versionBefore } from './versions.ts';

export const AGAINST = ['previous', 'now'] as const;
export type Against = (typeof AGAINST)[number];

/** the page with what changed in it, its text before and after, and the page as it was */
export const VIEWS = ['page', 'side', 'text'] as const;
export type HistoryView = (typeof VIEWS)[number];

interface Side {
  title: string;
  blocks: Block[];
}

/** The same blocks: discussions of a text are no change of it. */
export function withoutDiscussions(blocks: Block[]): Block[] {
  for (const block of walk(blocks))
    for (const run of contentRuns(block)) run.content = joinText(run.content.map(uncommented));
  return blocks;
}

const sideOf = ({ title, blocks }: Side): Side => ({ title, blocks: withoutDiscussions(blocks) });

/**
 * The older and the newer side: a version and the one before it, or a version and the page as it is now. With `first`,
 * the older side is what was there before that one: all that a session changed.
 */
export async function sidesOf(
  ctx: Ctx,
  row: PageRow,
  version: Version,
  against: Against,
  first = version.id,
): Promise<readonly [Side, Side]> {
  const self = sideOf(version);
  if (against === 'now') return [self, sideOf({ title: row.title, blocks: storedBlocks(row) })];
  const before = await versionBefore(ctx, row.id, first);
  return [before ? sideOf(before) : { title: version.title, blocks: [] }, self];
}

/** What the page of the history shows of the two. */
export function comparedAs(
  view: HistoryView,
  [before, after]: readonly [Side, Side],
  { links, t, self }: { links: Links; t: Translate; self: Block[] },
): { html: string; parts: DiffPart[]; same: boolean; changes: number } {
  if (view === 'text') return { html: renderHtml(self, links), parts: [], same: false, changes: 0 };
  if (view === 'page') {
    const html = markedPage(before.blocks, after.blocks, links, t);
    return { html, parts: [], same: !html, changes: html.split('<div class="change ').length - 1 };
  }
  const parts = foldUnchanged(versionChanges(before.blocks, after.blocks, links));
  const changes = parts.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== 'same').length;
  return { html: '', parts, same: changes === 0, changes };
}
