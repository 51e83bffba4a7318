/** What changed within a text, word by word. */
import { lazy } from '../../../core/boot/lazy-require.ts';

const diff = lazy<typeof import('diff')>('diff');

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** So many tokens that stay, come or go together. */
interface DiffRun {
  kind: DiffPiece['kind'];
  count: number;
}

/** More changes than this, and the whole text counts as another one: finding the shortest way costs their square. */
const EDITS_MAX = 2000;
/** The same for all texts of a page together, in squares: many long ones may not take as long as they like. */
const EFFORT_MAX = 3 * EDITS_MAX ** 2;

/** What comparing the texts of one page may still cost. */
export class DiffEffort {
  #left = EFFORT_MAX;

  get edits(): number {
    return Math.min(EDITS_MAX, Math.floor(Math.sqrt(this.#left)));
  }

  spend(edits: number): void {
    this.#left = Math.max(0, this.#left - edits ** 2);
  }
}

// A word, a run of white space, or one sign; scripts without spaces change by the character.
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/gu;

export const wordTokens = (text: string): string[] => text.match(TOKEN) ?? [];

/** How the older tokens become the newer ones; removed comes before added. */
export function diffTokens(old: string[], now: string[], effort: DiffEffort): DiffRun[] {
  const { edits } = effort;
  const changes = diff().diffArrays<string>(old, now, { maxEditLength: edits });
  const runs = changes?.map(({ added, removed, count }): DiffRun => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', count };
  });
  effort.spend(runs ? runs.reduce((sum, { kind, count }) => sum + (kind === 'same' ? 0 : count), 0) : edits);
  const whole: DiffRun[] = [
    { kind: 'removed', count: old.length },
    { kind: 'added', count: now.length },
  ];
  return (runs ?? whole).filter(({ count }) => count);
}

/** The tokens of each run, out of those of the newer side, or of the older one for what is gone. */
export function tokenPieces<T>(old: T[], now: T[], runs: DiffRun[]): { kind: DiffPiece['kind']; tokens: T[] }[] {
  let [left, right] = [0, 0];
  return runs.map(({ kind, count }) => {
    const tokens = kind === 'removed' ? old.slice(left, left + count) : now.slice(right, right + count);
    if (kind !== 'added') left += count;
    if (kind !== 'removed') right += count;
    return { kind, tokens };
  });
}

/** The newer text with what was removed from the older one between; removed comes before added. */
export function diffWords(before: string, after: string, effort = new DiffEffort()): DiffPiece[] {
  const [old, now] = [wordTokens(before), wordTokens(after)];
  return tokenPieces(old, now, diffTokens(old, now, effort)).map(({ kind, tokens }) => ({
    kind,
    text: tokens.join(''),
  }));
}
