// What exporters add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { pagePolicies } from '../pages/contract.ts';

export const exportNav: NavEntry[] = [
  {
    slot: 'page-menu',
    label: 'exporters.nav.export',
    href: '/exports?page_id={page_id}',
    icon: 'download',
    order: 340,
    policy: pagePolicies.view,
  },
];
