// What exporters add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { pagePolicies } from '../pages/contract.ts';
import { workspacePolicies } from '../workspaces/contract.ts';
import { exportPolicies } from './policies.ts';

export const exportNav: NavEntry[] = [
  {
    slot: 'settings',
    label: 'exporters.title',
    href: '/exports?workspace_id={workspace_id}',
    icon: 'download',
    order: 80,
    policy: workspacePolicies.view,
  },
  {
    slot: 'settings',
    label: 'exporters.schedule',
    href: '/workspaces/{workspace_id}/export-schedule',
    icon: 'calendar',
    order: 85,
    policy: exportPolicies.schedule,
  },
  {
    slot: 'page-menu',
    label: 'exporters.nav.export',
    href: '/exports?page_id={page_id}',
    icon: 'download',
    order: 340,
    policy: pagePolicies.view,
  },
];
