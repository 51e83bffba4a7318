// What notifications add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';

export const notificationNav: NavEntry[] = [
  { slot: 'sidebar', label: 'notifications.title', href: '/notifications', icon: 'bell', order: 15 },
  { slot: 'bar', label: 'notifications.title', href: '/notifications', icon: 'bell', order: 40 },
  {
    slot: 'own-settings',
    label: 'notifications.nav.preferences',
    href: '/notifications/preferences',
    icon: 'bell',
    order: 30,
  },
  { slot: 'page-menu', label: 'notifications.watch.nav', href: '/pages/{page_id}/watching', icon: 'eye', order: 210 },
];
