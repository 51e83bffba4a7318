// The difference of two versions as the page itself: its own blocks, with signs and words on what changed.
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { type Block, walk } from '../../blocks/block.ts';
import { type BlockMark, PageComparison } from '../../blocks/diff/page-comparison.ts';
import type { HtmlGroup } from '../../blocks/html/html-marks.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';
import { AROUND } from './version-diff.ts';

type Words = (key: string, values?: Record<string, number | string>) => string;

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↕' };

/** Escaped HTML of the newer version, in which what changed since the older one is marked; empty when nothing did. */
export function markedPage(before: Block[], after: Block[], links: Links, t: Words): string {
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

function groupsOf(blocks: Block[], comparison: PageComparison, t: Words): HtmlGroup[] {
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
function numbersOf(blocks: Block[], { marks }: PageComparison): Map<Block, number> {
  const numbers = new Map<Block, number>();
  let next = 1;
  let previous: string | undefined;
  for (const block of blocks) {
    if (previous !== block.type) next = 1;
    if (block.data.start !== undefined) next = Number(block.data.start);
    previous = block.type;
    if (block.type !== 'numbered') continue;
    numbers.set(block, next);
    if (marks.get(block)?.kind !== 'removed') next++;
  }
  return numbers;
}

/** A list that is taken apart keeps its numbers. */
function counting([first, ...rest]: Block[], numbers: Map<Block, number>): Block[] {
  const start = first && numbers.get(first);
  if (!first) return [];
  return [start && start > 1 ? { ...first, data: { ...first.data, start } } : first, ...rest];
}

function stretchesOf(blocks: Block[], { marks, touched }: PageComparison): Stretch[] {
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
function folded(blocks: Block[], isAfter: boolean, isBefore: boolean, t: Words): HtmlGroup[] {
  const [from, to] = [isAfter ? AROUND : 0, blocks.length - (isBefore ? AROUND : 0)];
  if (to - from <= AROUND) return [plain(blocks)];
  const inside = blocks.slice(from, to);
  const label = escapeHtml(t('pages.history.unchanged', { count: [...walk(inside)].length }));
  const wrap = (html: string) => `<details class="history-fold"><summary>${label}</summary>${html}</details>`;
  return [plain(blocks.slice(0, from)), { blocks: inside, wrap }, plain(blocks.slice(to))];
}

function wrapOf(mark: BlockMark, type: string, t: Words): HtmlGroup['wrap'] {
  const { kind, side, was, ticked, looks, moved } = mark;
  const notes = [
    side ? t(`pages.history.${side}`) : '',
    was ? t('pages.history.type_was', { was: t(`blocks.type.${was}`), type: t(`blocks.type.${type}`) }) : '',
    ticked === undefined ? '' : t(ticked ? 'pages.history.ticked' : 'pages.history.unticked'),
    looks ? t('pages.history.looks') : '',
    moved || kind === 'moved' ? t('pages.history.moved') : '',
  ].filter(Boolean);
  const sign = `<span class="change-sign" aria-hidden="true">${SIGNS[kind]}</span>`;
  const said = `<span class="hidden">${escapeHtml(t(`pages.history.${kind}`))}: </span>`;
  const note = notes.length ? `<p class="meta">${escapeHtml(notes.join(' · '))}</p>` : '';
  return (html) => `<div class="change ${kind}">${sign}${said}${html}${note}</div>`;
}
