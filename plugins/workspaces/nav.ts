// What workspaces add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { workspacePolicies } from './policies.ts';

export const workspaceNav: NavEntry[] = [
  { slot: 'switcher', label: 'workspaces.nav.all', href: '/workspaces', icon: 'layout-grid' },
  {
    slot: 'switcher',
    label: 'workspaces.nav.settings',
    href: '/workspaces/{workspace_id}/settings',
    icon: 'settings-2',
    order: 50,
    policy: workspacePolicies.update,
  },
  {
    slot: 'settings',
    label: 'workspaces.nav.general',
    href: '/workspaces/{workspace_id}/settings/general',
    icon: 'settings-2',
    order: 10,
    policy: workspacePolicies.update,
  },
  {
    slot: 'settings',
    label: 'workspaces.nav.members',
    href: '/workspaces/{workspace_id}/members',
    icon: 'users',
    order: 20,
    policy: workspacePolicies.listMembers,
  },
  {
    slot: 'workspace',
    label: 'workspaces.nav.members',
    href: '/workspaces/{workspace_id}/members',
    icon: 'users',
    order: 20,
  },
];
