// What pages add to menus.
import type { NavEntry } from '../../core/kernel/plugin.ts';
import { workspacePolicies } from '../workspaces/contract.ts';
import { pagePolicies } from './policies.ts';

export const pageNav: NavEntry[] = [
  {
    slot: 'bar',
    label: 'pages.nav.new',
    href: '/pages/new',
    icon: 'plus',
    order: 30,
    policy: workspacePolicies.addContent,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.duplicate',
    href: '/pages/{page_id}/duplicate',
    icon: 'copy',
    order: 130,
    policy: pagePolicies.duplicateBeside,
    post: true,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.inside',
    href: '/pages/new?parent_id={page_id}',
    icon: 'file-plus',
    order: 110,
    policy: pagePolicies.addBelow,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.markdown',
    href: '/pages/{page_id}/edit',
    icon: 'code',
    order: 320,
    policy: pagePolicies.editContent,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.history',
    href: '/pages/{page_id}/history',
    icon: 'history',
    order: 250,
    policy: pagePolicies.read,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.links',
    href: '/pages/{page_id}/links',
    icon: 'log-in',
    order: 260,
    policy: pagePolicies.view,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.as_markdown',
    href: '/pages/{page_id}.md',
    icon: 'external-link',
    order: 330,
    policy: pagePolicies.read,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.move',
    href: '/pages/{movable_page_id}/move',
    icon: 'folder-input',
    order: 310,
    policy: pagePolicies.move,
  },
  {
    slot: 'page-menu',
    label: 'pages.nav.trash',
    href: '/pages/{page_id}/delete',
    icon: 'trash-2',
    order: 400,
    policy: pagePolicies.trash,
    post: true,
    danger: true,
  },
];
