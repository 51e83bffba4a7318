// The keyboard shortcuts of comments as data: the browser obeys them, the help lists them.
import type { Shortcut } from '../../core/views/shortcut.ts';

const group = 'comments.panel.shortcuts';

export const commentShortcuts: Shortcut[] = [
  { id: 'comments.add', keys: ['mod+alt+m'], label: 'comments.panel.shortcut_add', group },
  { id: 'comments.next', keys: ['mod+alt+j'], label: 'comments.panel.shortcut_next', group },
  { id: 'comments.previous', keys: ['mod+alt+k'], label: 'comments.panel.shortcut_previous', group },
];
