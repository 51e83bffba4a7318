// What webhooks add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { webhookPolicies } from './policies.ts';

export const webhookNav: NavEntry[] = [
  {
    slot: 'settings',
    label: 'webhooks.title',
    href: '/workspaces/{workspace_id}/webhooks',
    icon: 'link',
    order: 60,
    policy: webhookPolicies.addToWorkspace,
  },
  {
    slot: 'admin',
    label: 'webhooks.nav.service',
    href: '/admin/webhooks',
    icon: 'link',
    order: 110,
    adminOnly: true,
  },
];
