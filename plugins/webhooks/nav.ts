// What webhooks add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';

export const webhookNav: NavEntry[] = [
  {
    slot: 'switcher',
    label: 'webhooks.title',
    href: '/workspaces/{workspace_id}/webhooks',
    icon: 'external-link',
    order: 70,
    role: 'editor',
  },
  {
    slot: 'admin',
    label: 'webhooks.nav.service',
    href: '/admin/webhooks',
    icon: 'external-link',
    order: 70,
    adminOnly: true,
  },
];
