// The difference of two versions side by side: the blocks of both as the page draws them, each beside what it became.
import { escapeHtml } from '../../../core/views/html-escape.ts';
import type { Block } from '../../blocks/block.ts';
import { type ComparisonSide, comparisonSides, rowSize, type SideRow } from '../../blocks/diff/comparison-sides.ts';
import { PageComparison } from '../../blocks/diff/page-comparison.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import type { Links } from '../../blocks/link-context.ts';
import {
  AROUND,
  counting,
  foldHtml,
  groupsOf,
  type HistoryWords,
  noteHtml,
  numbersOf,
  signHtml,
} from './marked-page.ts';

/** Escaped HTML of both versions, block beside block; empty when nothing changed. */
export function pairedPages(before: Block[], after: Block[], links: Links, t: HistoryWords): string {
  const comparison = new PageComparison(before, after);
  if (comparison.isSame) return '';
  const sides = comparisonSides(comparison);
  const [old, now] = [drawnSide(sides.before, links, t), drawnSide(sides.after, links, t)];
  const rows = sides.rows.map((row) => rowHtml(row, old.cells, now.cells, t));
  const notes = old.notes || now.notes ? pairHtml('row', '', [old.notes, now.notes], t) : '';
  return folding(sides.rows, rows, t) + notes;
}

interface DrawnSide {
  cells: Map<Block, string>;
  /** the footnotes */
  notes: string;
}

/** Drawn in one go, which bounds what formulas may cost, and taken apart by the blocks at the top. */
function drawnSide(side: ComparisonSide, links: Links, t: HistoryWords): DrawnSide {
  const marked = { ...side, isOneSide: true };
  const numbers = numbersOf(side.blocks, marked);
  const cells = new Map<Block, string>();
  const cellOf = (block: Block) => ({
    blocks: counting([block], numbers),
    wrap(html: string) {
      cells.set(block, html);
      return html;
    },
  });
  const groups = (blocks: Block[]) => (blocks === side.blocks ? blocks.map(cellOf) : groupsOf(blocks, marked, t));
  const { blocks, runs, words } = side;
  const html = renderHtml(blocks, links, { current: blocks, groups, runs, words });
  const length = [...cells.values()].reduce((sum, cell) => sum + cell.length, 0);
  return { cells, notes: html.slice(length) };
}

type Cells = DrawnSide['cells'];

function rowHtml(row: SideRow, old: Cells, now: Cells, t: HistoryWords): string {
  const { before, after, mark, isTouched } = row;
  const drawn = (blocks: Block[], cells: Cells) => blocks.map((block) => cells.get(block)).join('');
  const pair = [drawn(before, old), drawn(after, now)] as const;
  // Notes stand at the end.
  if (!pair[0] && !pair[1]) return '';
  if (!mark) return pairHtml(isTouched ? 'row change inside' : 'row', '', pair, t);
  const whole = mark.side ? ' whole' : '';
  const note = noteHtml(mark, [...after, ...before][0]!.type, undefined, t);
  return pairHtml(`row change ${mark.kind}${whole}`, signHtml(mark.kind, t), pair, t, note);
}

function pairHtml(of: string, sign: string, pair: readonly [string, string], t: HistoryWords, note = ''): string {
  const cells = (['before', 'after'] as const).map((side, at) => {
    const said = pair[at] ? `<span class="hidden">${escapeHtml(t(`pages.history.${side}`))}: </span>${pair[at]}` : '';
    return `<div class="side ${side}">${said}</div>`;
  });
  return `<div class="${of}">${sign}${cells.join('')}${note}</div>`;
}

/** Folds away what is the same, but for a little around each change. */
function folding(rows: SideRow[], drawn: string[], t: HistoryWords): string {
  const near = new Set<number>();
  for (const [at, { mark, isTouched }] of rows.entries())
    if (mark || isTouched) for (let by = -AROUND; by <= AROUND; by++) near.add(at + by);
  let html = '';
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && !near.has(end)) end++;
    const inside = drawn.slice(at, end).join('');
    // Unfolding a single block saves nobody anything.
    html +=
      end - at > 1
        ? foldHtml(
            inside,
            rows.slice(at, end).reduce((sum, row) => sum + rowSize(row), 0),
            t,
          )
        : inside;
    if (end < rows.length) html += drawn[end];
    at = end + 1;
  }
  return html;
}
