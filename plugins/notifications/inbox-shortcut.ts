// The keys that open the inbox from anywhere; apart from those within it, which few pages load.
import type { Shortcut } from '../../core/views/shortcut.ts';

export const openInbox: Shortcut = {
  ...{ id: 'inbox.open', keys: ['g i'] },
  ...{ label: 'notifications.client.open', group: 'notifications.client.keys' },
};
