// The keyboard shortcuts of pages as data: the browser obeys them, the help lists them.
import type { Shortcut } from '../../core/views/shortcut.ts';

export const peekShortcut: Shortcut = {
  id: 'peek.focus',
  keys: ['mod+alt+arrowright', 'mod+alt+arrowleft'],
  label: 'pages.client.peek_shortcut',
  group: 'pages.client.peek',
};
