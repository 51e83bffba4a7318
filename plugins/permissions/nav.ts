// What permissions add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { groupPolicies, guestPolicies, pageSharingPolicies, rightsAuditPolicies } from './policies.ts';

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
    slot: 'settings',
    label: 'permissions.nav.guests',
    href: '/workspaces/{workspace_id}/guests',
    icon: 'user',
    order: 22,
    policy: guestPolicies.listInWorkspace,
  },
  {
    slot: 'settings',
    label: 'permissions.nav.groups',
    href: '/workspaces/{workspace_id}/groups',
    icon: 'contact',
    order: 25,
    policy: groupPolicies.listInWorkspace,
  },
  {
    slot: 'settings',
    label: 'permissions.nav.rights',
    href: '/workspaces/{workspace_id}/rights',
    icon: 'history',
    order: 70,
    policy: rightsAuditPolicies.view,
  },
];
