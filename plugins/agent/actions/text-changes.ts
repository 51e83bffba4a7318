// How a text would read differently, line by line, for somebody who is to allow it.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, inlineRuns, type TextInline } from '../../blocks/block.ts';
import { blockText } from '../../blocks/block-text.ts';
import { diffBlocks } from '../../blocks/diff/block-diff.ts';
import { diffWords } from '../../blocks/diff/word-diff.ts';
import { pages } from '../../pages/contract.ts';
import { type PreviewLine, tooMuchToShow } from './preview-card.ts';

type Said = (block: Block) => string;

/** Unchanged lines beside a change. */
const AROUND = 1;
const LINES_MAX = 200;

/** What a block says, with the addresses behind its words; one without words says what it is. */
async function sayingOf(ctx: Ctx, workspaceId: number, blocks: Block[]): Promise<Said> {
  const links = await ctx.use(pages).links(ctx, workspaceId, blocks);
  const t = ctx.app.messages.in(ctx.locale);
  return (block) => {
    const addresses = inlineRuns(block).flatMap((run) =>
      run.flatMap((node) => {
        const href = node.type === 'text' ? node.marks?.find(({ type }) => type === 'link')?.attrs?.href : undefined;
        return typeof href === 'string' && !(node as TextInline).text.includes(href) ? [href] : [];
      }),
    );
    const words = blockText(block, links) || (block.type === 'paragraph' ? '' : t(`blocks.type.${block.type}`));
    return [words, ...addresses.map((href) => `(${href})`)].join(' ');
  };
}

function linesOf(before: Block[], after: Block[], said: Said): PreviewLine[] {
  return diffBlocks(before, after).map((change): PreviewLine => {
    const { kind } = change;
    if (kind === 'added') return { kind, pieces: [{ kind, text: said(change.after.block) }] };
    if (kind === 'removed') return { kind, pieces: [{ kind, text: said(change.before.block) }] };
    const text = said(change.after.block);
    return { kind, pieces: change.isChanged ? diffWords(said(change.before.block), text) : [{ kind: 'same', text }] };
  });
}

/** Without what stays the same and is far from a change. @throws Problem conflict */
function shortened(lines: PreviewLine[]): PreviewLine[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.filter((_, at) => isNear(at));
  if (shown.length > LINES_MAX) throw tooMuchToShow();
  return shown;
}

/** @throws Problem conflict for more than anybody looks through */
export async function textChanges(
  ctx: Ctx,
  workspaceId: number,
  before: Block[],
  after: Block[],
): Promise<PreviewLine[]> {
  return shortened(linesOf(before, after, await sayingOf(ctx, workspaceId, [...before, ...after])));
}

/** What one block says, alone. */
export const blockSaid = async (ctx: Ctx, workspaceId: number, block: Block): Promise<string> =>
  (await sayingOf(ctx, workspaceId, [block]))(block);
