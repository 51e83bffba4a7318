/** The two sides of a comparison as block lists of their own, and which blocks of them stand beside each other. */
import { type Block, type Inline, type Json, type TableBlockCell, tableRows, walk } from '../block.ts';
import type { InlinePiece } from './inline-diff.ts';
import type { BlockMark, PageComparison } from './page-comparison.ts';
import type { DiffPiece } from './word-diff.ts';

export interface ComparisonSide {
  blocks: Block[];
  marks: Map<Block, BlockMark>;
  touched: Set<Block>;
  runs: Map<Inline[], InlinePiece[]>;
  words: Map<Block, DiffPiece[]>;
}

/** What stands beside each other: a block on both sides, or on the one that has it; several where one is new around them. */
export interface SideRow {
  before: Block[];
  after: Block[];
  mark?: BlockMark;
  /** something inside changed */
  isTouched: boolean;
}

/** What is of the other side alone. */
const OTHER = { before: 'added', after: 'removed' } as const;

type SideName = keyof typeof OTHER;

export function comparisonSides(comparison: PageComparison): {
  rows: SideRow[];
  before: ComparisonSide;
  after: ComparisonSide;
} {
  const [before, after] = [new SideBuilder(comparison, 'before'), new SideBuilder(comparison, 'after')];
  const rows: SideRow[] = [];
  for (const block of comparison.blocks) {
    const mark = comparison.marks.get(block);
    const row = { before: before.add(block), after: after.add(block), mark, isTouched: comparison.touched.has(block) };
    const last = rows.at(-1);
    // What cannot be compared within itself stands beside what it was.
    if (last && last.mark?.side === 'before' && mark?.side === 'after')
      rows[rows.length - 1] = {
        ...row,
        before: last.before,
        mark: { kind: 'changed', side: 'after', moved: mark.moved },
      };
    else rows.push(row);
  }
  return { rows, before: before.side, after: after.side };
}

class SideBuilder {
  readonly side: ComparisonSide;
  readonly #comparison: PageComparison;
  readonly #name: SideName;

  constructor(comparison: PageComparison, name: SideName) {
    this.#comparison = comparison;
    this.#name = name;
    const runs = [...comparison.runs].map(([content, pieces]) => [content, this.#own(pieces)] as const);
    this.side = { blocks: [], marks: new Map(), touched: new Set(), runs: new Map(runs), words: new Map() };
  }

  /** A block of the top; of one that only the other side has, what was there before it stood around it. */
  add(shown: Block): Block[] {
    const blocks = this.#ownOf(shown);
    this.side.blocks.push(...blocks);
    return blocks;
  }

  #ownOf(shown: Block): Block[] {
    const { marks, touched, words } = this.#comparison;
    const mark = marks.get(shown);
    if (mark?.kind === OTHER[this.#name]) return this.#inside(shown);
    const block = this.#contentOf(shown);
    if (shown.children) block.children = shown.children.flatMap((child) => this.#ownOf(child));
    if (mark) this.side.marks.set(block, { ...mark, side: undefined });
    if (touched.has(shown)) this.side.touched.add(block);
    const pieces = words.get(shown);
    if (pieces) this.side.words.set(block, this.#own(pieces));
    return [block];
  }

  /** Blocks of this side within one that only the other has; a column stands nowhere else. */
  #inside({ children = [] }: Block): Block[] {
    const { earlier, marks } = this.#comparison;
    const own = OTHER[this.#name] === 'added' ? 'removed' : 'added';
    const isOwn = (child: Block) => earlier.has(child) || marks.get(child)?.kind === own;
    return children.flatMap((child) =>
      isOwn(child) && child.type !== 'column' ? this.#ownOf(child) : this.#inside(child),
    );
  }

  /** What the block itself was, or is. Both sides are one document: the ids of the older one are others. */
  #contentOf(shown: Block): Block {
    const { earlier, runs } = this.#comparison;
    if (this.#name === 'after') return { ...shown, data: this.#dataOf(shown, shown.data) };
    const { children: _, ...was } = earlier.get(shown) ?? shown;
    const content = shown.content && runs.has(shown.content) ? shown.content : was.content;
    const data = this.#dataOf(shown, was.data);
    const isOpen = shown.type === 'toggle' && was.type === 'toggle' && this.#comparison.touched.has(shown);
    return {
      ...was,
      id: was.id.endsWith('-was') ? was.id : `${was.id}-was`,
      data: isOpen ? { ...data, open: true } : data,
      ...(content && { content }),
    };
  }

  #dataOf(shown: Block, data: Block['data']): Block['data'] {
    if (shown.type !== 'table') return data;
    const rows = tableRows(shown).filter((row) => !this.#isForeign(row));
    return { ...data, rows: rows as unknown as Json };
  }

  /** Whether all that the cells of a row say is of the other side. */
  #isForeign(row: TableBlockCell[]): boolean {
    const said = row.map(({ content }) => this.#comparison.runs.get(content) ?? []);
    return (
      said.some((pieces) => pieces.length) &&
      said.every((pieces) => pieces.every(({ kind }) => kind === OTHER[this.#name]))
    );
  }

  #own<T extends { kind: DiffPiece['kind'] }>(pieces: T[]): T[] {
    return pieces.filter(({ kind }) => kind !== OTHER[this.#name]);
  }
}

/** How many blocks are in a row. */
export const rowSize = ({ before, after }: SideRow): number => [...walk(after.length ? after : before)].length;
