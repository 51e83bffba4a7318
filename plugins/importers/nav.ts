// What importers add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { workspacePolicies } from '../workspaces/contract.ts';

export const importNav: NavEntry[] = [
  {
    slot: 'workspace',
    label: 'importers.nav.import',
    href: '/import',
    icon: 'import',
    order: 30,
    policy: workspacePolicies.addContent,
  },
];
