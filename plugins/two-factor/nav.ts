// What two-factor adds to the settings of a workspace.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { twoFactorPolicies } from './policies.ts';

export const twoFactorNav: NavEntry[] = [
  {
    slot: 'settings',
    label: 'two-factor.workspace.nav',
    href: '/workspaces/{workspace_id}/two-factor',
    icon: 'shield',
    order: 30,
    policy: twoFactorPolicies.viewOfWorkspace,
  },
];
