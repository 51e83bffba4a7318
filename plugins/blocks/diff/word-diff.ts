/** What changed within a text, word by word. */
import { lazy } from '../../../core/boot/lazy-require.ts';

const diff = lazy<typeof import('diff')>('diff');

export interface DiffPiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** More changes than this, and the whole text counts as another one: finding the shortest way costs their square. */
const EDITS_MAX = 2000;

// A word, a run of white space, or one sign; scripts without spaces change by the character.
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/gu;

/** The newer text with what was removed from the older one between; removed comes before added. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []];
  const changes = diff().diffArrays<string>([...old], [...now], { maxEditLength: EDITS_MAX });
  const pieces = changes?.map(({ added, removed, value }): DiffPiece => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') };
  });
  const whole: DiffPiece[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return (pieces ?? whole).filter(({ text }) => text);
}
