// The difference of two versions as the page itself: its own blocks, with signs and words on what changed.
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, walk } from '../../blocks/block.ts';
import { type BlockMark, PageComparison } from '../../blocks/diff/page-comparison.ts';
import type { HtmlGroup } from '../../blocks/html/html-marks.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';

export type HistoryWords = (key: string, values?: Record<string, number | string>) => string;

/** Unchanged blocks shown on each side of a change. */
export const AROUND = 2;

/** What became of the blocks of lists. */
interface Marked {
  marks: ReadonlyMap<Block, BlockMark>;
  touched: ReadonlySet<Block>;
  /** they are those of one side alone: what is gone from the other one stands here as all else */
  isOneSide?: boolean;
}

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕' };

/** Escaped HTML of the newer version, in which what changed since the older one is marked; empty when nothing did. */
export function markedPage(before: Block[], after: Block[], links: Links, t: HistoryWords): string {
  const comparison = new PageComparison(before, after);
  const { runs, words } = comparison;
  if (comparison.isSame) return '';
  const groups = (blocks: Block[]) => groupsOf(blocks, comparison, t);
  return renderHtml(comparison.blocks, links, { current: after, groups, runs, words });
}

/** A stretch of one list: what was added or removed together, one changed block, or what is the same. */
interface Stretch {
  blocks: Block[];
  mark?: BlockMark;
  /** something inside changed, which folding would hide */
  isOpen?: boolean;
}

export function groupsOf(blocks: Block[], comparison: Marked, t: HistoryWords): HtmlGroup[] {
  const numbers = numbersOf(blocks, comparison);
  const stretches = stretchesOf(blocks, comparison);
  const groups = stretches.flatMap((one, at): HtmlGroup[] => {
    if (one.mark) return [{ blocks: one.blocks, wrap: wrapOf(one.mark, one.blocks[0]!.type, t) }];
    return one.isOpen ? [plain(one.blocks)] : folded(one.blocks, at > 0, stretches[at + 1] !== undefined, t);
  });
  return groups.map((group) => ({ ...group, blocks: counting(group.blocks, numbers) }));
}

const plain = (blocks: Block[]): HtmlGroup => ({ blocks, wrap: (html) => html });

/** The number of each item of a numbered list. */
export function numbersOf(blocks: Block[], { marks, isOneSide }: Marked): Map<Block, number> {
  const numbers = new Map<Block, number>();
  let next = 1;
  let previous: string | undefined;
  for (const block of blocks) {
    if (previous !== block.type) next = 1;
    if (block.data.start !== undefined) next = Number(block.data.start);
    previous = block.type;
    if (block.type !== 'numbered') continue;
    numbers.set(block, next);
    if (isOneSide || marks.get(block)?.kind !== 'removed') next++;
  }
  return numbers;
}

/** A list that is taken apart keeps its numbers. */
export function counting([first, ...rest]: Block[], numbers: Map<Block, number>): Block[] {
  const start = first && numbers.get(first);
  if (!first) return [];
  return [start && start > 1 ? { ...first, data: { ...first.data, start } } : first, ...rest];
}

function stretchesOf(blocks: Block[], { marks, touched }: Marked): Stretch[] {
  const stretches: Stretch[] = [];
  for (const block of blocks) {
    const one = { blocks: [block], mark: marks.get(block), isOpen: touched.has(block) };
    const last = stretches.at(-1);
    if (last && isOneWith(last, one)) last.blocks.push(block);
    else stretches.push(one);
  }
  return stretches;
}

function isOneWith({ mark, isOpen }: Stretch, next: Stretch): boolean {
  if (!mark || !next.mark) return !mark && !next.mark && isOpen === next.isOpen;
  const isWhole = ({ kind, side }: BlockMark) => !side && (kind === 'added' || kind === 'removed');
  return isWhole(mark) && isWhole(next.mark) && mark.kind === next.mark.kind;
}

/** Folds away what is the same, but for a little beside each change. */
function folded(blocks: Block[], isAfter: boolean, isBefore: boolean, t: HistoryWords): HtmlGroup[] {
  const [from, to] = [isAfter ? AROUND : 0, blocks.length - (isBefore ? AROUND : 0)];
  if (to - from <= AROUND) return [plain(blocks)];
  const inside = blocks.slice(from, to);
  const wrap = (html: string) => foldHtml(html, [...walk(inside)].length, t);
  return [plain(blocks.slice(0, from)), { blocks: inside, wrap }, plain(blocks.slice(to))];
}

/** So many unchanged blocks, to unfold. */
export const foldHtml = (html: string, count: number, t: HistoryWords): string =>
  `<details class="history-fold"><summary>${escapeHtml(t('pages.history.unchanged', { count }))}</summary>${html}</details>`;

function wrapOf(mark: BlockMark, type: string, t: HistoryWords): HtmlGroup['wrap'] {
  return (html) =>
    `<div class="change ${mark.kind}">${signHtml(mark.kind, t)}${html}${noteHtml(mark, type, mark.side, t)}</div>`;
}

/** The sign of a change, and the same in words for whoever listens. */
export const signHtml = (kind: BlockMark['kind'], t: HistoryWords): string =>
  `<span class="change-sign" aria-hidden="true">${SIGNS[kind]}</span>` +
  `<span class="hidden">${escapeHtml(t(`pages.history.${kind}`))}: </span>`;

/** What else is to be said of a change, if anything. */
export function noteHtml(mark: BlockMark, type: string, side: BlockMark['side'], t: HistoryWords): string {
  const { kind, was, ticked, looks, moved } = mark;
  const notes = [
    side ? t(`pages.history.${side}`) : '',
    was ? t('pages.history.type_was', { was: t(`blocks.type.${was}`), type: t(`blocks.type.${type}`) }) : '',
    ticked === undefined ? '' : t(ticked ? 'pages.history.ticked' : 'pages.history.unticked'),
    looks ? t('pages.history.looks') : '',
    moved || kind === 'moved' ? t('pages.history.moved') : '',
  ].filter(Boolean);
  return notes.length ? `<p class="meta">${escapeHtml(notes.join(' · '))}</p>` : '';
}
