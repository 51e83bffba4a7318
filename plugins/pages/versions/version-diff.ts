// The difference of two versions as text, side by side: a line a block, what changed within it, and long rests folded away.
import type { Block } from '../../blocks/block.ts';
import { blockText } from '../../blocks/block-text.ts';
import { type BlockChange, type DiffLine, diffBlocks } from '../../blocks/diff/block-diff.ts';
import { DiffEffort, type DiffPiece, diffWords } from '../../blocks/diff/word-diff.ts';
import type { Links } from '../../blocks/link-context.ts';

export interface ShownChange {
  kind: BlockChange['kind'];
  depth: number;
  /** type of the block, and the one that it had before when that was another */
  type: string;
  was: string | null;
  /** whether something other than its words changed: formatting, a level, a tick, a file */
  looks: boolean;
  pieces: DiffPiece[];
}

/** Changes that are shown, or how many unchanged blocks stand between them, with these to unfold. */
export type DiffPart = { folded: false; lines: ShownChange[] } | { folded: true; lines: ShownChange[] };

/** Unchanged blocks shown on each side of a change. */
export const AROUND = 2;

export function versionChanges(before: Block[], after: Block[], links: Links): ShownChange[] {
  const effort = new DiffEffort();
  return diffBlocks(before, after).map((change) => shownOf(change, links, effort));
}

function shownOf(change: BlockChange, links: Links, effort: DiffEffort): ShownChange {
  const said = ({ block }: DiffLine) => blockText(block, links);
  if (change.kind === 'added') return plain(change.kind, change.after, [{ kind: 'added', text: said(change.after) }]);
  if (change.kind === 'removed')
    return plain(change.kind, change.before, [{ kind: 'removed', text: said(change.before) }]);
  const { before, after, isChanged } = change;
  const [old, now] = [said(before), said(after)];
  const shown = plain(change.kind, after, isChanged ? diffWords(old, now, effort) : [{ kind: 'same', text: now }]);
  const was = before.block.type === after.block.type ? null : before.block.type;
  return { ...shown, was, looks: isChanged && old === now && !was };
}

const plain = (kind: BlockChange['kind'], { block, depth }: DiffLine, pieces: DiffPiece[]): ShownChange => {
  return { kind, depth: Math.min(depth, 4), type: block.type, was: null, looks: false, pieces };
};

/** Folds away what is the same, but for a little around each change. */
export function foldUnchanged(lines: ShownChange[]): DiffPart[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let by = -AROUND; by <= AROUND; by++) near.add(at + by);
  const parts: DiffPart[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (last && last.folded === !near.has(at)) last.lines.push(line);
    else parts.push({ folded: !near.has(at), lines: [line] });
  }
  // Unfolding a single block saves nobody anything.
  return parts.map((part) => (part.folded && part.lines.length < 2 ? { ...part, folded: false } : part));
}
