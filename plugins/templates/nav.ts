// What templates add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { workspacePolicies } from '../workspaces/contract.ts';
import { pageTemplatePolicies } from './policies.ts';

export const templateNav: NavEntry[] = [
  {
    slot: 'workspace',
    label: 'templates.title',
    href: '/templates',
    icon: 'layout-grid',
    order: 35,
    policy: workspacePolicies.addContent,
  },
  {
    slot: 'page-menu',
    label: 'templates.nav.save',
    href: '/pages/{page_id}/save-as-template',
    icon: 'layout-grid',
    order: 140,
    policy: pageTemplatePolicies.addToWorkspace,
  },
  {
    slot: 'page-menu',
    label: 'templates.nav.inside',
    href: '/pages/{page_id}/template-inside',
    icon: 'panel-top',
    order: 150,
    policy: pageTemplatePolicies.chooseDefault,
  },
];
