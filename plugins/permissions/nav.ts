// What permissions add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { pageSharingPolicies, rightsAuditPolicies } from './policies.ts';

export const permissionNav: NavEntry[] = [
  {
    slot: 'page-menu',
    label: 'permissions.nav.who',
    href: '/pages/{page_id}/sharing',
    icon: 'users',
    order: 230,
    policy: pageSharingPolicies.view,
  },
  {
    slot: 'switcher',
    label: 'permissions.nav.groups',
    href: '/workspaces/{workspace_id}/groups',
    icon: 'contact',
    order: 55,
  },
  {
    slot: 'switcher',
    label: 'permissions.nav.rights',
    href: '/workspaces/{workspace_id}/rights',
    icon: 'shield',
    order: 60,
    policy: rightsAuditPolicies.view,
  },
];
