// The keyboard shortcuts of the frame as data: the browser obeys them, the help lists them.
import type { Shortcut } from '../../core/views/shortcut.ts';

const general = 'web.client.shortcuts.general';
const tree = 'web.client.shortcuts.tree';

export const shellShortcuts: Shortcut[] = [
  { id: 'palette.open', keys: ['mod+k'], label: 'web.client.shortcuts.palette', group: general },
  { id: 'sidebar.toggle', keys: ['mod+\\'], label: 'web.client.shortcuts.sidebar', group: general },
  { id: 'shortcuts.list', keys: ['?'], label: 'web.client.shortcuts.list', group: general },
  { id: 'tree.move', keys: ['alt+arrowup', 'alt+arrowdown'], label: 'web.client.shortcuts.move', group: tree },
  { id: 'tree.nest', keys: ['alt+arrowright', 'alt+arrowleft'], label: 'web.client.shortcuts.nest', group: tree },
  { id: 'tree.rename', keys: ['f2'], label: 'web.client.shortcuts.rename', group: tree },
  { id: 'tree.menu', keys: ['shift+f10'], label: 'web.client.shortcuts.menu', group: tree },
];
