// The kinds of blocks that people choose from: in the slash menu, in "turn into", and by shortcut.
import type { Attrs } from 'prosemirror-model';
import { t } from '../../../../core/client/messages.ts';

export interface BlockKind {
  /** last part of its message keys: its name and `<id>_words`, by which it is found too */
  id: string;
  icon: string;
  /** block type; those without text are not turned into */
  type: string;
  attrs?: Attrs;
  isText: boolean;
  /** how many columns there are at first */
  count?: number;
  /** as typed at the start of a line */
  hint?: string;
  keys?: string;
}

const text = (id: string, icon: { icon: string }, type: string, more: Partial<BlockKind> = {}): BlockKind => ({
  id,
  ...icon,
  type,
  isText: true,
  ...more,
});

export const BLOCK_KINDS: BlockKind[] = [
  text('paragraph', { icon: 'type' }, 'paragraph', { keys: 'Mod-Alt-0' }),
  text('heading1', { icon: 'heading-1' }, 'heading', { attrs: { level: 1 }, hint: '#', keys: 'Mod-Alt-1' }),
  text('heading2', { icon: 'heading-2' }, 'heading', { attrs: { level: 2 }, hint: '##', keys: 'Mod-Alt-2' }),
  text('heading3', { icon: 'heading-3' }, 'heading', { attrs: { level: 3 }, hint: '###', keys: 'Mod-Alt-3' }),
  text('heading4', { icon: 'heading-4' }, 'heading', { attrs: { level: 4 }, hint: '####', keys: 'Mod-Alt-4' }),
  text('bullet', { icon: 'list' }, 'bullet', { hint: '-', keys: 'Mod-Shift-8' }),
  text('numbered', { icon: 'list-ordered' }, 'numbered', { hint: '1.', keys: 'Mod-Shift-7' }),
  text('todo', { icon: 'list-todo' }, 'todo', { hint: '[]', keys: 'Mod-Shift-9' }),
  text('toggle', { icon: 'chevron-right' }, 'toggle', { attrs: { open: true }, hint: '>>' }),
  ...[1, 2, 3].map((level) =>
    text(`toggle_heading${level}`, { icon: 'chevron-right' }, 'heading', { attrs: { level, toggle: true } }),
  ),
  text('quote', { icon: 'quote' }, 'quote', { hint: '>' }),
  text('callout', { icon: 'lightbulb' }, 'callout', { attrs: { icon: '💡' }, hint: '!' }),
  { id: 'code', icon: 'code', type: 'code', isText: true, hint: '```' },
  { id: 'divider', icon: 'minus', type: 'divider', isText: false, hint: '---' },
  { id: 'table', icon: 'table', type: 'table', isText: false },
  { id: 'image', icon: 'image', type: 'image', isText: false },
  { id: 'file', icon: 'paperclip', type: 'file', isText: false },
  { id: 'video', icon: 'monitor', type: 'video', isText: false },
  { id: 'audio', icon: 'monitor', type: 'audio', isText: false },
  { id: 'pdf', icon: 'file-text', type: 'pdf', isText: false },
  { id: 'bookmark', icon: 'book-open', type: 'bookmark', isText: false },
  { id: 'embed', icon: 'code-xml', type: 'embed', isText: false },
  { id: 'columns', icon: 'columns-2', type: 'columns', isText: false },
  { id: 'columns3', icon: 'columns-2', type: 'columns', isText: false, count: 3 },
  { id: 'columns4', icon: 'columns-2', type: 'columns', isText: false, count: 4 },
  { id: 'columns5', icon: 'columns-2', type: 'columns', isText: false, count: 5 },
  { id: 'math', icon: 'code', type: 'math', attrs: { tex: '' }, isText: false, hint: '$$' },
  { id: 'mermaid', icon: 'git-compare', type: 'mermaid', attrs: { source: '' }, isText: false },
  { id: 'toc', icon: 'table-of-contents', type: 'toc', isText: false },
  { id: 'footnote', icon: 'list-ordered', type: 'footnote', isText: false },
  { id: 'database', icon: 'layout-grid', type: 'database', isText: false },
  { id: 'synced', icon: 'refresh-cw', type: 'synced', isText: false },
  { id: 'breadcrumb', icon: 'chevrons-right', type: 'breadcrumb', isText: false },
  { id: 'button', icon: 'square-mouse-pointer', type: 'button', attrs: { label: '' }, isText: false },
];

/** What `$$` makes. */
export const FORMULA = BLOCK_KINDS.find(({ id }) => id === 'math') as BlockKind;

export const kindLabel = (kind: BlockKind): string => t(`editor.block_${kind.id}`);

const plain = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Those whose name or words begin with what was typed, best first. */
export function bestFirst<T>(all: T[], query: string, name: (one: T) => string, words: (one: T) => string): T[] {
  const wanted = plain(query.trim());
  if (!wanted) return all;
  const rank = (one: T): number => {
    const called = plain(name(one));
    if (called.startsWith(wanted)) return 0;
    if (`${called} ${plain(words(one))}`.split(/[\s,]+/).some((word) => word.startsWith(wanted))) return 1;
    return called.includes(wanted) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

export const kindsFor = (query: string): BlockKind[] =>
  bestFirst(BLOCK_KINDS, query, kindLabel, ({ id, type }) => `${t(`editor.block_${id}_words`)} ${type}`);
