// What databases add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { pagePolicies } from '../pages/contract.ts';
import { workspacePolicies } from '../workspaces/contract.ts';

export const databaseNav: NavEntry[] = [
  {
    slot: 'create',
    label: 'databases.nav.dashboard',
    href: '/dashboards/new',
    icon: 'panel-top',
    order: 31,
    policy: workspacePolicies.addContent,
  },
  {
    slot: 'create',
    label: 'databases.nav.new',
    href: '/databases/new',
    icon: 'table',
    order: 30,
    policy: workspacePolicies.addContent,
  },
  {
    slot: 'page-menu',
    label: 'databases.nav.inside',
    href: '/databases/new?parent_id={page_id}',
    icon: 'table',
    order: 120,
    policy: pagePolicies.addBelow,
  },
];
