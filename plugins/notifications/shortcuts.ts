// The keys of the inbox as data: the browser obeys them, the help lists them.
import type { Shortcut } from '../../core/views/shortcut.ts';

const group = 'notifications.client.keys';
const key = (id: string, ...keys: string[]): Shortcut => ({
  ...{ id: `inbox.${id}`, keys, label: `notifications.inbox.shortcut.${id}`, group },
});

export const inboxShortcuts: Shortcut[] = [
  key('next', 'j', 'arrowdown'),
  key('previous', 'k', 'arrowup'),
  key('done', 'e'),
  key('unread', 'u'),
  key('snooze', 's'),
  key('mute', 'm'),
];
