// What importers say of notes that lay in the trash of their program: how many, and the names of some.
import type { ProblemItem } from '../contract.ts';
import { cleanTitle } from '../reading/entry-path.ts';

const NAMES_MAX = 5;

/** Nothing for an empty trash. */
export function* trashProblem(at: string, titles: string[]): Generator<ProblemItem> {
  if (!titles.length) return;
  const names = titles.slice(0, NAMES_MAX).map((title) => `“${cleanTitle(title).slice(0, 60)}”`);
  const count = titles.length === 1 ? '1 note in the trash was' : `${titles.length} notes in the trash were`;
  const because = `${count} left out: ${names.join(', ')}${titles.length > NAMES_MAX ? ' and others' : ''}.`;
  yield { type: 'problem', at, kind: 'left_out', because };
}
