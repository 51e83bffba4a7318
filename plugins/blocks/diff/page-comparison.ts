/** Two versions of a page as one block list: the newer one, with what is gone in its place and marks on what changed. */
import type { Block, Inline } from '../block.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { type BlockChange, type DiffLine, diffBlocks } from './block-diff.ts';
import { diffInline, type InlinePiece, wholePiece } from './inline-diff.ts';
import { compareTables } from './table-diff.ts';
import { DiffEffort, type DiffPiece, diffWords } from './word-diff.ts';

export interface BlockMark {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** of a block without words, which is shown as it was and as it is */
  side?: 'before' | 'after';
  /** the type that it had */
  was?: string;
  /** what a to-do has become */
  ticked?: boolean;
  /** something else than its words changed */
  looks?: boolean;
  /** it changed, and stands elsewhere too */
  moved?: boolean;
}

type Paired = Extract<BlockChange, { isChanged: boolean }>;

export class PageComparison {
  readonly blocks: Block[] = [];
  readonly marks = new Map<Block, BlockMark>();
  /** blocks in which something is marked */
  readonly touched = new Set<Block>();
  /** by the content of a block or a cell what changed in it */
  readonly runs = new Map<Inline[], InlinePiece[]>();
  /** the same for the text of code */
  readonly words = new Map<Block, DiffPiece[]>();
  /** what blocks that are on both sides were on the older one, by the blocks as they are shown */
  readonly earlier = new Map<Block, Block>();
  readonly #effort = new DiffEffort();
  readonly #around = new Map<Block, Block | undefined>();
  /** by the ids of either side the blocks as they are shown */
  readonly #old = new Map<string, Block | undefined>();
  readonly #now = new Map<string, Block>();
  readonly #whole = new Map<Block, 'added' | 'removed'>();
  /** blocks that moved with what they stand in */
  readonly #carried = new Set<Block>();

  constructor(before: Block[], after: Block[]) {
    for (const change of diffBlocks(before, after)) {
      if (change.kind === 'removed') this.#showRemoved(change.before);
      else if (change.kind === 'added') this.#showAdded(change.after);
      else this.#showPaired(change);
    }
  }

  get isSame(): boolean {
    return !this.marks.size && !this.runs.size;
  }

  #showAdded(line: DiffLine): void {
    const block = this.#showNow(line, bare(line.block));
    if (!this.#isWithin(block, 'added')) this.#mark(block, { kind: 'added' });
  }

  #showRemoved({ block, parent }: DiffLine): void {
    const shown = bare(block);
    const around = parent === null ? undefined : this.#old.get(parent);
    this.#old.set(block.id, this.#put(shown, around) ? shown : around);
    if (!this.#isWithin(shown, 'removed')) this.#mark(shown, { kind: 'removed' });
  }

  #showPaired(change: Paired): void {
    const { before, after, isChanged } = change;
    const compared = isChanged ? this.#compared(before.block, after.block) : bare(after.block);
    if (!compared) {
      this.#showBoth(change);
      return;
    }
    const block = this.#showNow(after, compared);
    this.#old.set(before.block.id, block);
    this.earlier.set(block, before.block);
    const moved = change.kind === 'moved' && !this.#isMovedWith(before, block);
    if (isChanged) this.#mark(block, { kind: 'changed', ...differences(before.block, after.block), moved });
    else if (moved) this.#mark(block, { kind: 'moved' });
  }

  /** As it was, and as it is. */
  #showBoth({ before, after, kind }: Paired): void {
    const was = { ...bare(before.block), id: `${before.block.id}-was` };
    const around = after.parent === null ? undefined : this.#now.get(after.parent);
    this.#old.set(before.block.id, this.#put(was, around) ? was : around);
    this.#mark(was, { kind: 'removed', side: 'before' });
    const block = this.#showNow(after, bare(after.block));
    this.#mark(block, { kind: 'added', side: 'after', moved: kind === 'moved' });
  }

  /** The newer block, in which what changed is told; undefined where it cannot be shown within the block. */
  #compared(before: Block, after: Block): Block | undefined {
    const block = bare(after);
    if (before.content && block.content) {
      this.runs.set(block.content, diffInline(before.content, block.content, this.#effort));
      return block;
    }
    if (before.type !== after.type) return undefined;
    if (after.type === 'code') return this.#comparedCode(before, block);
    if (after.type !== 'table') return BLOCK_MODELS.get(after.type)?.children === 'none' ? undefined : block;
    const tables = compareTables(before, block, this.#effort);
    for (const [content, pieces] of tables?.pieces ?? []) this.runs.set(content, pieces);
    return tables?.table;
  }

  #comparedCode(before: Block, block: Block): Block | undefined {
    const [old, now] = [String(before.data.text), String(block.data.text)];
    if (old === now) return undefined;
    this.words.set(block, diffWords(old, now, this.#effort));
    return block;
  }

  /** Whether all that the block stands in was added or removed with it; each block is asked once, from outside inwards. */
  #isWithin(block: Block, kind: 'added' | 'removed'): boolean {
    const around = this.#around.get(block);
    const isWithin = around !== undefined && this.#whole.get(around) === kind;
    // A column is never marked itself.
    if (isWithin || block.type !== 'column') this.#whole.set(block, kind);
    return isWithin;
  }

  /** What stands in a block that moved has moved with it. */
  #isMovedWith(before: DiffLine, block: Block): boolean {
    const around = this.#around.get(block);
    const mark = around && this.marks.get(around);
    const isWithin = around !== undefined && this.#carried.has(around);
    if (!(mark?.kind === 'moved' || mark?.moved || isWithin) || this.#old.get(before.parent!) !== around) return false;
    this.#carried.add(block);
    return true;
  }

  #showNow({ block: { id }, parent }: DiffLine, shown: Block): Block {
    this.#put(shown, parent === null ? undefined : this.#now.get(parent));
    this.#now.set(id, shown);
    return shown;
  }

  /** Puts a block into the one around it, or further out where it may not stand there; a column may stand nowhere else. */
  #put(block: Block, around: Block | undefined): boolean {
    let into = around;
    while (into && !holds(into, block)) into = this.#around.get(into);
    if (!into && block.type === 'column') return false;
    this.#around.set(block, into);
    if (into) {
      into.children ??= [];
      into.children.push(block);
    } else this.blocks.push(block);
    return true;
  }

  #mark(block: Block, mark: BlockMark): void {
    const { content } = block;
    // A note stands at the end of the page, and a column in its row: what is in them shows what happened.
    if (block.type === 'footnote' && content && mark.kind !== 'changed')
      this.runs.set(content, wholePiece(mark.kind === 'moved' ? 'same' : mark.kind, content));
    if (block.type === 'footnote' || block.type === 'column') return;
    this.marks.set(block, mark);
    for (let around = this.#around.get(block); around && !this.touched.has(around); ) {
      this.touched.add(around);
      if (around.type === 'toggle') around.data = { ...around.data, open: true };
      around = this.#around.get(around);
    }
  }
}

/** A block as one of its own, without what stands inside. */
const bare = ({ children: _, ...block }: Block): Block =>
  block.content ? { ...block, content: [...block.content] } : { ...block };

function holds(around: Block, block: Block): boolean {
  const inside = BLOCK_MODELS.get(around.type)?.children ?? 'none';
  return inside === 'columns' ? block.type === 'column' : inside === 'blocks' && block.type !== 'column';
}

function differences(before: Block, after: Block): Partial<BlockMark> {
  if (before.type !== after.type) return { was: before.type };
  const { checked, ...data } = after.data;
  const ticked = before.data.checked === checked ? undefined : checked === true;
  const rest = (of: Block['data']) =>
    JSON.stringify(Object.entries({ ...of, checked: null, text: null, rows: null }).sort());
  return { ticked, looks: rest(before.data) !== rest(data) };
}
