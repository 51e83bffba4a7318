/** Contract 5 as data: every block, inline node and mark, what it carries and what it may hold. */
import * as rule from './value-rules.ts';
import { fallback, optional, type Rule } from './value-rules.ts';

/** What one block type is. `children` names what may stand inside: any blocks, columns only, or nothing. */
export interface BlockRule {
  data: Record<string, Rule>;
  content: boolean;
  children: 'blocks' | 'columns' | 'none';
}

function textual(data: Record<string, Rule> = {}): BlockRule {
  return { data, content: true, children: 'blocks' };
}

function solid(data: Record<string, Rule> = {}): BlockRule {
  return { data, content: false, children: 'none' };
}

const media = solid({
  fileId: optional(rule.rowId),
  url: optional(rule.address),
  name: fallback(rule.line(), ''),
  caption: optional(rule.line()),
  width: optional(rule.integer(1, 10_000)),
  alt: optional(rule.line()),
});

const card = solid({
  url: rule.address,
  title: optional(rule.line()),
  description: optional(rule.text(10_000)),
  imageFileId: optional(rule.rowId),
});

/** Every block type; a type that is not here is kept as `unknown`. */
export const BLOCK_RULES: ReadonlyMap<string, BlockRule> = new Map<string, BlockRule>([
  ['paragraph', textual()],
  ['heading', textual({ level: rule.integer(1, 4), toggle: optional(rule.flag) })],
  ['bullet', textual()],
  ['numbered', textual({ start: optional(rule.integer(0, 999_999_999)) })],
  ['todo', textual({ checked: fallback(rule.flag, false) })],
  ['toggle', textual({ open: fallback(rule.flag, false) })],
  ['quote', textual()],
  ['callout', textual({ icon: fallback(rule.line(64), ''), color: fallback(rule.colour, 'default') })],
  [
    'code',
    solid({ text: fallback(rule.text(), ''), language: fallback(rule.line(64), ''), caption: optional(rule.line()) }),
  ],
  ['math', solid({ tex: rule.text(100_000) })],
  ['mermaid', solid({ source: rule.text(100_000), fileId: optional(rule.rowId) })],
  ['divider', solid()],
  ['toc', solid()],
  ['breadcrumb', solid()],
  ['image', media],
  ['video', media],
  ['audio', media],
  ['pdf', media],
  ['file', media],
  ['bookmark', card],
  ['embed', card],
  ['table', solid({ header: fallback(rule.header, { row: false, column: false }), widths: optional(rule.widths) })],
  ['columns', { data: { widths: optional(rule.widths) }, content: false, children: 'columns' }],
  ['column', { data: {}, content: false, children: 'blocks' }],
  ['pageLink', solid({ pageId: rule.rowId })],
  ['synced', solid({ syncedBlockId: rule.rowId })],
  ['database', solid({ collectionId: rule.rowId, viewId: optional(rule.rowId) })],
  ['button', solid({ label: rule.line(), automationId: optional(rule.rowId) })],
  [
    'footnote',
    {
      data: { key: rule.pattern(/^[^\s[\]^]{1,64}$/u, 'must be 1 to 64 characters without spaces or brackets') },
      content: true,
      children: 'none',
    },
  ],
  ['unknown', solid({ original: rule.json })],
]);

/** Every inline node but text. */
export const INLINE_RULES: ReadonlyMap<string, Record<string, Rule>> = new Map<string, Record<string, Rule>>([
  ['pageLink', { pageId: rule.rowId }],
  ['dateLink', { date: rule.day }],
  ['mention', { userId: rule.rowId }],
  ['emoji', { name: rule.pattern(/^[A-Za-z0-9_+-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ + -') }],
  ['hardBreak', {}],
]);

/** Every mark, in the order marks are stored in. */
export const MARK_RULES: ReadonlyMap<string, Record<string, Rule>> = new Map<string, Record<string, Rule>>([
  ['link', { href: rule.link }],
  ['bold', {}],
  ['italic', {}],
  ['underline', {}],
  ['strike', {}],
  ['color', { name: rule.colour }],
  ['highlight', { name: rule.colour }],
  ['comment', { id: rule.rowId }],
  ['code', {}],
]);

/** Where a mark stands in the stored order. */
export const MARK_RANK: ReadonlyMap<string, number> = new Map([...MARK_RULES.keys()].map((name, rank) => [name, rank]));

/** Limits that keep a table drawable. */
export const span = { colspan: rule.integer(1, 100), rowspan: rule.integer(1, 1000) };
