/** Contract 5 as data: every inline node and mark, and what it carries. Blocks have theirs in `types/`. */
import type { ValueRule } from './value-rules.ts';
import * as rule from './value-rules.ts';

/** Longer formulas are not drawn, because reading them would hold up everybody; those within a line are never longer. */
export const TEX_MAX = 10_000;

/** Every inline node but text. */
export const INLINE_RULES: ReadonlyMap<string, Record<string, ValueRule>> = new Map<string, Record<string, ValueRule>>([
  ['pageLink', { pageId: rule.idRule }],
  ['dateLink', { date: rule.dayRule }],
  ['mention', { userId: rule.idRule }],
  ['emoji', { name: rule.patternRule(/^[A-Za-z0-9_+-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ + -') }],
  ['math', { tex: rule.filledRule(rule.textRule(TEX_MAX)) }],
  ['hardBreak', {}],
]);

/** Every mark, in the order marks are stored in. */
export const MARK_RULES: ReadonlyMap<string, Record<string, ValueRule>> = new Map<string, Record<string, ValueRule>>([
  ['link', { href: rule.linkRule }],
  ['bold', {}],
  ['italic', {}],
  ['underline', {}],
  ['strike', {}],
  ['color', { name: rule.colourRule }],
  ['highlight', { name: rule.colourRule }],
  ['comment', { id: rule.idRule }],
  ['code', {}],
]);

/** Where a mark stands in the stored order. */
export const MARK_RANK: ReadonlyMap<string, number> = new Map([...MARK_RULES.keys()].map((name, rank) => [name, rank]));
